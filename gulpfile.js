const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

/** dist/ holds only what this build made: a renamed file must not linger in the package. */
const clean = () => rm('dist', { recursive: true, force: true });

const compile = async () => {
	try {
		await run(process.execPath, ['node_modules/typescript/bin/tsc']);
	} catch (error) {
		throw new Error(`tsc found errors\n${error.stdout}`);
	}
};

/** What tsc does not copy: the icons and the codex files. */
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, assets));
exports.default = exports.build;
