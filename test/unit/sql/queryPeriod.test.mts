import { Client } from '../../../nodes/MerchantData/service/client.ts';
import type { SqlInput } from '../../../nodes/MerchantData/sql/request.ts';
import { queryPeriod } from '../../../nodes/MerchantData/sql/queryPeriod.ts';
import { createContext, ended, type Reply, SHOP } from '../../kit/execution.mts';
import { LIMITS } from '../../kit/client.mts';

beforeEach(() => void jest.useFakeTimers());

const PERIOD = { startDate: '2026-03-01', endDate: '2026-03-31' };
const limits = { ...LIMITS, maxWait: 0 };
const LONG = '12345678901234567890';

async function resultOf(reply: Reply, more: Partial<SqlInput> = {}) {
	const { context } = createContext({ replies: [reply] });
	const asking = { client: new Client(context) as never, context: context as never };
	const fields = { item: 2, shop: SHOP, query: 'SELECT 1', period: PERIOD, limits };
	const rows = { format: 'rows', rowsField: '', limit: Infinity };
	const input = { ...fields, ...rows, ...more } as SqlInput;
	const { value, error } = await ended(queryPeriod(asking, input));
	if (!value) throw error;
	expect(value.input).toBe(input);
	return value;
}

it.each([
	['{"a":1}', { a: 1 }, []],
	['text', 'text', []],
	['{"error":"x"}', { error: 'x' }, []],
	['{"jobComplete":false,"rows":[]}', { jobComplete: false, rows: [] }, []],
	[`{"a":${LONG}}`, { a: LONG }, [expect.stringContaining('too long for n8n')]],
])('returns the raw answer %s', async (body, response, notes) => {
	const result = await resultOf({ body }, { format: 'raw', includeShop: true });
	const json = { period: PERIOD, shop: SHOP, response };
	expect(result).toMatchObject({ items: [{ json, pairedItem: { item: 2 } }], count: 1, notes });
	// Later nodes may change items.
	expect(result.items[0]!.json.period).not.toBe(PERIOD);
});

it('hints at what it learned of rows', async () => {
	const { notes } = await resultOf({ body: `[{"error":"x","error":${LONG}}]` });
	const hints = [/called "error"/, /too long for n8n/, /under "row"/];
	expect(notes).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
});

it('adds the shop to each row, and refuses an answer with a column "shop"', async () => {
	const input = { includeShop: true };
	const { items } = await resultOf({ body: '[{"a":1},{"error":2}]' }, input);
	expect(items.map(({ json }) => json)).toEqual([
		{ a: 1, shop: SHOP },
		{ error: 2, shop: SHOP },
	]);
	const { failure } = await resultOf({ body: '[{"a":1},{"shop":null}]' }, input);
	const message =
		'"Include Shop" adds the column "shop", but the answer already has a column of that name';
	const remedy = 'Rename that column in the query, or turn the option off.';
	expect(failure).toMatchObject({ message, remedy });
});
