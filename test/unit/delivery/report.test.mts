import type {
	DeliveryOptions,
	RequestFormat,
	Settled,
} from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import { Report } from '../../../nodes/MerchantData/delivery/report.ts';
import type { Sent } from '../../../nodes/MerchantData/delivery/sent/sent.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { Inspection, Source } from '../../../nodes/MerchantData/input/source.ts';
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
	learned?: Partial<Inspection>;
	format?: Partial<RequestFormat>;
	source?: Partial<Source>;
	options?: Partial<DeliveryOptions>;
	hasEarlier?: boolean;
	/** How many rows were left out. */
	unchangedRows?: number;
}

const INPUT = [{ n: 0, pushOutcome: 'rejected', note: 'x' }, { n: 1 }, { n: 2 }, { n: 3 }];
const receipt = { shop: 'a', rows: 3, status: 201, bytes: 5 };
const accepted = (...rows: Row[]): Settled => ({ rows, outcome: 'accepted', receipt });

function start({
	continues = true,
	output = 'requests',
	learned = { total: 3 },
	format,
	source,
	options,
	hasEarlier = false,
	unchangedRows = 0,
}: Given = {}) {
	const road = startRoad({ continues, items: INPUT });
	const report = new Report(
		road.execution,
		road.output,
		formatOf(format),
		sourceOf([], source),
		{ output, ...options } as DeliveryOptions,
		inspectionOf([], learned),
		{ hasEarlier, unchangedRows, unchanged: new Map() } as unknown as Sent,
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
		expect(items).toEqual(
			ROWS.map(({ item }) => ({
				json: { outcome: 'accepted', shop: 'a', status: 201, row: { n: item } },
				pairedItem: { item },
			})),
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
	const refusal = (...rows: Row[]): Settled => ({ rows, ...failure('rejected', 400) });
	const text = { message: '400: no.', description: 'Do it well.' };
	const about = { code: 'service.lost', ...text, outcome: 'rejected' };
	const told = { ...about, status: 400, shop: 'a' };

	it('leave as an item each, after the accepted ones', async () => {
		const bad = refusal(row(0, { ordinal: 1 }), row(2));
		const { items } = await reportOf({}, bad, accepted(row(3)));
		expect(items).toEqual([
			{ json: receipt, pairedItem: [{ item: 3 }] },
			{ json: { error: { ...told, rowIndex: 1, row: { n: 0 } } }, pairedItem: { item: 0 } },
			{ json: { error: { ...told, rowIndex: 0, row: { n: 2 } } }, pairedItem: { item: 2 } },
		]);
	});

	it.each<[what: string, Given, Row, object]>([
		['a line of a file', {}, line(4), { ...told, rowIndex: 4, line: 6, row: { n: 4 } }],
		['what could not be read', {}, refused(1, { json: '' }), { ...told, rowIndex: 0, row: null }],
		['personal data', { format: { confidentialOf: () => [] } }, row(1), told],
	])('leave with what is known of them: %s', async (_, given, bad, error) => {
		const { items } = await reportOf(given, refusal(bad));
		expect(items.map(({ json }) => json.error)).toEqual([error]);
	});

	it('leave without a shop and a status if there is none', async () => {
		const bad = { rows: [refused(1, { shop: '' })], ...failure('rejected', null, 1) };
		const { items } = await reportOf({}, bad);
		expect(items[0]!.json.error).toMatchObject({ shop: null, status: null });
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
		const { add, end, items } = start({ continues: false, learned: { total: 9 } });
		add(accepted(...ROWS), { rows: [row(3), row(4)], ...failure('unknown', 502, 3) });
		add({ rows: [row(1)], ...failure('rejected', 400, 1) });
		add({ rows: [row(1)], ...failure('notSent', null, 1) });
		const message =
			'502: no. Of 9 rows, 3 were accepted, 1 rejected, 2 unknown and 3 not sent. First unknown: row 4';
		const context = { itemIndex: 3 };
		await expect(end()).rejects.toMatchObject({
			message,
			status: 502,
			outcome: 'unknown',
			context,
		});
		expect(items().some(({ json }) => json.error)).toBe(false);
		const again = start({ continues: false, hasEarlier: true });
		again.add({ rows: [row(1)], ...failure('rejected', 400, 1) });
		await expect(again.end()).rejects.toMatchObject({
			description: expect.stringContaining('Do not execute again') as string,
		});
	});

	it('are named in the error by spans of lines of a shop', async () => {
		const options = { ifSentAgain: 'replaces' } as const;
		const given = { continues: false, options, learned: { total: 12 }, unchangedRows: 2 };
		const { add, end } = start(given);
		const of = (shop: string, ...ordinals: number[]) => ordinals.map((n) => line(n, { shop }));
		const lost = (rows: Row[]): Settled => ({ rows, ...failure('unknown', 502) });
		// Two shops take turns. An accepted row interrupts only the span of its shop.
		add(lost(of('a', 0, 2)), lost(of('b', 1, 3)), accepted(...of('a', 4)), lost(of('b', 5, 7)));
		add(lost(of('a', 6)));
		await expect(end()).rejects.toMatchObject({
			message:
				'502: no. Of 12 rows, 1 was accepted, 7 unknown, 2 not sent and 2 unchanged. First unknown: line 2',
			description: expect.stringContaining(
				'7 rows may not have arrived (lines 2 to 4 of a, lines 3 to 9 of b and line 8 of a).',
			) as string,
		});
	});
});

it('rows of a file leave as an item for each request if that is chosen, without a file of failed rows', async () => {
	const given = { source: { files: [fileOf()] }, learned: { total: 1_002 } };
	const bad: Settled = { rows: lines(0, 1_000), ...failure('rejected', 400) };
	const { items, hints } = await reportOf(given, accepted(line(0)), bad);
	expect(items).toHaveLength(1_001);
	expect(items[0]).toEqual({ json: receipt, pairedItem: [{ item: 0 }] });
	expect(items.some(({ binary }) => binary)).toBe(false);
	expect(hints[1]).toMatch(/^1 more row of item 1 was not accepted$/);
});
