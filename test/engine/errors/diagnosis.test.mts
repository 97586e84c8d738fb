import type { IDataObject } from 'n8n-workflow';
import type { LoggedEndpoint } from '../../../sandbox/index.mts';
import { sharedStage } from '../../kit/stage.mts';
import {
	failuresOf,
	IN_TURN,
	OF_ITEM,
	type OperationName,
	parametersOf,
	SHOP,
} from '../../kit/operations.mts';

/** What a user is told of a refusal, and what else is asked for it. */

const stage = sharedStage();

const count = (endpoint: LoggedEndpoint) => stage.sandbox.requests(endpoint).length;

/** Runs an operation for one item per shop. */
async function run(operation: OperationName, shops: string[], options: IDataObject = {}) {
	const result = await stage.run({
		parameters: { ...parametersOf(operation, { maxWait: 0, ...options }), ...OF_ITEM },
		items: shops.map((shop, number) => ({ shop, number })),
		onError: 'continueErrorOutput',
	});
	return failuresOf(result);
}

it.each([
	['sql', 'noDataOut', 'compliance:write, orders:write,'],
	['compliance', 'noCompliance', 'orders:write,'],
] as const)(
	'an API key that is refused is inspected once, and nothing more is sent with it: %s',
	async (operation, key, listed) => {
		stage.change({ apiKey: stage.sandbox.apiKeys[key]! });
		const [first, ...rest] = await run(operation, [SHOP, SHOP, SHOP], IN_TURN);
		expect(first).toMatchObject({ status: 401, outcome: 'rejected' });
		const inspected =
			'The service knows this API key, but does not take it here. Its record lists these scopes:';
		expect(first!.description).toContain(`${inspected} ${listed}`);
		const message = 'Not sent: an earlier request failed in a way that retrying cannot fix';
		const notSent = { outcome: 'notSent', message, description: first!.message };
		expect(rest).toMatchObject([notSent, notSent]);
		expect([count(operation), count('apiKey')]).toEqual([1, 1]);
	},
);

it.each([403, 500] as const)(
	'a refused push is a matter of the shop, which stops no other shop (%i)',
	async (status) => {
		stage.sandbox.set({ shopNotGrantedStatus: status });
		const strange = ['not-granted.example', 'other.example'];
		const granted = stage.sandbox.shops.join(', ');
		expect(await run('push', [strange[0]!, SHOP, strange[1]!])).toMatchObject(
			strange.map((shop) => ({
				...{ status, outcome: 'rejected', shop },
				description: expect.stringContaining(
					`The shop ${shop} is not among the granted shops (${granted}).`,
				) as string,
			})),
		);
		expect(stage.sandbox.pushed('ads', SHOP)).toHaveLength(1);
		expect(count('grantedShops')).toBe(1);
	},
);
