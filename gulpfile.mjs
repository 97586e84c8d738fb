import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import gulp from 'gulp';

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

/** What tsc does not copy: the icons and the codex file. */
const assets = () =>
	gulp
		.src(['icons/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false })
		.pipe(gulp.dest('dist'));

export const build = gulp.series(clean, gulp.parallel(compile, assets));
export default build;
