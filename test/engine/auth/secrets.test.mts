import type { IDataObject } from 'n8n-workflow';
import type { Endpoint, FaultLike, SandboxOptions } from '../../../sandbox/index.mts';
import { contentOf } from '../../kit/binaryData.mts';
import type { RunResult } from '../../kit/engine.mts';
import { expectNone, leaks } from '../../kit/leaks.mts';
import { onStage, type EndpointName, parametersOf } from '../../kit/operations.mts';
import type { Stage } from '../../kit/stage.mts';

/** Secrets of the token endpoint and in files. The answers of other endpoints are drawn in errors/answers.test.mts. */

/** Values that look different in each encoding. */
const API_KEY = 'key/+"\\ & 100%-api=';
const CLIENT_SECRET = 'secret/+"\\ & 100%-client=';

const OPTIONS: SandboxOptions = {
	clientSecret: CLIENT_SECRET,
	apiKeys: [{ key: API_KEY, name: 'full', scopes: ['Data Out', 'Compliance: Write'] }],
};

/** Runs an operation of an expired connection, whose endpoint fails so each time; it leaves no secret in any form. */
async function run(
	stage: Stage,
	operation: EndpointName,
	endpoint: Endpoint,
	fault: FaultLike,
	fields: IDataObject = {},
): Promise<RunResult> {
	stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
	stage.connect({ expired: true });
	// Long enough to look for five seconds whether another process has refreshed the token.
	const parameters = { ...parametersOf(operation, { maxWait: 7 }), ...fields };
	const result = await stage.run({ parameters, onError: 'continueErrorOutput' });
	expectNone(result, [...stage.secrets(), CLIENT_SECRET]);
	return result;
}

it.concurrent.each<FaultLike>([
	{ status: 400, echo: true },
	{ status: 500, echo: true },
	{ status: 401, body: { error: 'invalid_client', error_description: `bad ${CLIENT_SECRET}` } },
	{ status: 200, body: { access_token: 'token-of-an-odd-answer' } },
	'rotateSecret',
	'removeApp',
])(
	'an execution leaks no secret if the token endpoint fails with %j',
	async (fault) =>
		await onStage(
			async (stage) => void (await run(stage, 'grantedShops', 'token', fault)),
			OPTIONS,
		)(),
	60_000,
);

it.concurrent.each(['csv', 'json', 'ndjson'])(
	'a streamed %s file leaks no secret',
	async (outputFormat) =>
		await onStage(async (stage) => {
			const fault = { status: 200, echo: 'asRows' } as const;
			const { success } = await run(stage, 'sql', 'sql', fault, { outputFormat });
			const content = await contentOf(success[0]!.binary!.data);
			expect(content).toContain('[redacted]');
			expect(leaks([content], [API_KEY])).toEqual([]);
		}, OPTIONS)(),
);
