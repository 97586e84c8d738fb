import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { line } from '../kit/engine.mts';

/** The operation that CONTRIBUTING.md adds, as a contributor would: patched in, compiled, tested. */

const root = join(__dirname, '../..');
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [operation, test] = [...guide.matchAll(/```diff\n(.*?)```/gs)].map(([, patch]) => patch!);

const COPIED = ['nodes', 'credentials', 'sandbox', 'scripts', 'test/kit', 'jest.config.mjs'];

let project: string;

/** @returns the files that the patch touches */
function apply(patch: string): string[] {
	const git = (...options: string[]) =>
		execFileSync('git', ['apply', ...options], { cwd: project, input: patch, encoding: 'utf8' });
	git();
	return git('--reverse', '--numstat').trim().split('\n');
}

const run = (program: string, ...args: string[]) => {
	const options = { cwd: project, encoding: 'utf8', timeout: 120_000 } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
	return { status, told: stdout + stderr };
};

beforeAll(() => {
	project = mkdtempSync(join(tmpdir(), 'merchant-data-'));
	for (const path of [...COPIED, 'package.json', 'tsconfig.json', 'tsconfig.tools.json'])
		cpSync(join(root, path), join(project, path), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

it('touches two files, and its test one', () => {
	expect(apply(operation!)).toHaveLength(2);
	expect(apply(test!)).toHaveLength(1);
});

it('compiles, is in the menu, reads its fields and asks the service', () => {
	const tsc = 'node_modules/typescript/bin/tsc';
	expect(run(tsc, '--noEmit')).toMatchObject({ status: 0 });
	const tested = run('node_modules/jest/bin/jest.js', '--selectProjects', line, '-w', '1');
	expect(tested.told).toContain('tells for each item whether its shop is granted');
	expect(tested).toMatchObject({ status: 0 });
}, 180_000);
