import type { IDataObject } from 'n8n-workflow';
import type { EndpointName } from '../../nodes/MerchantData/service/endpoints.ts';
import type { Endpoint, SandboxOptions } from '../../sandbox/index.mts';
import { namesWith, parametersOfPush, PUSHES, type PushName, sandboxNameOf } from './endpoints.mts';
import type { RunResult } from './engine.mts';
import { createStage, SHOP_OF_ITEM, type Stage } from './stage.mts';

/** The shop that requests are for, unless a test is about shops. */
export const SHOP = 'harbour-goods.example';

/** Both fields that name a shop, by the item. */
export const OF_ITEM = { shop: SHOP_OF_ITEM, shopDomain: '={{ $json.shop }}' };

/** One request after another, if a test orders what becomes of each. */
export const IN_TURN = { maxParallelRequests: 1 } as const;

/** Operations that are no push, with parameters that make one request per item. */
const OTHERS = {
	shops: { resource: 'shop', operation: 'getAll' },
	apiKey: { resource: 'apiKey', operation: 'get' },
	sql: {
		resource: 'sql',
		operation: 'executeQuery',
		shopDomain: SHOP,
		query: 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate',
		period: 'custom',
		startDate: '2026-06-01',
		endDate: '2026-06-02',
	},
	compliance: {
		resource: 'deletionRequest',
		operation: 'create',
		shopDomain: SHOP,
		emails: 'ada@example.com',
	},
};

type OtherPush = Exclude<PushName, 'pushAds'>;

/** What the operation of an endpoint is called here. Pushes are called as the endpoint, but for the first one. */
const NAMES = {
	grantedShops: 'shops',
	inspectApiKey: 'apiKey',
	sql: 'sql',
	createDeletionRequest: 'compliance',
	pushAds: 'push',
} as const satisfies Record<Exclude<EndpointName, OtherPush>, string>;
export type OperationName = (typeof NAMES)[keyof typeof NAMES] | OtherPush;
const nameOf = (endpoint: EndpointName): OperationName =>
	(NAMES as Partial<Record<EndpointName, OperationName>>)[endpoint] ?? (endpoint as OtherPush);

const pushes = Object.fromEntries(
	PUSHES.map((name) => [nameOf(name), parametersOfPush(name, SHOP)]),
) as Record<'push' | OtherPush, IDataObject>;
/** One operation per endpoint, with parameters that make one request per item. */
export const OPERATIONS: Record<OperationName, IDataObject> = { ...OTHERS, ...pushes };
export const ALL_OPERATIONS = namesWith().map(nameOf);

/** Whether it may be repeated, and ended at any time. */
export const isRead = (operation: OperationName): boolean =>
	namesWith({ repeatable: true }).map(nameOf).includes(operation);

/** Where the sandbox logs the requests of an operation. */
export const ENDPOINT_OF = Object.fromEntries(
	namesWith().map((name) => [nameOf(name), sandboxNameOf(name)]),
) as Record<OperationName, Endpoint>;

/** The node's parameters for an operation, with options. */
export const parametersOf = (name: OperationName, options: IDataObject = {}): IDataObject => ({
	...OPERATIONS[name],
	options,
});

/** What an error item says of its failure. */
export interface Failure {
	message: string;
	description: string;
	outcome: string;
	status?: number | null;
}

/** The failures on the error output, one per item. */
export const failuresOf = ({ error }: RunResult): Failure[] =>
	error.map(({ json }) => json.error as unknown as Failure);

/** All texts of the hints. */
export const hintsOf = ({ hints }: RunResult): string =>
	hints.map(({ message }) => message).join('\n');

/**
 * The body of a test that has a stage of its own, so that tests that mostly wait can run at once
 * with `it.concurrent`.
 */
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
