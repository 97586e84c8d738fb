import { stopClock } from '../../kit/clock.mts';
import { NOON, sharedTriggerStage } from '../../kit/poller.mts';

const SHOP = 'harbour-goods.example';
const FROM = 'FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY order_id';
const PARAMETERS = {
	shopDomain: SHOP,
	query: `SELECT order_id, date, total ${FROM}`,
	event: 'newOrChangedRows',
	keyColumns: 'order_id',
	lookBackDays: 3,
	startWith: 'onlyNew',
	options: {},
};

const stage = sharedTriggerStage();

const byHand = async (change: object = {}) =>
	await stage.workflow({ parameters: { ...PARAMETERS, ...change } }).byHand();

it('gives the first rows of the window, and changes nothing', async () => {
	const workflow = stage.workflow({ parameters: PARAMETERS });
	const first = stage.sandbox.database
		.prepare(
			"SELECT order_id, date, total FROM all_orders WHERE shop = ? AND date >= '2026-06-27' ORDER BY order_id LIMIT 10",
		)
		.all(SHOP);
	jest.useRealTimers();
	stopClock(NOON);
	expect(await workflow.byHand()).toEqual(first.map((row) => ({ ...row })));
	expect(workflow.saved).toBe('{}');
	expect(await workflow.activate()).toEqual([]);
	const { saved } = workflow;
	await workflow.byHand();
	expect(workflow.saved).toBe(saved);
});

it('shows what the rows of a poll will have', async () => {
	const rows = await byHand({ options: { includeChange: true, maxRowsPerRun: 2 } });
	expect(rows.map(({ change }) => change)).toEqual([{ type: 'new' }, { type: 'new' }]);
});

it('says for which shop and days there are no rows', async () => {
	stopClock('2027-06-30T12:00:00Z');
	await expect(byHand()).rejects.toThrow(
		'There are no rows for harbour-goods.example, 2027-06-27 to 2027-06-30',
	);
});

it('names columns that tell rows not apart, but no value', async () => {
	await expect(byHand({ keyColumns: 'date' })).rejects.toThrow(
		'"Key Columns" do not tell all rows apart: rows 1 and 2 of the answer have the same date',
	);
});

it.each([
	[{ keyColumns: 'id' }, '"Key Columns" names "id", which no row has'],
	[{ options: { ignoreColumns: 'updated' } }, '"Columns to Ignore" names "updated"'],
])('names a column that is not there: %j', async (change, message) => {
	await expect(byHand(change)).rejects.toThrow(message);
});

it('sends the query once, and takes it as it is', async () => {
	const query = `SELECT order_id, total, unixepoch('subsec') AS age ${FROM}`;
	expect(await byHand({ query })).toHaveLength(10);
	expect(stage.sandbox.requests('sql')).toHaveLength(1);
});

it('refuses an answer that does not have all rows', async () => {
	const body = { rows: [{ order_id: 1 }], hasMore: true };
	stage.sandbox.fail('sql', { status: 200, body });
	await expect(byHand()).rejects.toThrow('The answer says that there are more rows than it has');
});
