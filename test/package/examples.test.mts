import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, read, readJson, root, temporaryFolder } from '../kit/repository.mts';

/** The Code nodes of the examples hold what stands in `examples/code`, and nothing there is unused. */

const WORKFLOWS = filesOf('examples/*.json');
const project = temporaryFolder();

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
	const scripts = ['exampleCode.mts', 'paths.mts'].map((name) => join('scripts', name));
	for (const path of [...scripts, 'package.json', '.prettierrc.json', 'examples'])
		cpSync(join(root, path), join(project, path), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
	const bars = 'examples/code/bars.mts';
	writeFileSync(join(project, bars), read(bars).replace('class="bars"', 'class="rods"'));
	const { status, stdout } = check(project);
	expect(status).toBe(1);
	expect(stdout).toContain('"npm run examples:code": numbers-page.json');
});

it('has no source that no workflow holds', () => {
	const workflows = WORKFLOWS.map(read).join();
	for (const path of filesOf('examples/code/*')) {
		for (const [, called] of read(path).matchAll(/^(?:export )?function (\w+)/gm)) {
			expect([path, workflows.includes(`function ${called}(`)]).toEqual([path, true]);
		}
	}
});

/** n8n's own measures, in px: Inter at 14 px, with what stands around it. */
const CHARACTER = 7.2;
const LINE = 18.9;
const HEADING = 40.4;
const AFTER_BLOCK = 8;
const ABOVE = 8;
const BESIDE = 26;
const AROUND_CODE = 48;

interface Note {
	type: string;
	parameters: { content: string; width: number; height: number };
}

function heightOf(block: string, width: number): number {
	if (block.startsWith('## ')) return HEADING;
	if (block.startsWith('```')) return AROUND_CODE + (block.split('\n').length - 2) * LINE;
	const shown = block.replace(/\*\*|`/g, '');
	return Math.ceil((shown.length * CHARACTER) / (width - BESIDE)) * LINE + AFTER_BLOCK;
}

it.each(WORKFLOWS)(
	'the notes of %s fill their boxes: nothing is cut off, little is empty',
	(path) => {
		const { nodes } = readJson<{ nodes: Note[] }>(path);
		const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(notes.length).toBeGreaterThan(0);
		for (const { content, width, height } of notes.map(({ parameters }) => parameters)) {
			const text = content.split('\n\n').reduce((sum, each) => sum + heightOf(each, width), ABOVE);
			expect(height).toBeGreaterThanOrEqual(text - LINE);
			expect(height).toBeLessThanOrEqual(text + 2 * LINE);
		}
	},
);
