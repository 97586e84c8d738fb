import type { IDataObject } from 'n8n-workflow';
import type { EndpointName } from '../../nodes/MerchantData/service/endpoints.ts';
import type { SandboxOptions } from '../../sandbox/index.mts';
import { endpoints, parametersOfPush, PUSHES } from './endpoints.mts';
import type { RunResult } from './engine.mts';
import { createStage, type Stage } from './stage.mts';

export type { EndpointName };

/** The shop that requests are for, unless a test is about shops. */
export const SHOP = 'harbour-goods.example';

/** One request after another, if a test orders what becomes of each. */
export const IN_TURN = { maxParallelRequests: 1 } as const;

/** Those that are no push. */
const OTHERS = {
	grantedShops: { resource: 'shop', operation: 'getAll' },
	inspectApiKey: { resource: 'apiKey', operation: 'get' },
	sql: {
		resource: 'sql',
		operation: 'executeQuery',
		shopDomain: SHOP,
		query: 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate',
		period: 'custom',
		startDate: '2026-06-01',
		endDate: '2026-06-02',
	},
	createDeletionRequest: {
		resource: 'deletionRequest',
		operation: 'create',
		shopDomain: SHOP,
		emails: 'ada@example.com',
	},
};

/** An operation for each endpoint, by its name, with parameters that make one request per item. */
export const OPERATIONS = Object.fromEntries([
	...Object.entries(OTHERS),
	...PUSHES.map((name) => [name, parametersOfPush(name, SHOP)]),
]) as Record<EndpointName, IDataObject>;

/** Whether it may be repeated, and ended at any time. */
export const isRead = (operation: EndpointName): boolean => endpoints[operation].repeatable;

export const parametersOf = (name: EndpointName, options: IDataObject = {}): IDataObject => ({
	...OPERATIONS[name],
	options,
});

export interface Failure {
	code: string;
	message: string;
	description: string;
	outcome: string;
	status?: number | null;
}

export const failuresOf = ({ error }: RunResult): Failure[] =>
	error.map(({ json }) => json.error as unknown as Failure);

export const hintsOf = ({ hints }: RunResult): string =>
	hints.map(({ message }) => message).join('\n');

/** The body of a test with its own stage: with `it.concurrent`, tests that mostly wait can run at once. */
export const onStage =
	(test: (stage: Stage) => Promise<void>, options?: SandboxOptions) => async (): Promise<void> => {
		const stage = await createStage(options);
		try {
			await test(stage);
			expect(stage.sandbox.pendingFaults).toBe(0);
		} finally {
			await stage.close();
		}
	};
