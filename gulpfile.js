const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

/** Runs a program of node_modules. @throws Error with what it printed, if it finds something */
const run = async (program, ...args) => {
	try {
		await promisify(execFile)(process.execPath, [`node_modules/${program}`, ...args]);
	} catch ({ stdout, stderr }) {
		throw new Error(`${[program, ...args].join(' ')}\n${stdout}${stderr}`);
	}
};

/** dist/ holds only what this build made: a renamed file must not linger in the package. */
const clean = () => rm('dist', { recursive: true, force: true });

const compile = () => run('typescript/bin/tsc');

/** What tsc does not copy: the icons and the codex files. */
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, assets));
exports.default = exports.build;

const lint = () => run('@n8n/node-cli/bin/n8n-node.mjs', 'lint');
const format = () => run('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.');
const types = () => run('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.tools.json');

/** What takes a minute one after another. */
exports.check = parallel(exports.build, lint, format, types);
