import type { IDataObject } from 'n8n-workflow';
import { stopClock } from '../../kit/clock.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';

/** The operation `sql: executeQuery` on a shared stage whose clock stands at two at night, UTC. */
export const stage = sharedStage();
beforeEach(() => stopClock('2026-07-01T02:00:00Z'));
afterEach(() => jest.useRealTimers());

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
			query: 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate',
			period: 'yesterday',
			// One after another, if a test orders what becomes of each.
			options: { maxParallelRequests: 1, ...options },
			...parameters,
		},
	});

export const texts = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message);
export const oneShop = () => [{ shop: stage.sandbox.shops[0] }];
