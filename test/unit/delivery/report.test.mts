import type {
	DeliveryOptions,
	RequestFormat,
	Settled,
} from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import { Report } from '../../../nodes/MerchantData/delivery/report.ts';
import type { Sent } from '../../../nodes/MerchantData/delivery/sent/sent.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { Source } from '../../../nodes/MerchantData/input/source.ts';
import {
	failure,
	fileOf,
	formatOf,
	inspectionOf,
	line,
	lines,
	refused,
	row,
	sourceOf,
	startRoad,
} from './road.mts';

interface Given {
	continues?: boolean;
	output?: DeliveryOptions['output'];
	total?: number;
	format?: Partial<RequestFormat>;
	source?: Partial<Source>;
	hasEarlier?: boolean;
}

const INPUT = [{ n: 0, pushOutcome: 'rejected', note: 'x' }, { n: 1 }, { n: 2 }, { n: 3 }];
const receipt = { shop: 'a', rows: 3, status: 201, bytes: 5 };
const accepted = (...rows: Row[]): Settled => ({ rows, outcome: 'accepted', receipt });
const failed = (rows: Row[], ...how: Parameters<typeof failure>): Settled => ({
	rows,
	...failure(...how),
});

function start({ continues = true, output = 'requests', total = 3, ...given }: Given = {}) {
	const { hasEarlier = false } = given;
	const road = startRoad({ continues, items: INPUT });
	const report = new Report(
		road.execution,
		road.output,
		formatOf(given.format),
		sourceOf([], given.source),
		{ output } as DeliveryOptions,
		inspectionOf([], { total }),
		{ hasEarlier, unchanged: new Map() } as unknown as Sent,
	);
	return {
		...road,
		end: async () => await report.endOrThrow(),
		add: (...settled: Settled[]) => report.add(settled),
	};
}

/** What is reported of rows that are all there are. */
async function reportOf(given: Given, ...settled: Settled[]) {
	const { add, end, items, hints } = start(given);
	add(...settled);
	await end();
	return { items: items(), hints: hints() };
}

const ROWS = [row(0), row(0, { ordinal: 1 }), row(2)];

describe('accepted rows', () => {
	it('leave as an item for each request, linked to its input items', async () => {
		const { items, hints } = await reportOf({}, accepted(...ROWS));
		expect(items).toEqual([{ json: receipt, pairedItem: [{ item: 0 }, { item: 2 }] }]);
		expect(hints).toEqual([]);
	});

	it('leave as an item each, if that is chosen', async () => {
		const { items } = await reportOf({ output: 'rows' }, accepted(...ROWS));
		const told = { outcome: 'accepted', shop: 'a', status: 201 };
		expect(items).toEqual(
			ROWS.map(({ item }) => ({ json: { ...told, row: { n: item } }, pairedItem: { item } })),
		);
	});

	it.each([
		['their own columns', false, { n: 0 }],
		['all columns of their input items, ignored ones too', true, INPUT[0]],
	])('leave with %s and the outcome, which stands first and wins', async (_, isInput, columns) => {
		const given: Given = { output: 'columns', source: { isInput } };
		const { items } = await reportOf(given, accepted(row(0)));
		const own = { pushOutcome: 'accepted', pushStatus: 201 };
		expect(items).toEqual([{ json: { ...columns, ...own }, pairedItem: { item: 0 } }]);
		expect(Object.keys(items[0]!.json).slice(0, 2)).toEqual(['pushOutcome', 'pushStatus']);
	});
});

describe('rows that were not accepted', () => {
	const text = { message: '400: no.', description: 'Do it well.' };
	const told = { code: 'service.lost', ...text, outcome: 'rejected', status: 400, shop: 'a' };

	const unread = refused(1, { json: '', shop: '' });
	it.each<[what: string, Given, Row, known: object]>([
		['a line of a file', {}, line(4), { rowIndex: 4, line: 6, row: { n: 4 } }],
		['what could not be read', {}, unread, { rowIndex: 0, row: null, shop: null, status: null }],
		['personal data', { format: { confidentialOf: () => [] } }, row(1), {}],
	])('leave as items with what is known of them: %s', async (_, given, bad, known) => {
		const status = bad.shop ? 400 : null;
		const { items } = await reportOf(given, failed([bad, bad], 'rejected', status));
		const error = { ...told, message: `${status}: no.`, ...known };
		const item = { json: { error }, pairedItem: { item: bad.item } };
		expect(items).toEqual([item, item]);
	});

	it.each([
		['continueErrorOutput', 1, '2 of 3 contacts were not accepted: see the Error Branch'],
		['continueErrorOutput', 2, '1 of 3 contacts was not accepted: see the Error Branch'],
		['continueRegularOutput', 2, '1 of 3 contacts was not accepted: see the items with "error"'],
	] as const)('are counted before all hints: %s, %d accepted', async (onError, count, hint) => {
		const { add, end, hints, node, execution } = start({ format: { noun: 'contacts' } });
		node.onError = onError;
		execution.hint('Another');
		add(accepted(...ROWS.slice(0, count)));
		await end();
		expect(hints().slice(0, 2)).toEqual([hint, 'Another']);
	});

	it('stop a node without an error output by one error, which counts rows that were not read', async () => {
		const { add, end, items } = start({ continues: false, total: 9 });
		add(accepted(...ROWS), failed([row(3), row(4)], 'unknown', 502, 3));
		add(failed([row(1)], 'rejected', 400), failed([row(1)], 'notSent', null));
		const counts = 'Of 9 rows, 3 were accepted, 1 rejected, 2 unknown and 3 not sent.';
		const message = `502: no. ${counts} First unknown: row 4`;
		const context = { itemIndex: 3 };
		const error = { message, status: 502, outcome: 'unknown', context };
		await expect(end()).rejects.toMatchObject(error);
		expect(items()).toHaveLength(1);
	});

	it('stop a node that must not run again if earlier attempts have sent rows', async () => {
		const { add, end } = start({ continues: false, hasEarlier: true });
		add(failed([row(1)], 'rejected', 400));
		const description = expect.stringContaining('Do not execute again') as string;
		await expect(end()).rejects.toMatchObject({ description });
	});
});

it('rows of a file leave as an item for each request if that is chosen, without a file of failed rows', async () => {
	const given = { source: { files: [fileOf()] }, total: 1_002 };
	const bad = failed(lines(0, 1_000), 'rejected', 400);
	const { items, hints } = await reportOf(given, accepted(line(0)), bad);
	expect(items).toHaveLength(1_001);
	expect(items[0]).toEqual({ json: receipt, pairedItem: [{ item: 0 }] });
	expect(items.some(({ binary }) => binary)).toBe(false);
	expect(hints[1]).toMatch(/^1 more row of item 1 was not accepted$/);
});
