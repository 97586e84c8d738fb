import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SHOP } from '../kit/execution.mts';
import { filesOf, read, readJson, root } from '../kit/repository.mts';
import { runOperation } from '../kit/runOperation.mts';

/** What all examples have in common. `npm run test:examples` runs them, in a real n8n. */

const WORKFLOWS = filesOf('examples/*.json');

it('the workflows contain the code of examples/code', () => {
	const script = join(root, 'scripts/exampleCode.mts');
	const { status, stdout } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
	expect([status, stdout]).toEqual([0, '']);
});

it('there are at most 16', () => {
	expect(WORKFLOWS.length).toBeLessThanOrEqual(16);
});

interface Node {
	id: string;
	name: string;
	type: string;
	parameters: {
		content: string;
		fileSelector?: string;
		resource?: string;
		operation?: string;
		preview?: boolean;
		dataMode?: string;
		ifSentAgain?: string;
		onlyChanged?: boolean;
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

describe.each(WORKFLOWS)('%s', (path) => {
	const { nodes, connections, tags } = readJson<Workflow>(path);
	const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const note = notes[0]!.parameters.content;
	const steps = nodes.filter((node) => !notes.includes(node));

	it('has one note, which says first what to click, then what to change', () => {
		expect(notes).toHaveLength(1);
		expect(note).toMatch(/^## [^]*\n\n\*\*Try it:\*\* [^]*\n\n\*\*Before /);
		// The button waits if somebody else starts the workflow.
		const isCalled = steps.some(({ type }) => /\.(formTrigger|webhook)$/.test(type));
		expect(/waits? until somebody/.test(note)).toBe(isCalled);
	});

	it('reads the file that Settings names', () => {
		const isRead = ({ parameters }: Node) => (parameters.operation ?? 'read') === 'read';
		const read = steps.filter(isRead).flatMap(({ parameters }) => parameters.fileSelector ?? []);
		expect(read).toEqual(read.map(() => '={{ $json.folder }}/{{ $json.file }}'));
	});

	it('has a tag, another for what it needs from elsewhere, and only previews deletions', () => {
		const isElsewhere = steps.some(({ type }) => /\.(googleSheets|lmChatOpenAi)$/.test(type));
		expect(TAGS).toContain(tags[0]?.name);
		expect(tags.some(({ name }) => name.startsWith('needs '))).toBe(isElsewhere);
		for (const { parameters } of nodes) {
			if (parameters.resource !== 'deletionRequest') continue;
			expect(parameters.preview).toBe(true);
			expect(note).toMatch(/turn \*\*Preview\*\* off/);
		}
	});

	it('replaces rows in pushes, and sends only what changed from scheduled files', () => {
		const pushes = steps.filter(({ parameters }) => parameters.operation === 'push');
		const isScheduled = steps.some(({ type }) => type.endsWith('.scheduleTrigger'));
		for (const { parameters } of pushes) {
			const { dataMode, onlyChanged = false } = parameters;
			expect(parameters.ifSentAgain).toBe('replaces');
			expect(onlyChanged).toBe(isScheduled && dataMode === 'binary');
			expect(note).toContain('choose *It May Be There Twice*');
		}
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

function pushOf(file: string): Node['parameters'] {
	const { nodes } = readJson<Workflow>(`examples/${file}`);
	return nodes.find(({ name }) => name === 'Push ad rows')!.parameters;
}

describe('a push of an exported report', () => {
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
