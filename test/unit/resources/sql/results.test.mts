import type { Execution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../../../nodes/MerchantData/n8n/output.ts';
import { putResults } from '../../../../nodes/MerchantData/resources/sql/results.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import type { SqlInput } from '../../../../nodes/MerchantData/sql/query/input.ts';
import type { PeriodResult } from '../../../../nodes/MerchantData/sql/queryPeriod.ts';
import { createContext, SHOP } from '../../../kit/execution.mts';

const PERIOD = { startDate: '2026-03-01', endDate: '2026-03-31' };
const INPUT = {
	period: PERIOD,
	shop: SHOP,
	includeShop: false,
	format: 'rows',
	splitBy: 'none',
} as SqlInput;

type Given = Partial<Omit<PeriodResult, 'input'>>;

/** What the results of periods become: the first is of item 0, and so on. */
async function put(results: Array<{ given: Given; input?: Partial<SqlInput> }>, continues = true) {
	const { context } = createContext({ items: results.length, continues });
	const output = createOutput(context, createRedactor());
	const hints: string[] = [];
	const execution = { context, hint: (text: string) => hints.push(text) };
	const whole = results.map(({ given, input }, item) => ({
		input: { ...INPUT, ...input, item },
		rows: [],
		count: 0,
		notes: [],
		...given,
	}));
	const inputs = whole.map(({ input }) => input);
	const noted: unknown[] = [];
	/** How many items there are after each result. */
	const counts: number[] = [];
	async function* coming() {
		for (const result of whole) {
			yield await Promise.resolve([result]);
			counts.push(output.items().length);
		}
	}
	const note = (result: PeriodResult) => void noted.push(result);
	await putResults(execution as unknown as Execution, output, inputs, coming(), note);
	expect(noted).toEqual(whole);
	return { items: output.items(), counts, hints };
}

const rows = (...all: object[]) => ({ rows: all as never });

it('puts rows out as they come, each linked to its item', async () => {
	const { items, counts } = await put([
		{ given: rows({ a: 1 }, { a: 2 }) },
		{ given: rows() },
		{ given: rows({ b: 3 }) },
	]);
	expect(items).toEqual([
		{ json: { a: 1 }, pairedItem: { item: 0 } },
		{ json: { a: 2 }, pairedItem: { item: 0 } },
		{ json: { b: 3 }, pairedItem: { item: 2 } },
	]);
	expect(counts).toEqual([2, 2, 3]);
});

it('puts out items that hold an answer whole, or its rows in files', async () => {
	const file = { json: { rows: 1 }, binary: { data: { data: '', mimeType: 'text/csv' } } };
	const whole = { json: { response: 'x' } };
	const { items } = await put([{ given: { whole } }, { given: { whole: file } }]);
	expect(items).toEqual([
		{ ...whole, pairedItem: { item: 0 } },
		{ ...file, pairedItem: { item: 1 } },
	]);
});

describe('the shop of a row', () => {
	const input = { includeShop: true };

	it('is added where that is asked for', async () => {
		const other = { includeShop: true, shop: 'b.example' };
		const { items } = await put([
			{ given: rows({ a: 1 }), input },
			{ given: rows({ a: 2 }), input: other },
			{ given: rows({ a: 3 }) },
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{ a: 1, shop: SHOP },
			{ a: 2, shop: 'b.example' },
			{ a: 3 },
		]);
	});

	it('has one column in the rows of all items, which none of them uses otherwise', async () => {
		const { items, counts } = await put([
			{ given: rows({ a: 1 }), input },
			{ given: { whole: { json: { response: 'x' } } }, input: { format: 'raw' } },
			{ given: rows({ shop: 'its own' }), input },
		]);
		const [first, , last] = items.map(({ json }) => json);
		const [column] = Object.keys(first!).filter((name) => name !== 'a');
		expect(column).not.toBe('shop');
		expect(first).toEqual({ a: 1, [column!]: SHOP });
		expect(last).toEqual({ shop: 'its own', [column!]: SHOP });
		// What the column is called is known at the end only.
		expect(counts).toEqual([0, 0, 0]);
	});

	it('holds back no answer that has no rows', async () => {
		const whole = { given: { whole: { json: {} } }, input: { ...input, format: 'raw' as const } };
		expect((await put([whole, whole])).counts).toEqual([1, 2]);
	});
});

it('keeps a row from looking like a failed item, and says so once', async () => {
	const { items, hints } = await put([
		{ given: rows({ error: 'x' }, { error: 'y' }, { error: 'z', a: 1 }) },
	]);
	expect(items.map(({ json }) => json)).toEqual([
		{ row: { error: 'x' } },
		{ row: { error: 'y' } },
		{ error: 'z', a: 1 },
	]);
	expect(new Set(hints)).toEqual(
		new Set([
			'A row with "error" and no data beside it is given under "row", because n8n would take it for a failed item',
		]),
	);
});

describe('a period that failed', () => {
	const failed = () => ({ failure: new Error('It broke') });
	const SAYS = { message: 'It broke', description: '', ...PERIOD };

	it('is a failure of its item that says which it is, beside the rows of the others', async () => {
		const { items } = await put([{ given: failed() }, { given: rows({ a: 1 }) }]);
		expect(items).toEqual([
			{ json: { a: 1 }, pairedItem: { item: 1 } },
			{ json: { error: SAYS }, pairedItem: { item: 0 } },
		]);
	});

	it('is not held back for the shops of rows', async () => {
		const { counts } = await put([{ given: failed(), input: { includeShop: true } }]);
		expect(counts).toEqual([1]);
	});

	it('is named in the message where the item has several', async () => {
		const { items } = await put([{ given: failed(), input: { splitBy: 'month' } }]);
		expect(items[0]!.json.error).toEqual({
			...SAYS,
			message: '2026-03-01 to 2026-03-31: It broke',
		});
	});

	it('stops the node where the error output is off', async () => {
		await expect(put([{ given: failed() }], false)).rejects.toThrow('It broke');
	});
});
