import type { IDataObject } from 'n8n-workflow';
import { stopClock } from '../../kit/clock.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';

/** The operation `sql: executeQuery` on a shared stage whose clock stands at two at night, UTC. */
export const stage = sharedStage();
beforeEach(() => stopClock('2026-07-01T02:00:00Z'));
afterEach(() => jest.useRealTimers());

export const PER_DAY =
	'SELECT date, count(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate GROUP BY date ORDER BY date';
export const NONE = 'SELECT order_id FROM orders WHERE date = @startDate AND 1 = 0';

export type Choice = Omit<RunOptions, 'parameters'> & { options?: IDataObject } & IDataObject;

/** Runs the operation; what is not a setting of the run is a parameter of the node. */
export const sql = async ({ items, onError, settings, options, ...parameters }: Choice) =>
	await stage.run({
		items: items ?? stage.sandbox.shops.map((name) => ({ shop: name })),
		onError,
		settings: settings ?? { timezone: 'Europe/Berlin' },
		parameters: {
			resource: 'sql',
			operation: 'executeQuery',
			shopDomain: '={{ $json.shop }}',
			query: PER_DAY,
			period: 'yesterday',
			// One after another, where a test orders what becomes of each.
			options: { maxParallelRequests: 1, ...options },
			...parameters,
		},
	});

export const bodies = () => stage.sandbox.requests('sql').map(({ body }) => body);
export const periods = () =>
	bodies().map((body) => Object.values((body as { period: object }).period).join(' '));
export const texts = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message);
export const oneShop = () => [{ shop: stage.sandbox.shops[0] }];
export const failure = (item: { json: IDataObject } | undefined) => item?.json.error as IDataObject;

/** What the sandbox answers to the next query. */
export const answerWith = (body: unknown) => stage.sandbox.fail('sql', { status: 200, body });
