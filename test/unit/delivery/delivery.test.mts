import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../../../nodes/MerchantData/delivery/delivery.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import type {
	InspectedInput,
	Inspection,
	Source,
} from '../../../nodes/MerchantData/rows/source.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { LIMITS } from '../../kit/client.mts';
import { ended, type Reply, useFakeTime } from '../../kit/execution.mts';
import {
	fileOf,
	formatOf,
	inputsOf,
	line,
	lines,
	refused,
	row,
	sourceOf,
	startRoad,
} from './road.mts';

useFakeTime();

interface Given {
	source?: Partial<Source>;
	learned?: Partial<Inspection>;
	/** By the number of the first row. */
	reply?: (first: number) => Reply;
	continues?: boolean;
	options?: Partial<DeliveryOptions>;
	size?: number;
}

/** The tries of one execution. */
function run() {
	let kept: IDataObject = {};
	let number: number | undefined;
	return async (rows: readonly Row[], given: Given = {}) => {
		const { source, learned, reply = () => ({}), continues = true, options, size = 10 } = given;
		const sent: number[][] = [];
		const road = startRoad({
			number,
			continues,
			getContext: () => kept,
			replies({ options: { body } }) {
				const { data } = JSON.parse(String(body)) as { data: number[] };
				sent.push(data);
				return reply(data[0]!);
			},
		});
		({ number } = road);
		const format = formatOf({ limit: { rows: 500, size } });
		const all = { ...LIMITS, output: 'requests', preview: false, ...options } as DeliveryOptions;
		const from = sourceOf(rows, { learned, ...source });
		const { error } = await ended(deliver(road.execution, road.output, format, from, all));
		kept = JSON.parse(JSON.stringify(kept)) as IDataObject;
		const told = road.items().map(({ json, pairedItem }) => {
			const items = [pairedItem].flat().map((link) => (link as { item: number }).item);
			return `${items} ${(json.error as IDataObject | undefined)?.outcome ?? 'accepted'}`;
		});
		return { ...road, sent, told, error: error as Error | undefined, kept };
	};
}

const ROWS = [0, 1, 2, 3].map((item) => row(item));

it('rows that cannot be sent end the node before anything is sent, if it stops at errors', async () => {
	const rows = [row(0), refused(1), row(2)];
	const { sent, told, error, kept } = await run()(rows, { continues: false });
	expect([sent, told]).toEqual([[], []]);
	expect(error!.message).toBe('1 of 3 rows cannot be sent. First, row 2: No 1');
	expect(kept).toMatchObject({ merchantDataLedger: { entries: [] } });
});

it('there may be no rows', async () => {
	const { sent, told, error, hints } = await run()([], { continues: false });
	expect([sent, told, error, hints()]).toEqual([[], [], undefined, []]);
});

it('a preview shows what would be sent and what is wrong, sends nothing, and ends no node', async () => {
	const rows = [row(0), row(0, { ordinal: 1 }), refused(1), row(2), row(3, { shop: 'b' })];
	const bad = refused(4, { problem: new InvalidInput('It is bad') });
	const { sent, items, error, hints, kept } = await run()([...rows, bad], {
		options: { preview: true },
		learned: { hints: ['Look at this'], refused: 0 },
		size: 20,
		continues: false,
	});
	expect([sent, error, kept]).toEqual([[], undefined, {}]);
	const previews: Array<[json: object, items: number[]]> = [
		[{ preview: true, shop: 'a', rows: 2 }, [0]],
		[{ preview: true, problem: 'No 1. Mend it.', shop: 'a', rows: 1 }, [1]],
		[{ preview: true, shop: 'a', rows: 1 }, [2]],
		[{ preview: true, shop: 'b', rows: 1 }, [3]],
		[{ preview: true, problem: 'It is bad', shop: 'a', rows: 1 }, [4]],
	];
	// With their fields in this order.
	expect(items().map(({ json, pairedItem }) => [Object.entries(json), pairedItem])).toEqual(
		previews.map(([json, of]) => [Object.entries(json), of.map((item) => ({ item }))]),
	);
	expect(hints()).toEqual([
		'Nothing was sent: "Preview" is on',
		'2 of 6 rows cannot be sent: see "problem"',
		'Look at this',
	]);
});

