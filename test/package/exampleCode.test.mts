import { spawnSync } from 'node:child_process';
import {
	copyFileSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The Code nodes of the examples hold what stands in `examples/code`, and nothing there is unused. */

const root = join(__dirname, '../..');

/** `npm run examples:code -- --check` in a project. */
function check(project: string): { status: number | null; stdout: string } {
	const script = join(project, 'scripts/exampleCode.mts');
	const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
	return { status, stdout };
}

it('is in the workflows as it stands in the sources', () => {
	expect(check(root)).toEqual({ status: 0, stdout: '' });
});

it('notices a source that is not in the workflows any more', () => {
	const project = mkdtempSync(join(tmpdir(), 'merchant-data-'));
	try {
		mkdirSync(join(project, 'scripts'));
		for (const name of ['exampleCode.mts', 'paths.mts']) {
			copyFileSync(join(root, 'scripts', name), join(project, 'scripts', name));
		}
		for (const name of ['package.json', '.prettierrc.json'])
			copyFileSync(join(root, name), join(project, name));
		cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true });
		symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
		const source = join(project, 'examples/code/bars.mts');
		writeFileSync(source, readFileSync(source, 'utf8').replace('class="bars"', 'class="rods"'));
		const { status, stdout } = check(project);
		expect(status).toBe(1);
		expect(stdout).toContain('"npm run examples:code": numbers-page.json');
	} finally {
		rmSync(project, { recursive: true });
	}
});

it('has no source that no workflow holds', () => {
	const workflows = readdirSync(join(root, 'examples'))
		.filter((name) => name.endsWith('.json'))
		.map((name) => readFileSync(join(root, 'examples', name), 'utf8'))
		.join();
	for (const name of readdirSync(join(root, 'examples/code'))) {
		const source = readFileSync(join(root, 'examples/code', name), 'utf8');
		for (const [, called] of source.matchAll(/^(?:export )?function (\w+)/gm)) {
			expect([name, workflows.includes(`function ${called}(`)]).toEqual([name, true]);
		}
	}
});
