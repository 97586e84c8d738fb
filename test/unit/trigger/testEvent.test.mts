import type { IDataObject } from 'n8n-workflow';
import { type Reply, SHOP } from '../../kit/execution.mts';
import { createTrigger } from '../../kit/trigger.mts';

beforeEach(() => {
	jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
});

const row = (id: number, total = 1) => ({ id, total });
const answer = (...rows: object[]): Reply => ({ body: JSON.stringify(rows) });

/** "Fetch test event": what poll.ts gives by hand. */
async function fetchEvent(own: IDataObject, replies: Reply[]) {
	const trigger = createTrigger(own, { replies });
	const result = await trigger.activate({ mode: 'manual', activation: 'manual' }).poll();
	return { ...trigger, ...result };
}

const rows = Array.from({ length: 12 }, (_, id) => row(id));

it('a test event is the first rows of the look-back, and changes nothing', async () => {
	const { rows: found, data, commits, queries } = await fetchEvent({}, [answer(...rows)]);
	expect(found).toEqual(rows.slice(0, 10));
	expect([data, commits()]).toEqual([{}, 0]);
	expect(queries().map(({ period }) => period)).toEqual([
		{ startDate: '2026-06-23', endDate: '2026-06-30' },
	]);
});

it('a test event has as many rows as a run, and the columns of one', async () => {
	const own = { options: { maxRowsPerRun: 2, includeChange: true } };
	const { rows: found } = await fetchEvent(own, [answer(...rows)]);
	expect(found).toEqual([row(0), row(1)].map((each) => ({ ...each, change: { type: 'new' } })));
});

it.each<[string, IDataObject, RegExp]>([
	['Key Columns', { keyColumns: 'key' }, /^"Key Columns" names "key"/],
	['Columns to Ignore', { options: { ignoreColumns: 'at' } }, /^"Columns to Ignore" names "at"/],
	['Max Rows', { options: { maxRows: 11 } }, /^"Max Rows" is 11, but .* 12 rows/],
	['rows', { keyColumns: 'total' }, /^"Key Columns" do not tell all rows apart/],
])('a test event refuses %s that do not fit the rows', async (_, own, message) => {
	expect((await fetchEvent(own, [answer(...rows)])).error!.message).toMatch(message);
});

it('a test event says for which shop and days there are no rows', async () => {
	expect((await fetchEvent({}, [answer()])).error).toMatchObject({
		message: `There are no rows for ${SHOP}, 2026-06-23 to 2026-06-30`,
		description: expect.stringContaining('"Look-Back (Days)"') as string,
	});
});

it('a test event logs what a user should know, once', async () => {
	const { log } = await fetchEvent({}, [{ body: '[{"id":12345678901234567890}]' }]);
	expect(log).toHaveLength(1);
});

it('a test event names a credential that cannot be used, and sends nothing', async () => {
	const trigger = createTrigger();
	trigger.stored.merchantDataApi.baseUrl = 'http://api.example';
	const { error } = await trigger.activate({ mode: 'manual' }).poll();
	expect(error!.failure).toEqual({ cause: 'credential-invalid' });
	expect(trigger.queries()).toEqual([]);
});
