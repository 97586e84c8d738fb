import type { IDataObject, IExecuteFunctions, IWorkflowDataProxyData } from 'n8n-workflow';
import { deliver } from '../../../nodes/MerchantData/delivery/deliver.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { Inspection } from '../../../nodes/MerchantData/input/source.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { createContext, ended, type Reply, useFakeTime } from '../../kit/execution.mts';
import { MemoryProcessedData } from '../../kit/processedData.mts';
import {
	formatOf,
	inputsOf,
	lines,
	optionsOf,
	refused,
	row,
	sourceOf,
	startRoad,
	unread,
} from './road.mts';

useFakeTime();

interface Given {
	learned?: Partial<Inspection>;
	/** By the number of the first row, and how many there are. */
	reply?: (first: number, count: number) => Reply;
	continues?: boolean;
	options?: Partial<DeliveryOptions>;
	/** What a second reading returns, if not all rows. */
	second?: Row[];
	size?: number;
	/** What n8n's context has instead. */
	changes?: Partial<IExecuteFunctions>;
}

const createNode = () => ({ processed: new MemoryProcessedData(), ...createContext({}) });

/** The attempts of one execution. Those of a node share what n8n keeps for it, and the account. */
function run({ processed, number } = createNode()) {
	let kept: IDataObject = {};
	return async (rows: readonly Row[], given: Given = {}) => {
		const { learned, reply = () => ({}), continues = true, options, size = 10 } = given;
		const sent: number[][] = [];
		const road = startRoad({
			number,
			continues,
			processed,
			getContext: () => kept,
			replies({ options: { body } }) {
				const { data } = JSON.parse(String(body)) as { data: number[] };
				sent.push(data);
				return reply(data[0]!, data.length);
			},
		});
		Object.assign(road.context, given.changes);
		const format = formatOf({ limit: { rows: 500, size } });
		const from = sourceOf(rows, { learned, rows: () => [given.second ?? rows] });
		const { error } = await ended(
			deliver(road.execution, road.output, format, from, optionsOf(options)),
		);
		kept = JSON.parse(JSON.stringify(kept)) as IDataObject;
		const told = road.items().map(({ json, pairedItem }) => {
			const items = [pairedItem].flat().map((link) => (link as { item: number }).item);
			return `${items} ${(json.error as IDataObject | undefined)?.outcome ?? 'accepted'}`;
		});
		return { ...road, sent, told, error: error as Error | undefined, kept };
	};
}

const rowsTo = (count: number) => Array.from({ length: count }, (_, item) => row(item));
const REPLACES = { ifSentAgain: 'replaces' } as const;

describe('the error of a node that stops', () => {
	const LOST: Reply = { status: 502, afterMs: 50 };
	const BAD: Reply = { status: 400, body: '{"message":"no spend"}', afterMs: 50 };
	const stopping = (size: number, reply: Given['reply']): Given => ({
		continues: false,
		options: { maxParallelRequests: 3 },
		size,
		reply,
	});
	const saying = (text: string) => expect.stringContaining(text) as string;

	it('names only rows of parts that were sent', async () => {
		const reply = (_: number, count: number) => (count > 2 ? { status: 413 } : LOST);
		const { sent, error } = await run()(rowsTo(12), stopping(40, reply));
		expect(sent.slice(1)).toEqual([
			[0, 1],
			[4, 5],
			[6, 7],
		]);
		const description = saying('6 rows may be stored (rows 1 to 2 of a and rows 5 to 8 of a)');
		expect(error).toMatchObject({ description });
	});

	const twice = saying('4 rows may be stored (rows 1 to 2 of a and rows 5 to 6 of a)');

	it('names only rows that an earlier attempt lost, and why this one failed', async () => {
		const attempt = run();
		const given = stopping(20, (first) => (first === 2 ? BAD : LOST));
		const first = await attempt(rowsTo(6), given);
		expect(first.error).toMatchObject({ message: saying('First unknown'), description: twice });
		const { sent, error } = await attempt(rowsTo(6), given);
		expect(sent).toEqual([[2, 3]]);
		expect(error).toMatchObject({ code: 'service.400', description: twice });
		expect(error!.message).toMatch(/no spend.* First rejected: row 3$/);
	});

	it('names no row that an earlier attempt got accepted', async () => {
		const attempt = run();
		const first = stopping(20, (n) => (n === 2 ? { afterMs: 9 } : BAD));
		await attempt(rowsTo(6), first);
		const second = stopping(40, () => LOST);
		const { sent, error } = await attempt(rowsTo(6), second);
		expect(sent).toEqual([[0, 1, 4, 5]]);
		expect(error).toMatchObject({ description: twice });
	});
});

