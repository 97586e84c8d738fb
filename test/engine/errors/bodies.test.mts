import type { IDataObject } from 'n8n-workflow';
import { inPieces, withService } from '../../kit/listen.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	failuresOf,
	isRead,
	onStage,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';
import type { Stage } from '../../kit/stage.mts';

/** Bodies of answers that do not end, or that hold other bytes than UTF-8. */

const run = async (
	stage: Stage,
	operation: OperationName,
	{ outputFormat = 'items', ...options }: IDataObject,
) =>
	await stage.run({
		parameters: { ...parametersOf(operation, options), outputFormat },
		items: [{ n: 1 }, { n: 2 }],
		onError: 'continueErrorOutput',
	});

it.concurrent.each(ALL_OPERATIONS)(
	'a text that does not end is given up after the timeout: %s',
	async (operation) => {
		await onStage(async (stage) => {
			const endpoint = ENDPOINT_OF[operation];
			const fault = isRead(operation) ? 'trickledBody' : 'stalledBody';
			stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
			const failures = failuresOf(await run(stage, operation, { timeout: 0.5, maxWait: 2 }));
			expect(failures[0]!.outcome).toBe('unknown');
			// Only what is read is asked for once more. On a busy machine a request may end before the service
			// has seen it.
			const { message } = failures[0]!;
			expect(message).toMatch(isRead(operation) ? /ETIMEDOUT, after 2 tries/ : /ETIMEDOUT\)/);
			const most = isRead(operation) ? 4 : 2;
			expect(stage.sandbox.requests(endpoint).length).toBeLessThanOrEqual(most);
		})();
	},
);

// That it breaks off otherwise is in the tests of sql.
it.concurrent.each(['csv', 'json', 'ndjson'])(
	'a file is an error if its body stalls: %s',
	async (outputFormat) => {
		await onStage(async (stage) => {
			stage.sandbox.fail('sql', 'stalledBody');
			const result = await run(stage, 'sql', { outputFormat, timeout: 3 });
			const message = /could not be put into a file.*timeout of 3 s exceeded/;
			expect(failuresOf(result)).toMatchObject([{ message: expect.stringMatching(message) }]);
			expect(result.success).toHaveLength(1);
		})();
	},
);

const LATIN = inPieces(Buffer.from('[{"id":1,"name":"Müller"}]', 'latin1'), 7);

it.each<[OperationName, outputFormat: string]>([
	...(['items', 'csv', 'ndjson', 'json'] as const).map((each) => ['sql', each] as ['sql', string]),
	...(['shops', 'apiKey', 'push', 'compliance'] as const).map(
		(name) => [name, 'items'] as [OperationName, string],
	),
])(
	'wrong bytes are refused, but do not make what was accepted refused: %s, %s',
	async (...given) => {
		const [operation, outputFormat] = given;
		await onStage(
			async (stage) =>
				await withService(LATIN, async (baseUrl) => {
					stage.change({ baseUrl });
					const result = await run(stage, operation, { outputFormat, maxWait: 0 });
					const failures = isRead(operation) ? [0, 1] : [];
					expect(result.error.map(({ pairedItem }) => pairedItem)).toEqual(
						failures.map((item) => ({ item })),
					);
					expect(result.success.length > 0).toBe(!isRead(operation));
					for (const { message } of failuresOf(result))
						expect(message).toMatch(/cannot be decoded.*not utf-8/);
					expect(JSON.stringify([result.success, result.error])).not.toContain('\uFFFD');
				}),
		)();
	},
);
