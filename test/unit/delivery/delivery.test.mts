import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../../../nodes/MerchantData/delivery/delivery.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import type { Inspection } from '../../../nodes/MerchantData/rows/source.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { LIMITS } from '../../kit/client.mts';
import { ended, type Reply, useFakeTime } from '../../kit/execution.mts';
import { formatOf, inputsOf, lines, refused, row, sourceOf, startRoad } from './road.mts';

useFakeTime();

interface Given {
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
		const { learned, reply = () => ({}), continues = true, options, size = 10 } = given;
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
		const from = sourceOf(rows, { learned });
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
	const previews = [
		{ shop: 'a', rows: 2 },
		{ problem: 'No 1. Mend it.', shop: 'a', rows: 1 },
		{ shop: 'a', rows: 1 },
		{ shop: 'b', rows: 1 },
		{ problem: 'It is bad', shop: 'a', rows: 1 },
	];
	expect(items()).toEqual(
		previews.map((json, item) => ({ json: { preview: true, ...json }, pairedItem: [{ item }] })),
	);
	expect(hints()).toEqual([
		'Nothing was sent: "Preview" is on',
		'2 of 6 rows cannot be sent: see "problem"',
		'Look at this',
	]);
});

it('"Rows at Most" is named with what it left', async () => {
	const { hints } = await run()(ROWS, {
		learned: { left: 999_999, hints: ['Look at this'] },
		options: { rowsAtMost: 2_500 },
	});
	expect(hints()).toEqual(['"Rows at Most" is 2500: 999999 more are left out', 'Look at this']);
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

it('a file that is refused, whatever its rows are, ends the node before anything is sent', async () => {
	const learned = { inputs: inputsOf({ rows: 2, refusal: new InvalidInput('It is no good') }) };
	const { sent, told, error, kept } = await run()(lines(0, 1), { learned, continues: false });
	expect([sent, told]).toEqual([[], []]);
	expect(error).toMatchObject({ message: 'It is no good', outcome: 'rejected' });
	expect(kept).toMatchObject({ merchantDataLedger: { entries: [] } });
});

it('an item is known again by another try; of another one nothing is sent', async () => {
	const attempt = run();
	const push = async (fingerprint: string, more: Given = {}) =>
		await attempt(lines(0, 2), {
			...more,
			learned: { inputs: inputsOf({ rows: 3, fingerprint }) },
		});
	await push('first', { reply: (first) => ({ status: first === 2 ? 400 : 200 }) });
	const other = await push('other', { continues: false });
	expect(other.sent).toEqual([]);
	expect(other.error).toMatchObject({
		message:
			'The input item gives other rows than at an earlier try of this execution: another file, another number of rows, or a file that is read in another way',
		description: expect.stringContaining('Do not execute again') as string,
	});
	expect((await push('first')).sent).toEqual([[2]]);
});
