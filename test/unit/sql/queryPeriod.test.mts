import { Client } from '../../../nodes/MerchantData/service/client.ts';
import type { SqlInput } from '../../../nodes/MerchantData/sql/request.ts';
import { queryPeriod } from '../../../nodes/MerchantData/sql/queryPeriod.ts';
import { createContext, ended, type Reply, SHOP } from '../../kit/execution.mts';
import { LIMITS } from '../../kit/client.mts';

beforeEach(() => void jest.useFakeTimers());

const PERIOD = { startDate: '2026-03-01', endDate: '2026-03-31' };
const QUERY = 'SELECT 1';
const limits = { ...LIMITS, maxWait: 0 };
const LONG = '12345678901234567890';

async function resultOf(reply: Reply, more: Partial<SqlInput> = {}) {
	const { context } = createContext({ replies: [reply] });
	const asking = { client: new Client(context) as never, context: context as never };
	const fields = { shop: SHOP, query: QUERY, limits, format: 'rows', rowsField: '' };
	const own = { item: 2, period: PERIOD, limit: Infinity, ...more };
	const input = { ...fields, ...own } as SqlInput;
	const { value, error } = await ended(queryPeriod(asking, input));
	if (!value) throw error;
	expect(value.input).toBe(input);
	return value;
}

it.each([1, 2, 3])('gives %i rows at most', async (limit) => {
	const rows = [{ a: 1 }, { a: 2 }].slice(0, limit);
	const result = await resultOf({ body: '[{"a":1},{"a":2}]' }, { limit });
	const items = rows.map((json) => ({ json, pairedItem: { item: 2 } }));
	expect(result).toMatchObject({ items, count: rows.length, notes: [] });
});

it.each([
	['{"a":1}', { a: 1 }, []],
	['text', 'text', []],
	['{"error":"x"}', { error: 'x' }, []],
	[`{"a":${LONG}}`, { a: LONG }, [expect.stringContaining('too long for n8n')]],
])('gives the answer %s as it came', async (body, response, notes) => {
	const result = await resultOf({ body }, { format: 'raw', includeShop: true });
	const json = { period: PERIOD, shop: SHOP, response };
	expect(result).toMatchObject({ items: [{ json, pairedItem: { item: 2 } }], count: 1, notes });
	// Items of n8n may be changed by nodes behind.
	expect(result.items[0]!.json.period).not.toBe(PERIOD);
});

it.each<[string, RegExp[]]>([
	['{"data":[{"a":1}],"pageToken":"x"}', [/more rows than it has \("pageToken"\)/]],
	['[{"id":1,"n":5,"id":77}]', [/called "id", and the rows have the last one only/]],
	[`[{"error":"x","error":${LONG}}]`, [/called "error"/, /too long for n8n/, /under "row"/]],
])('says what was learned of %s', async (body, hints) => {
	const { notes } = await resultOf({ body });
	expect(notes).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
});

it.each(['{"jobComplete":false,"rows":[]}', '{"rows":[{"a":1}],"status":"running"}'])(
	'fails for %s, which is not finished, and gives it as it came if that is chosen',
	async (body) => {
		const message = expect.stringContaining('has not finished the query') as string;
		expect(await resultOf({ body })).toMatchObject({ failure: { message }, items: [] });
		const { items } = await resultOf({ body }, { format: 'raw' });
		expect(items[0]!.json.response).toEqual(JSON.parse(body));
	},
);

it('adds the shop to each row, but not in place of a column', async () => {
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

it('does not throw, so that other periods go on', async () => {
	const { failure, count, items } = await resultOf({ status: 403 });
	expect([count, items]).toEqual([0, []]);
	expect(failure).toMatchObject({ status: 403, context: { itemIndex: 2 } });
});
