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
	[{ options: { compareColumns: 'total, spend' } }, '"Columns to Compare" names "spend"'],
	[{ options: { ignoreColumns: 'updated' } }, '"Columns to Ignore" names "updated"'],
])('names a column that is not there: %j', async (change, message) => {
	await expect(byHand(change)).rejects.toThrow(message);
});

describe('a query whose rows differ between two runs', () => {
	const query = `SELECT order_id, total, unixepoch('subsec') AS age ${FROM}`;

	it.each([
		['a column', { query }, /"Query" gives other values each time it runs, in every row: age$/],
		['rows without a key', { query, keyColumns: '' }, /in every row: age$/],
		[
			'a key',
			{
				query: `SELECT order_id || unixepoch('subsec') AS id, total ${FROM}`,
				keyColumns: 'id',
				event: 'newRows',
			},
			/in every row: id$/,
		],
	])('is named by %s', async (_, change, message) => {
		await expect(byHand(change)).rejects.toThrow(message);
	});

	it.each([
		['the column is ignored', { query, options: { ignoreColumns: 'age' } }],
		['only new rows are asked for', { query, event: 'newRows' }],
	])('is taken where %s', async (_, change) => {
		expect(await byHand(change)).toHaveLength(10);
	});

	it('is not mistaken for one in which a row was corrected meanwhile', async () => {
		const rows = [
			{ order_id: 1, total: 1 },
			{ order_id: 2, total: 1 },
		];
		stage.sandbox.fail(
			'sql',
			{ status: 200, body: rows },
			{ status: 200, body: [rows[0]!, { order_id: 2, total: 5 }] },
		);
		expect(await byHand()).toEqual(rows);
	});

	it.each([
		['rows without a key', { keyColumns: '' }],
		['rows with one', {}],
	])('is not mistaken for one that gives them in another order: %s', async (_, change) => {
		const rows = Array.from({ length: 12 }, (_each, n) => ({ order_id: n, total: n * n }));
		for (const turn of [1, 5, 11]) {
			const turned = [...rows.slice(turn), ...rows.slice(0, turn)];
			stage.sandbox.fail('sql', { status: 200, body: rows }, { status: 200, body: turned });
			expect(await byHand(change)).toHaveLength(10);
		}
	});

	it.each([
		['a column', { keyColumns: '' }, /in every row: age$/],
		['a column of rows with a key', {}, /in every row: age$/],
		['a key', { keyColumns: 'age', event: 'newRows' }, /in every row: age$/],
	])('is named by %s, in whatever order they come', async (_, change, message) => {
		const aged = (age: number) =>
			Array.from({ length: 12 }, (_each, n) => ({ order_id: n, total: n * n, age: age + n * 10 }));
		stage.sandbox.fail(
			'sql',
			{ status: 200, body: aged(1) },
			{ status: 200, body: aged(2).reverse() },
		);
		await expect(byHand(change)).rejects.toThrow(message);
	});
});
