import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The notes of the examples fill their boxes on the canvas: nothing is cut off, little is empty. */

const EXAMPLES = join(__dirname, '../../examples');

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

it.each(readdirSync(EXAMPLES).filter((name) => name.endsWith('.json')))('%s', (name) => {
	const { nodes } = JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')) as { nodes: Note[] };
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	expect(notes.length).toBeGreaterThan(0);
	for (const { content, width, height } of notes.map(({ parameters }) => parameters)) {
		const text = content.split('\n\n').reduce((sum, each) => sum + heightOf(each, width), ABOVE);
		expect(height).toBeGreaterThanOrEqual(text - LINE);
		expect(height).toBeLessThanOrEqual(text + 2 * LINE);
	}
});
