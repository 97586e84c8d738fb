import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SHOP, useFakeTime } from '../kit/execution.mts';
import { filesOf, read, readJson, root } from '../kit/repository.mts';
import { runOperation } from '../kit/runOperation.mts';

/** What all examples have in common. `npm run test:examples` runs them, in a real n8n. */

const WORKFLOWS = filesOf('examples/*.json');

it('the workflows contain the code of examples/code', () => {
	const script = join(root, 'scripts/exampleCode.mts');
	const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
	expect([status, stdout]).toEqual([0, '']);
});

it('each function in examples/code is in a workflow', () => {
	const workflows = WORKFLOWS.map(read).join();
	for (const path of filesOf('examples/code/*')) {
		for (const [, called] of read(path).matchAll(/^(?:export )?function (\w+)/gm)) {
			expect([path, workflows.includes(`function ${called}(`)]).toEqual([path, true]);
		}
	}
});

interface Node {
	id: string;
	name: string;
	type: string;
	position: [x: number, y: number];
	parameters: {
		content: string;
		width: number;
		height: number;
		resource?: string;
		operation?: string;
		preview?: boolean;
		dataMode?: string;
		ifSentAgain?: string;
		onlyChanged?: boolean;
		fileSelector?: string;
		assignments?: { assignments: Array<{ name: string }> };
		columns?: { column: Array<{ name: string; field?: string; sendAs?: string }> };
	};
	credentials?: unknown;
}

interface Workflow {
	nodes: Node[];
	tags: Array<{ name: string }>;
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

/** What the editor sorts them by. */
const TAGS = ['Push rows', 'Get numbers', "Delete people's data", 'Connection'];

it('there are at most 16 examples', () => {
	expect(WORKFLOWS.length).toBeLessThanOrEqual(16);
});

/** n8n's own measures, in px: Inter at 14 px, with what stands around it. */
const CHARACTER = 7.2;
const LINE = 18.9;
const HEADING = 40.4;
const AFTER_BLOCK = 8;
const ABOVE = 8;
const BESIDE = 26;
const AROUND_CODE = 48;
/** What a node takes up on the canvas, with its name below it. */
const [WIDTH, HEIGHT] = [180, 150];

function heightOf(block: string, width: number): number {
	if (block.startsWith('## ')) return HEADING;
	if (block.startsWith('```')) return AROUND_CODE + (block.split('\n').length - 2) * LINE;
	const shown = block.replace(/\*\*|`/g, '');
	return Math.ceil((shown.length * CHARACTER) / (width - BESIDE)) * LINE + AFTER_BLOCK;
}

describe.each(WORKFLOWS)('%s', (path) => {
	const { nodes, connections, tags } = readJson<Workflow>(path);
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const steps = nodes.filter((node) => !notes.includes(node));

	it('has one note, above the nodes, that explains it and fills its box', () => {
		expect(notes).toHaveLength(1);
		const [{ parameters, position }] = notes as [Node];
		const { content, width, height } = parameters;
		expect(content).toMatch(/^## [^]*\*\*Before /);
		for (const step of steps) expect(step.position[1]).toBeGreaterThan(position[1] + height);
		const text = content.split('\n\n').reduce((sum, each) => sum + heightOf(each, width), ABOVE);
		expect(height).toBeGreaterThanOrEqual(text - LINE);
		expect(height).toBeLessThanOrEqual(text + 2 * LINE);
	});

	it('says first what to click, then what to change', () => {
		const [, clicked, changed, ...others] = notes[0]!.parameters.content
			.split('\n\n')
			.filter((block) => !block.startsWith('```'));
		expect(clicked).toMatch(/^\*\*Try it:\*\* /);
		expect(changed).toMatch(/^\*\*Before (the first run|you publish it)\*?\*?/);
		expect(others.join()).not.toMatch(/\*\*(Try it|Before) /);
	});

	it('says that the button waits if somebody else starts the workflow', () => {
		const isCalled = ({ type }: Node) => /\.(formTrigger|webhook)$/.test(type);
		const isWaiting = steps.some(isCalled);
		expect(/waits? until somebody/.test(notes[0]!.parameters.content)).toBe(isWaiting);
	});

	it('takes the name of a file from Settings', () => {
		const settings = steps.find(({ name }) => name === 'Settings')?.parameters.assignments;
		for (const { parameters } of steps) {
			const { fileSelector, operation = 'read' } = parameters;
			if (fileSelector === undefined || operation !== 'read') continue;
			expect(fileSelector).toBe('={{ $json.folder }}/{{ $json.file }}');
			const names = settings?.assignments.map(({ name }) => name);
			expect(names).toEqual(expect.arrayContaining(['folder', 'file']));
		}
	});