it('an attempt of which nothing can be sent keeps what an earlier one sent', async () => {
	const attempt = run();
	await attempt(rowsTo(2), { reply: (first) => ({ status: first === 1 ? 400 : 200 }) });
	const refusal = new InvalidInput('column.unknown', 'There is no column', 'Correct it.');
	const learned = { refusal };
	const { error } = await attempt(rowsTo(2), { learned, continues: false });
	const message = 'There is no column';
	const description = expect.stringContaining('Do not execute again') as string;
	expect(error).toMatchObject({ message, description, outcome: 'rejected' });
	const second = rowsTo(2).map((each) => ({ ...each, problem: refusal }));
	const { sent, told } = await attempt(rowsTo(2), { learned, second });
	expect([sent, told]).toEqual([[], ['0 accepted', '1 rejected']]);
});

it('an attempt with another file sends nothing', async () => {
	const attempt = run();
	const push = async (fingerprint: string, more: Given = {}) => {
		const learned = { inputs: inputsOf({ rows: 3, fingerprint }) };
		return await attempt(lines(0, 2), { ...more, learned });
	};
	await push('first', { reply: (first) => ({ status: first === 2 ? 400 : 200 }) });
	const { sent, error } = await push('other', { continues: false });
	expect([sent, error]).toMatchObject([[], { code: 'sent.otherRows' }]);
	expect((await push('first')).sent).toEqual([[2]]);
});

it('a wrong row stops a run that may be repeated, though rows were sent that replace', async () => {
	const attempt = run();
	await attempt([row(0)], { options: REPLACES });
	const again = { options: REPLACES, continues: false };
	const { error } = await attempt([row(0), refused(1)], again);
	expect(error).toMatchObject({ description: expect.stringContaining('then execute again') });
});

it('an attempt that stops counts what earlier ones sent, and sends nothing more', async () => {
	const attempt = run();
	const refusing = (bad: number): Given => ({
		continues: false,
		reply: (first) => ({ status: first === bad ? 400 : 200 }),
		options: { maxParallelRequests: 1 },
	});
	await attempt([row(0), row(1), row(4), row(5)], refusing(5));
	const { sent, told, error } = await attempt(rowsTo(6), refusing(2));
	expect(sent).toEqual([[2]]);
	expect(told).toEqual(['0 accepted', '1 accepted', '4 accepted']);
	expect(error!.message).toContain('3 were accepted, 1 rejected and 2 not sent');
});

