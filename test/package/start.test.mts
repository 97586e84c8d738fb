import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, root, temporaryFolder } from '../kit/repository.mts';

/** What `npm start` tells, as far as it does not need n8n. `npm start -- --once` is run by CI. */

function told(script: string, env: Record<string, string> = {}): unknown {
	const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
		encoding: 'utf8',
		env: { PATH: process.env.PATH, ...env },
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return JSON.parse(output);
}

it('runs each example, or a tag says what it needs', () => {
	const examples = told(`
		const { EXAMPLE_FILES, EXAMPLES, needsOf, readExample } = await import(${JSON.stringify(join(root, 'scripts/examples.mts'))});
		console.log(JSON.stringify(EXAMPLE_FILES.map((file) => {
			const workflow = readExample(file);
			const isRun = EXAMPLES.some((each) => each.file === file);
			return { isRun, name: workflow.name, needs: needsOf(workflow) };
		})));`) as Array<{ isRun: boolean; name: string; needs?: string }>;
	for (const { isRun, name, needs } of examples)
		expect([name, isRun]).toEqual([name, needs === undefined]);
	expect(examples.filter(({ isRun }) => !isRun)).not.toEqual([]);
});

it('leads to the workflows, and to what the service has received', () => {
	const told = read('scripts/start.mts');
	expect(told).toMatch(/Editor\s+\$\{host\.url\}\/home\/workflows/);
	expect(told).toMatch(/3\. Open \$\{sandbox\.url\}\/received to see/);
});

describe('the time that it took', () => {
	const project = temporaryFolder();
	beforeAll(() => {
		mkdirSync(join(project, 'node_modules'));
		cpSync(join(root, 'scripts/progress.mjs'), join(project, 'scripts/progress.mjs'));
	});

	const began = (env: Record<string, string>) =>
		told(
			`const { beginning, passOnBeginning } = await import(${JSON.stringify(join(project, 'scripts/progress.mjs'))});
			passOnBeginning(1_000);
			console.log(JSON.stringify(beginning()));`,
			env,
		);

	it('begins before installing', () => {
		expect(began({ npm_lifecycle_event: 'start' })).toBe(1_000);
	});

	it('begins now where nothing was installed before', () => {
		expect(began({})).toBeGreaterThan(Date.now() - 60_000);
	});
});
