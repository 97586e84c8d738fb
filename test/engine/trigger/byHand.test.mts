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

it('sends the query once, and takes it as it is', async () => {
	const query = `SELECT order_id, total, unixepoch('subsec') AS age ${FROM}`;
	expect(await byHand({ query })).toHaveLength(10);
	expect(stage.sandbox.requests('sql')).toHaveLength(1);
});
