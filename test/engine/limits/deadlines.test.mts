import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { withService } from '../../kit/listen.mts';
import type { Stage } from '../../kit/stage.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	type Failure,
	failuresOf,
	isRead,
	onStage,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

/** Runs an operation whose every request meets the fault. @param timeout in seconds */
async function run(
	stage: Stage,
	name: OperationName,
	fault: FaultLike,
	{ timeout = 30, ...others }: IDataObject = {},
) {
	const endpoint = ENDPOINT_OF[name];
	stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
	const result = await stage.run({
		parameters: { ...parametersOf(name, { timeout }), ...others },
		items: [{ campaign: 'Spring' }],
		onError: 'continueErrorOutput',
	});
	return { ...result, sent: stage.sandbox.requests(endpoint).length };
}

describe('a text whose body does not end', () => {
	const cases = (['stalledBody', 'trickledBody'] as const).flatMap((fault) =>
		ALL_OPERATIONS.map((operation) => [fault, operation] as const),
	);

	it.concurrent.each(cases)('ends after the timeout (%s): %s', async (fault, operation) => {
		await onStage(async (stage) => {
			const result = await run(stage, operation, fault, { timeout: 0.5 });
			const [{ outcome, message }] = failuresOf(result) as [Failure];
			expect(outcome).toBe('unknown');
			// What takes too long is asked for once more at most, and only what is read. On a busy machine a
			// request may end before the service has seen it.
			expect(message).toMatch(isRead(operation) ? /ETIMEDOUT, after 2 tries/ : /ETIMEDOUT\)/);
			expect(result.sent).toBeLessThanOrEqual(isRead(operation) ? 2 : 1);
		})();
	});
});

describe('a body that cannot be read', () => {
	it.each<[FaultLike, RegExp]>([
		['falseGzip', /Z_DATA_ERROR/],
		['brokenBody', /did not answer/],
	])('leaves it unknown what became of a push: %s', async (fault, message) => {
		await onStage(async (stage) => {
			const result = await run(stage, 'push', fault);
			expect(failuresOf(result)).toMatchObject([{ outcome: 'unknown' }]);
			expect(failuresOf(result)[0]!.message).toMatch(message);
			expect(stage.sandbox.pushed('ads')).toHaveLength(1);
			expect(result.sent).toBe(1);
		})();
	});
});

describe('a file', () => {
	const formats = ['csv', 'json', 'ndjson'];
	async function* slowly() {
		for (let bytes = 0; bytes < 9; bytes++) {
			yield ' ';
			await sleep(500);
		}
		yield '[{}]';
	}
	const answerSlowly: RequestListener = (_, response) =>
		void Readable.from(slowly()).pipe(response);

	// That it breaks off otherwise is in the tests of sql.
	it.concurrent.each(formats)('is an error where its body stalls: %s', async (outputFormat) => {
		await onStage(async (stage) => {
			const result = await run(stage, 'sql', 'stalledBody', { outputFormat, timeout: 3 });
			const message = /could not be put into a file.*timeout of 3 s exceeded/;
			expect(failuresOf(result)).toMatchObject([{ message: expect.stringMatching(message) }]);
		})();
	});

	it.concurrent.each(formats)(
		'may take longer than the timeout, as long as bytes come: %s',
		async (outputFormat) => {
			await onStage(
				async (stage) =>
					await withService(answerSlowly, async (baseUrl) => {
						stage.change({ baseUrl });
						const result = await run(stage, 'sql', 'ok', { outputFormat, timeout: 3 });
						expect(failuresOf(result)).toEqual([]);
						expect(result.success).toHaveLength(1);
					}),
			)();
		},
	);
});