describe('a retry', () => {
	const numbered = (...numbers: number[]) =>
		numbers.map((n, item) => row(item, { json: JSON.stringify({ n }) }));
	const failing = (first: number): Reply =>
		first === 2 ? { throws: { code: 'ECONNRESET' } } : { status: first === 3 ? 422 : 200 };

	it.each<[what: string, Given['options'], again: Row[], sent: number[]]>([
		['lost and refused ones if they replace', REPLACES, numbered(0, 1, 2, 3), [2, 3]],
		['those that are others now as well', REPLACES, numbered(0, 9, 2, 3), [9, 2, 3]],
		['fewer rows', REPLACES, numbered(0, 1), []],
		['refused ones alone if they may double', {}, numbered(0, 1, 2, 3), [3]],
		['them alone also if accepted ones are others now', {}, numbered(9, 1, 2, 3), [3]],
	])('sends %s', async (_, options, again, expected) => {
		const attempt = run();
		const given = { options: { maxWait: 0, ...options } };
		const first = await attempt(numbered(0, 1, 2, 3), { ...given, reply: failing });
		expect(first.told).toEqual(['0 accepted', '1 accepted', '2 unknown', '3 rejected']);
		const second = await attempt(again, given);
		expect([second.sent.flat(), second.error]).toEqual([expected, undefined]);
		// Nothing is left to be sent, and nothing is known of an answer that was lost.
		expect((await attempt(again, given)).sent).toEqual([]);
		const outcomes = again.map((_row, at) => `${at} accepted`);
		if (options!.ifSentAgain === undefined) outcomes[2] = '2 unknown';
		expect(second.told.sort()).toEqual(outcomes);
	});

	it('sends the rows of a file that its second reading did not return', async () => {
		const attempt = run();
		const second = [...lines(0, 3), unread(4)];
		const { told, error } = await attempt(lines(0, 9), { second, continues: false });
		expect([told.length, error!.message]).toEqual([4, expect.stringContaining('6 not sent')]);
		expect((await attempt(lines(0, 9))).sent.flat()).toEqual([4, 5, 6, 7, 8, 9]);
	});
});

it.each([
	[1, 40],
	[16, 320],
])('sends 10,000 refused rows, %i at a time, in at most %i requests', async (...given) => {
	const [maxParallelRequests, most] = given;
	const reply = (first: number) => ({ status: 400, afterMs: 10, body: `Row ${first}: no date` });
	const options = { ...REPLACES, maxParallelRequests };
	const { sent, told } = await run()(rowsTo(10_000), { reply, options, size: 5_000 });
	expect(sent.length).toBeLessThanOrEqual(most);
	expect(told.every((each) => each.endsWith('rejected'))).toBe(true);
	expect(new Set(sent.flat()).size).toBe(10_000);
});

describe('a push of only what changed', () => {
	const options = { ...REPLACES, onlyChanged: true };
	const twoRows = [0, 1].map((item) => row(item, { digest: `digest ${item}` }));
	const hintOf = (reason: string) => `Rows were not compared with the last run, because ${reason}`;

	it('sends all of more than 100,000 rows, and says so', async () => {
		const many = Array.from({ length: 100_001 }, (_, item) => row(item, { digest: String(item) }));
		const node = createNode();
		for (const isMore of [false, true, true]) {
			const rows = isMore ? many : many.slice(1);
			const { sent, hints } = await run(node)(rows, { options, size: 5_000 });
			expect(sent.flat()).toHaveLength(rows.length);
			expect(hints().includes(hintOf('there are more than 100,000'))).toBe(isMore);
			expect(node.processed.count('node')).toBe(isMore ? 0 : 100_001);
		}
	});

	const LOOP =
		'"Send Only What Changed" compares with the previous pass of the loop. Remove the loop: the node makes its own batches.';
	const UNSAVED = { getWorkflow: () => ({ active: false }) };
	const secondRun = { $runIndex: 1 } as unknown as IWorkflowDataProxyData;

	it.each<[what: string, changes: Partial<IExecuteFunctions>, hint: string, calls: number]>([
		['of an unsaved workflow', UNSAVED, hintOf('the workflow was never saved'), 0],
		['in a loop', { getWorkflowDataProxy: () => secondRun }, LOOP, 5],
	])('%s gets a hint', async (_, changes, hint, calls) => {
		const node = createNode();
		const { sent, hints } = await run(node)(twoRows, { options, changes });
		expect([sent.flat(), hints(), node.processed.calls]).toEqual([[0, 1], [hint], calls]);
		// Without the switch there is nothing to say.
		expect((await run()(twoRows, { options: REPLACES, changes })).hints()).toEqual([]);
	});

	it('rejects a row that cannot be sent any more, though the last run had it', async () => {
		const node = createNode();
		await run(node)(twoRows, { options });
		const learned = { digests: new Map([[0, ['digest 0']]]) };
		const { told } = await run(node)([refused(0)], { options, learned });
		expect(told).toEqual(['0 rejected']);
	});
});
