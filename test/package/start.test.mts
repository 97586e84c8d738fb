import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, temporaryFolder } from '../kit/repository.mts';

/** What `npm start` tells, as far as it does not need n8n. `npm run test:commands` runs it. */

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

const project = temporaryFolder();

it('counts its time from before installing, if npm has installed first', () => {
	const script = join(project, 'scripts/progress.mjs');
	mkdirSync(join(project, 'node_modules'));
	cpSync(join(root, 'scripts/progress.mjs'), script);
	const began = (env: Record<string, string>) =>
		told(
			`const { beginning, passOnBeginning } = await import(${JSON.stringify(script)});
			passOnBeginning(1_000);
			console.log(JSON.stringify(beginning()));`,
			env,
		);
	expect(began({ npm_lifecycle_event: 'start' })).toBe(1_000);
	expect(began({})).toBeGreaterThan(Date.now() - 60_000);
});
