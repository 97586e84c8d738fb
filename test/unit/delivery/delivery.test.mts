import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../../../nodes/MerchantData/delivery/delivery.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/kind.ts';
import type { Row, PushedFile, Source } from '../../../nodes/MerchantData/rows/row.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { LIMITS } from '../../kit/client.mts';
import { ended, type Reply, useFakeTime } from '../../kit/execution.mts';
import { fileOf, kindOf, line, refused, row, sourceOf, startRoad } from './road.mts';

useFakeTime();

interface Given {
	source?: Partial<Source>;
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
		const { source, reply = () => ({}), continues = true, options, size = 10 } = given;
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
		const kind = kindOf({ limit: { rows: 500, size } });
		const all = { ...LIMITS, output: 'requests', preview: false, ...options } as DeliveryOptions;
		const delivery = deliver(road.execution, road.output, kind, sourceOf(rows, source), all);
		const { error } = await ended(delivery);
		kept = JSON.parse(JSON.stringify(kept)) as IDataObject;
		const told = road.items().map(({ json, pairedItem }) => {
			const items = [pairedItem].flat().map((link) => (link as { item: number }).item);
			return `${items} ${(json.error as IDataObject | undefined)?.outcome ?? 'accepted'}`;
		});
		return { ...road, sent, told, error: error as Error | undefined, kept };
	};
}

const ROWS = [0, 1, 2, 3].map((item) => row(item));

describe('rows', () => {
	it('that cannot be sent end the node before anything is sent, where it stops at errors', async () => {
		const { sent, told, error, kept } = await run()([row(0), refused(1), row(2)], {
			continues: false,
		});
		expect([sent, told]).toEqual([[], []]);
		expect(error!.message).toBe('1 of 3 rows cannot be sent. First, row 2: No 1');
		expect(kept).toMatchObject({ merchantDataLedger: { entries: [] } });
	});

	it('without a value are counted', async () => {
		const { hints } = await run()(ROWS.slice(0, 1), { source: { skipped: () => 2 } });
		expect(hints()).toEqual(['Rows left out, because they have no value to send: 2']);
	});

	it('may be none', async () => {
		const { sent, told, error, hints } = await run()([], { continues: false });
		expect([sent, told, error, hints()]).toEqual([[], [], undefined, []]);
	});
});

it('a preview shows what would be sent and what is wrong, sends nothing, and ends no node', async () => {
	const rows = [row(0), row(0, { ordinal: 1 }), refused(1), row(2), row(3, { shop: 'b' })];
	const bad = refused(4, { problem: new InvalidInput('It is bad') });
	const { sent, items, error, hints, kept } = await run()([...rows, bad], {
		options: { preview: true },
		source: { skipped: () => 1 },
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
		'Rows left out, because they have no value to send: 1',
	]);
});

describe('a node that stops at a failure', () => {
	const reply = (first: number): Reply =>
		first === 1 ? { status: 400, afterMs: 100 } : { afterMs: 300 };

	it('awaits and counts what is in flight, and starts nothing new', async () => {
		const { sent, told, error } = await run()([...ROWS, row(4), row(5)], {
			reply,
			continues: false,
			options: { maxParallelRequests: 3 },
		});
		expect(sent).toEqual([[0], [1], [2]]);
		expect(told).toEqual(['0 accepted', '2 accepted']);
		expect(error!.message).toMatch(
			/Of 6 rows: 2 accepted, 1 rejected, 3 not sent\. First rejected: row 2\.$/,
		);
	});

	it('reads no more rows', async () => {
		let read = 0;
		/** The second reading is the one that is sent. */
		async function* rows() {
			read = 0;
			for (const each of Array.from({ length: 50 }, (_, item) => row(item))) {
				read++;
				yield [each];
			}
		}
		await run()([], { source: { rows }, reply: () => ({ status: 400 }), continues: false });
		expect(read).toBeLessThan(50);
	});
});

it('another try that stops at a row does not say to execute again where rows were sent', async () => {
	const attempt = run();
	await attempt(ROWS, { reply: (first) => ({ status: first ? 400 : 200 }), continues: false });
	const { error } = await attempt([row(0), refused(1)], { continues: false });
	expect((error as { description?: string }).description).toContain('do not execute again');
});

describe('files', () => {
	const lines = [line(0), line(1)];
	const given = (more: Partial<PushedFile> = {}, rest: Given = {}): Given => ({
		...rest,
		source: { files: [fileOf(more)], ...rest.source },
		options: { output: 'files', ...rest.options },
	});

	it('that are refused end the node before anything is sent, whatever their rows are', async () => {
		const refusal = new InvalidInput('The file is no good', 'Take another.');
		const { sent, error } = await run()([refused(0)], given({ refusal }, { continues: false }));
		expect(sent).toEqual([]);
		expect(error).toMatchObject({ message: refusal.message, outcome: 'rejected' });
	});

	it('are known again by another try; of another file nothing is sent', async () => {
		const attempt = run();
		await attempt(lines, given({}, { reply: (first) => ({ status: first ? 400 : 200 }) }));
		const OTHER =
			'"Input Binary Field" holds another file than at an earlier try of this execution, or is read in another way';
		const other = fileOf({ fingerprint: 'other' });
		/** As a file does, from its refusal on. */
		const rows = () => [lines.map((each) => ({ ...each, problem: other.refusal }))];
		const source = { files: [other], rows };
		const second = await attempt([], given({}, { source }));
		expect(second.sent).toEqual([]);
		expect(second.items().map(({ json }) => json)).toMatchObject([
			{ rows: 2, accepted: 0, rejected: 2 },
			{ error: { message: OTHER, outcome: 'rejected', line: 2 } },
			{ error: { message: OTHER, line: 3 } },
		]);
		const stops = await attempt(lines, given({ fingerprint: 'other' }, { continues: false }));
		expect([stops.sent, stops.error!.message]).toEqual([[], OTHER]);
		const same = await attempt(lines, given());
		expect(same.sent).toEqual([[1]]);
		expect(same.items()[0]!.json).toMatchObject({ rows: 2, accepted: 2, requests: 2 });
	});
});
