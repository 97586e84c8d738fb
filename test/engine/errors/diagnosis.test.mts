import type { IDataObject } from 'n8n-workflow';
import type { LoggedEndpoint } from '../../../sandbox/index.mts';
import { sharedStage } from '../../kit/stage.mts';
import {
	type Failure,
	failuresOf,
	IN_TURN,
	OF_ITEM,
	type OperationName,
	parametersOf,
	SHOP,
} from '../../kit/operations.mts';

const stage = sharedStage();

const STRANGE = 'not-granted.example';
const count = (endpoint: LoggedEndpoint) => stage.sandbox.requests(endpoint).length;
const useKey = (name: string) =>
	stage.engine.updateCredential(stage.key, { apiKey: stage.sandbox.apiKeys[name] ?? name });

/** Runs an operation for one item per shop. */
async function run(
	operation: OperationName,
	shops: string[],
	options: IDataObject = {},
): Promise<Failure[]> {
	const result = await stage.run({
		parameters: { ...parametersOf(operation, { maxWait: 0, ...options }), ...OF_ITEM },
		items: shops.map((shop, number) => ({ shop, number })),
		onError: 'continueErrorOutput',
	});
	return failuresOf(result);
}

describe('an API key that is refused', () => {
	const inspected = 'The service knows this API key';
	afterEach(() => useKey('full'));

	it.each(['sql', 'compliance'] as const)(
		'is inspected once, and nothing more is sent with it: %s',
		async (operation) => {
			useKey(operation === 'sql' ? 'noDataOut' : 'noCompliance');
			const [first, ...rest] = await run(operation, [SHOP, SHOP, SHOP], IN_TURN);
			expect(first).toMatchObject({ status: 401, outcome: 'rejected' });
			expect(first!.description).toContain(
				`${inspected}. Its scopes are: ${operation === 'sql' ? 'Compliance: Write' : 'Data Out'}, Orders: Write,`,
			);
			expect(rest).toHaveLength(2);
			for (const { outcome, message, description } of rest) {
				expect([outcome, message]).toEqual([
					'notSent',
					'Not sent, because an earlier request failed for good',
				]);
				expect(description).toBe(first!.message);
			}
			expect([count(operation), count('apiKey')]).toEqual([1, 1]);
		},
	);

	it.each(['revoked', 'a-key-that-was-never-issued'])('is unknown: %s', async (key) => {
		useKey(key);
		const [failure] = await run('sql', [SHOP]);
		expect(failure!.description).toContain('The service does not know this API key');
		expect(count('apiKey')).toBe(1);
	});
});

describe('a refused push', () => {
	it.each([403, 500] as const)(
		'is a matter of the shop, which stops no other shop (%i)',
		async (status) => {
			stage.sandbox.set({ shopNotGrantedStatus: status });
			const failures = await run('push', [STRANGE, SHOP, 'other.example']);
			expect(failures).toMatchObject([
				{ status, outcome: 'rejected', shop: STRANGE },
				{ status, outcome: 'rejected', shop: 'other.example' },
			]);
			for (const [index, shop] of [STRANGE, 'other.example'].entries()) {
				expect(failures[index]!.description).toContain(
					`The shop ${shop} is not among the granted shops (${stage.sandbox.shops.join(', ')}).`,
				);
			}
			expect(stage.sandbox.pushed('ads', SHOP)).toHaveLength(1);
			expect(count('grantedShops')).toBe(1);
		},
	);

	it('is a matter of the scope where the shop is granted, which stops the endpoint', async () => {
		stage.connect({ scopes: ['read_data', 'email-sms:write'] });
		const [one, two] = stage.sandbox.shops;
		const failures = await run('push', [one!, two!, one!], IN_TURN);
		const firstOf = (shop: string) =>
			failures.find((failure) => (failure as unknown as IDataObject).shop === shop)!;
		expect(firstOf(one!)).toMatchObject({ status: 403, outcome: 'rejected' });
		expect(firstOf(one!).description).toContain(`The shop ${one!} is among the granted shops.`);
		expect(firstOf(two!)).toMatchObject({ outcome: 'notSent' });
		expect(firstOf(two!).description).toContain('403');
		expect([count('ads'), count('grantedShops')]).toEqual([1, 1]);
		expect(await run('pushEmailSms', [one!])).toEqual([]);
	});
});

it('a SQL 403 stops nothing: its cause is the shop', async () => {
	stage.sandbox.fail('sql', 403);
	const failures = await run('sql', [SHOP, SHOP]);
	expect(failures).toHaveLength(1);
	expect(failures[0]!.description).toContain('shopId');
	expect(count('sql')).toBe(2);
});

describe('the block for the support of the service', () => {
	const HEADING = '--- For the support of the service ---\n';
	const linesOf = ({ description }: Failure) =>
		Object.fromEntries(
			description
				.split(HEADING)[1]!
				.split('\n')
				.map((line) => /^\| (\w+): (.*)$/.exec(line)!.slice(1)),
		);

	it.each<[OperationName, string, RegExp]>([
		// A row may hold people's data, so its fields stand for it.
		[
			'push',
			'POST /api/v2/data-in/ads',
			/^1 rows\. Fields of the first: shop \(string\), number \(number\)$/,
		],
		['sql', 'POST /api/v2/platform/api/sql', /SELECT date FROM orders/],
		[
			'compliance',
			'POST /api/v2/compliance/requests/create-request',
			/^(?!.*ada@).*"emails":1,"phones":0/,
		],
	])('ends the error of a 500 that stays: %s', async (operation, endpoint, payload) => {
		stage.sandbox.chaos({
			endpoints: [operation === 'push' ? 'ads' : (operation as 'sql' | 'compliance')],
			probability: 1,
			faults: [{ status: 500, body: { message: 'backend 17 is down' } }],
		});
		const [failure] = await run(operation, [SHOP], { maxWait: 1 });
		const lines = linesOf(failure!);
		expect(lines).toEqual({
			Time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
			Shop: SHOP,
			Endpoint: endpoint,
			Response: '500 {"message":"backend 17 is down"}',
			Payload: expect.stringMatching(payload) as string,
		});
	});
});