it.each([
	[1, 999_999, false, '"Rows at Most" is 1: the other 999,999 rows were not sent'],
	[2_500, 1, false, '"Rows at Most" is 2,500: the other row was not sent'],
	[2_500, 2, true, '"Rows at Most" is 2,500: the other 2 rows would not be sent'],
	[2_500, 1, true, '"Rows at Most" is 2,500: the other row would not be sent'],
])('"Rows at Most" is named with what it left: %d, %d (preview: %s)', async (...given) => {
	const [rowsAtMost, left, preview, hint] = given;
	const { hints } = await run()(ROWS, {
		learned: { left, hints: ['Look at this'] },
		options: { rowsAtMost, preview },
	});
	expect(hints().slice(-2)).toEqual([hint, 'Look at this']);
});

it('a node that stops at a failure counts what is in flight, and starts nothing new', async () => {
	const reply = (first: number): Reply =>
		first === 1 ? { status: 400, afterMs: 100 } : { afterMs: 300 };
	const options = { maxParallelRequests: 3 };
	const six = [...ROWS, row(4), row(5)];
	const { sent, told, error } = await run()(six, { reply, continues: false, options });
	expect(sent).toEqual([[0], [1], [2]]);
	expect(told).toEqual(['0 accepted', '2 accepted']);
	expect(error!.message).toMatch(
		/Of 6 rows: 2 accepted, 1 rejected, 3 not sent\. First rejected: row 2\.$/,
	);
});

it('another try that stops counts what an earlier one has sent, behind its failure as well', async () => {
	const attempt = run();
	const reply = (first: number) => ({ status: first < 2 ? 400 : 200 });
	await attempt(ROWS, { reply });
	const given = { reply, continues: false, options: { maxParallelRequests: 1 } };
	const { sent, error } = await attempt(ROWS, given);
	expect(sent).toEqual([[0]]);
	expect(error!.message).toContain('Of 4 rows: 2 accepted, 1 rejected, 1 not sent.');
});

describe('files', () => {
	const given = (input: Partial<InspectedInput> = {}, more: Given = {}): Given => ({
		...more,
		learned: { inputs: inputsOf({ rows: 2, ...input }) },
		source: { files: [fileOf()], ...more.source },
		options: { output: 'files', ...more.options },
	});
	const FILE = lines(0, 1);

	it('that are refused end the node before anything is sent, whatever their rows are', async () => {
		const refusal = new InvalidInput('The file is no good', 'Take another.');
		const { sent, error } = await run()(FILE, given({ refusal }, { continues: false }));
		expect(sent).toEqual([]);
		expect(error).toMatchObject({ message: refusal.message, outcome: 'rejected' });
	});

	it('are known again by another try; of another file nothing is sent', async () => {
		const attempt = run();
		await attempt(FILE, given({}, { reply: (first) => ({ status: first ? 400 : 200 }) }));
		const OTHER =
			'"Input Binary Field" holds another file than at an earlier try of this execution, or is read in another way';
		/** As a file does, if the inspection says that it is refused. */
		const rows: Source['rows'] = ({ inputs }) => [
			FILE.map((each) => ({ ...each, problem: inputs.get(0)!.refusal })),
		];
		const other = { fingerprint: 'other' };
		const second = await attempt(FILE, given(other, { source: { rows } }));
		expect(second.sent).toEqual([]);
		expect(second.items().map(({ json }) => json)).toMatchObject([
			{ rows: 2, accepted: 0, rejected: 2 },
			{ error: { message: OTHER, outcome: 'rejected', line: 2 } },
			{ error: { message: OTHER, line: 3 } },
		]);
		const stops = await attempt(FILE, given(other, { continues: false }));
		expect([stops.sent, stops.error!.message]).toEqual([[], OTHER]);
		const same = await attempt(FILE, given());
		expect(same.sent).toEqual([[1]]);
		expect(same.items()[0]!.json).toMatchObject({ rows: 2, accepted: 2, requests: 2 });
	});
});

it('an item that gives another number of rows than at an earlier try is refused', async () => {
	const attempt = run();
	const three = (first: number) => ({ status: first === 2 ? 400 : 200 });
	const learned = { inputs: inputsOf({ rows: 3, fingerprint: '3 rows' }) };
	await attempt([line(0), line(1), line(2)], { learned, reply: three });
	const { sent, error } = await attempt([line(0), row(1)], { continues: false });
	expect(sent).toEqual([]);
	expect(error).toMatchObject({
		message:
			'Item 1: The input item gives another number of rows than at an earlier try of this execution',
		description: expect.stringContaining('Do not execute again') as string,
	});
	const again = await attempt([line(0), line(1), line(2)], { learned });
	expect(again.sent).toEqual([[2]]);
});
