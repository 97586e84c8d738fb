import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { read, readJson, root, temporaryFolder } from '../kit/repository.mts';

/** The operation that CONTRIBUTING.md adds, as a contributor would: patched in, checked, tested. */

const patches = [...read('CONTRIBUTING.md').matchAll(/```diff\n(.*?)```/gs)].map(
	([, patch]) => patch!,
);

/** What the operation is not made of, or takes long to copy. */
const LEFT_OUT = ['.cache', '.git', 'dist', 'docs/images', 'node_modules'];

const project = temporaryFolder();
let changed: string[];

/** Without lines around a change, which are other ones as soon as a name comes beside it. */
function git(patch: string, ...options: string[]): string {
	const all = ['apply', '--unidiff-zero', ...options];
	return execFileSync('git', all, { cwd: project, input: patch, encoding: 'utf8' });
}

/** Runs a program of node_modules. @returns what it printed, if it failed */
function failureOf(program: string, ...args: string[]): string {
	const options = { cwd: project, encoding: 'utf8', timeout: 300_000 } as const;
	const path = join('node_modules', program);
	const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], options);
	return status === 0 ? '' : `ended with ${status}: ${stdout}${stderr}`;
}

/** What the types say of the changed files alone: all the rest of the project is as it was. */
function typeErrorsOf(paths: string[]): string {
	const name = join(project, 'tsconfig.tools.json');
	const config = { ...readJson<object>('tsconfig.tools.json'), include: paths };
	const parsed = ts.parseJsonConfigFileContent(config, ts.sys, project, undefined, name);
	const program = ts.createProgram(parsed.fileNames, parsed.options);
	const found = parsed.fileNames.flatMap((path) =>
		ts.getPreEmitDiagnostics(program, program.getSourceFile(path)),
	);
	return ts.formatDiagnostics(found, ts.createCompilerHost(parsed.options));
}

function failureOfTests(projects: string[], paths: string, names: string): string {
	const chosen = ['--testPathPatterns', paths, '--testNamePattern', names];
	return failureOf('jest/bin/jest.js', '-w', '1', '--selectProjects', ...projects, ...chosen);
}

beforeAll(() => {
	const filter = (path: string) => !LEFT_OUT.includes(relative(root, path));
	cpSync(root, project, { recursive: true, filter });
	symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
	for (const patch of patches) git(patch);
	const numbers = patches.flatMap((patch) => git(patch, '--reverse', '--numstat').split('\n'));
	changed = numbers.filter(Boolean).map((line) => line.split('\t')[2]!);
});

it('touches the files that it should', () => {
	expect(changed.sort()).toEqual([
		'CHANGELOG.md',
		'README.md',
		'docs/guide/README.md',
		'docs/guide/connecting.md',
		...['index.ts', 'shop/check.ts'].map((path) => `nodes/MerchantData/resources/${path}`),
		'test/engine/checkShop.test.mts',
		'test/package/description.test.mts',
		'test/unit/resources/shop/check.test.mts',
	]);
});

it('compiles, and obeys lint and format', () => {
	const code = changed.filter((path) => path.endsWith('ts'));
	expect(typeErrorsOf(code)).toBe('');
	const linted = code.filter((path) => !path.startsWith('test'));
	expect(failureOf('eslint/bin/eslint.js', ...linted)).toBe('');
	expect(failureOf('prettier/bin/prettier.cjs', '--check', ...code)).toBe('');
}, 600_000);

it('passes its own tests, and those of docs, names and architecture', () => {
	const paths =
		'unit/(resources/shop/check|n8n/fields)|package/(architecture|description|readme|labels)';
	// The description as built is linted by the test above, as far as it has changed.
	expect(failureOfTests(['unit'], paths, '^(?!obeys the strict rules)')).toBe('');
}, 600_000);

it('passes on both engines', () => {
	const names = 'says for each item';
	expect(failureOfTests(['n8n-2', 'n8n-1'], 'engine/checkShop', names)).toBe('');
}, 600_000);
