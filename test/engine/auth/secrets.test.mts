import type { IDataObject } from 'n8n-workflow';
import type { Endpoint, FaultLike, SandboxOptions } from '../../../sandbox/index.mts';
import { contentOf } from '../../kit/binaryData.mts';
import type { RunResult } from '../../kit/engine.mts';
import { expectNone, leaks } from '../../kit/leaks.mts';
import { sharedStage } from '../../kit/stage.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	onStage,
	type EndpointName,
	parametersOf,
} from '../../kit/operations.mts';

/** Values that look different in each encoding. */
const API_KEY = 'key/+"\\ & 100%-api=';
const CLIENT_SECRET = 'secret/+"\\ & 100%-client=';

const OPTIONS: SandboxOptions = {
	clientSecret: CLIENT_SECRET,
	apiKeys: [{ key: API_KEY, name: 'full', scopes: ['Data Out', 'Compliance: Write'] }],
};

const shared = sharedStage(OPTIONS);

/** Nothing that leaves the node, or that n8n keeps, contains one in any form. */
const expectNoSecret = (result: RunResult, stage = shared) =>
	expectNone(result, [...stage.secrets(), CLIENT_SECRET]);

async function run(
	operation: EndpointName,
	{ outputFormat = 'items', ...options }: IDataObject = {},
	stage = shared,
): Promise<RunResult[]> {
	const limits = { maxWait: 1, timeout: 2 };
	const parameters = { ...parametersOf(operation, { ...limits, ...options }), outputFormat };
	const items = [{ campaign: 'Spring' }, { campaign: 'Summer' }];
	const results: RunResult[] = [];
	for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
		stage.connect({ expired: true });
		results.push(await stage.run({ parameters, items, onError }));
	}
	return results;
}

function spoil(endpoint: Endpoint, fault: FaultLike, { sandbox } = shared): void {
	sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
}

const FAULTS: FaultLike[] = [
	...[200, 302, 400, 401, 429, 500].map((status) => ({ status, echo: true as const })),
	'reset',
	'timeout',
];

it.each(ALL_OPERATIONS.flatMap((operation) => FAULTS.map((fault) => [operation, fault] as const)))(
	'%s: leaks no secret after %j, which repeats the request if it can',
	async (operation, fault) => {
		const isGood = Object(fault).status === 200;
		const rows = { status: 200, echo: 'asRows' } as const;
		spoil(ENDPOINT_OF[operation], isGood && operation === 'sql' ? rows : fault);
		const timeout = fault === 'timeout' ? 0.3 : 2;
		for (const result of await run(operation, { maxWait: 0, timeout })) {
			expect(result.success.length > 0).toBe(isGood);
			expectNoSecret(result);
		}
	},
);

const ECHOES = [
	{ status: 400, echo: true },
	{ status: 500, echo: true },
	{ status: 401, body: { error: 'invalid_client', error_description: `bad ${CLIENT_SECRET}` } },
	{ status: 200, body: { access_token: 'token-of-an-odd-answer' } },
] as const;

it.concurrent.each(ECHOES)(
	'leaks no secret if the token endpoint fails with %j',
	async (fault) =>
		await onStage(async (stage) => {
			spoil('token', fault, stage);
			for (const result of await run('grantedShops', {}, stage)) expectNoSecret(result, stage);
		}, OPTIONS)(),
	60_000,
);

it.concurrent.each(['rotateSecret', 'removeApp', 'deadRefreshTokens'] as const)(
	'leaks no secret after %s',
	async (fault) =>
		await onStage(async (stage) => {
			stage.sandbox.fail('grantedShops', fault);
			// Long enough to look for five seconds whether another process has refreshed the token.
			const [stopped] = await run('grantedShops', { maxWait: 20 }, stage);
			expect(stopped!.thrown!.message).toContain('must be reconnected');
			expectNoSecret(stopped!, stage);
		}, OPTIONS)(),
	60_000,
);

it.each(['csv', 'json', 'ndjson'])(
	'leaks no secret in a streamed %s file',
	async (outputFormat) => {
		spoil('sql', { status: 200, echo: 'asRows' });
		const [result] = await run('sql', { outputFormat });
		expect(result!.success).toHaveLength(2);
		for (const { binary } of result!.success) {
			const content = await contentOf(binary!.data);
			expect(content).toContain('[redacted]');
			expect(leaks([content], [API_KEY])).toEqual([]);
		}
	},
);
