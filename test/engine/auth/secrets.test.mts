import { bytesOf } from '../../kit/binaryData.mts';
import { expectNone } from '../../kit/leaks.mts';
import { onStage, parametersOf } from '../../kit/operations.mts';

/** Secrets in files. Those of the token endpoint are in oddTokens.test.mts, other answers in errors/answers.test.mts. */

/** It looks different in each encoding. */
const API_KEY = 'key/+"\\ & 100%-api=';
const OPTIONS = { apiKeys: [{ key: API_KEY, name: 'full', scopes: ['Data Out'] }] };

it.concurrent.each(['csv', 'json', 'ndjson'])(
	'a streamed %s file leaks no secret',
	async (format) => {
		await onStage(async ({ sandbox, run, secrets }) => {
			sandbox.fail('sql', { status: 200, echo: 'asRows' });
			const result = await run({ parameters: { ...parametersOf('sql'), outputFormat: format } });
			const content = String(await bytesOf(result.success[0]!.binary!.data));
			expect(content).toContain('[redacted]');
			expectNone({ ...result, content }, [...secrets(), API_KEY]);
		}, OPTIONS)();
	},
);