	it('says which trigger to choose if the button could start several', () => {
		const triggers = steps.filter(({ type }) => /(Trigger|\.webhook)$/.test(type));
		const clicked = triggers.find(({ type }) => type.endsWith('.manualTrigger'));
		if (triggers.length === 1) return;
		expect(notes[0]!.parameters.content).toContain(`choose **${clicked?.name}**`);
	});

	it('has a tag, and only previews deletions', () => {
		expect(TAGS).toContain(tags[0]?.name);
		const deleting = nodes.filter(({ parameters }) => parameters.resource === 'deletionRequest');
		for (const { parameters } of deleting) {
			expect(parameters.preview).toBe(true);
			expect(notes[0]!.parameters.content).toMatch(/turn \*\*Preview\*\* off/);
		}
	});

	it('says by a tag what it needs from elsewhere', () => {
		const isElsewhere = steps.some(({ type }) => /\.(googleSheets|lmChatOpenAi)$/.test(type));
		expect(tags.some(({ name }) => name.startsWith('needs '))).toBe(isElsewhere);
	});

	it('replaces rows in pushes, and sends only what changed from scheduled files', () => {
		const pushes = steps.filter(({ parameters }) => parameters.operation === 'push');
		const isScheduled = steps.some(({ type }) => type.endsWith('.scheduleTrigger'));
		for (const { parameters } of pushes) {
			const { dataMode, onlyChanged = false } = parameters;
			expect(parameters.ifSentAgain).toBe('replaces');
			expect(onlyChanged).toBe(isScheduled && dataMode === 'binary');
			expect(notes[0]!.parameters.content).toContain('choose *It May Be There Twice*');
		}
	});

	it('has nodes that do not overlap', () => {
		const overlapping = steps.flatMap((one, index) =>
			steps.slice(index + 1).flatMap((other) => {
				const [x, y] = [0, 1].map((axis) => Math.abs(one.position[axis]! - other.position[axis]!));
				return x! < WIDTH && y! < HEIGHT ? [[one.name, other.name]] : [];
			}),
		);
		expect(overlapping).toEqual([]);
	});

	it('has unique names and ids, connects every node, and contains no credential', () => {
		for (const key of ['name', 'id'] as const)
			expect(new Set(nodes.map((node) => node[key])).size).toBe(nodes.length);
		const targets = Object.values(connections)
			.flatMap((outputs) => Object.values(outputs).flat(2))
			.map(({ node }) => node);
		const connected = [...Object.keys(connections), ...targets];
		expect(new Set(connected)).toEqual(new Set(steps.map(({ name }) => name)));
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	});
});

/** The examples that push a report as it was exported. The rows that the service gets are in `reports/`. */
const REPORTS = ['google-ads', 'meta-ads'].map((name) => ({
	file: `${name}-to-ads.json`,
	csv: `${name}-report.csv`,
	rows: read(`test/package/reports/${name}-report.ndjson`)
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown),
}));

/** The parameters of the push of an example. */
function pushOf(file: string): Node['parameters'] {
	const { nodes } = readJson<Workflow>(`examples/${file}`);
	return nodes.find(({ name }) => name === 'Push ad rows')!.parameters;
}

describe('a push of an exported report', () => {
	useFakeTime();

	it.each(REPORTS)('sends the expected rows: $csv, by $file', async ({ file, csv, rows }) => {
		const push = pushOf(file);
		const data = Buffer.from(read(`examples/data/${csv}`)).toString('base64');
		const { error, hints, sent } = await runOperation(
			// Without n8n, nobody evaluates the shop, which is an expression.
			{ ...push, shop: SHOP },
			{ items: [{}], files: [{ binary: { data: { data, fileName: csv, mimeType: 'text/csv' } } }] },
			({ context }) => void Object.assign(context, { getTimezone: () => 'Europe/Berlin' }),
		);
		expect(error).toBeUndefined();
		expect(sent.map(({ body }) => body)).toEqual([{ shop: SHOP, data: rows }]);
		expect(hints).toEqual([expect.stringMatching(/^Left out/)]);
	});

	it('has the columns that the guide names', () => {
		const labels: Record<string, string> = { date: 'Date', number: 'Number', text: 'Text' };
		const wanted = REPORTS.flatMap(({ file }) =>
			pushOf(file).columns!.column.map(({ name, field, sendAs = '' }) =>
				[name, field, labels[sendAs] ?? 'As It Is'].join(),
			),
		);
		const guide = read('docs/guide/ad-platforms.md');
		const rows = guide.matchAll(/^ +\| `([^`]+)` \| `([\w.]+)` \| ([\w ]+) \|$/gm);
		expect([...rows].map(([, ...cells]) => cells.join())).toEqual(wanted);
	});
});
