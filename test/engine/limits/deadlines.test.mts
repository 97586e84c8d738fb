import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { withService } from '../../kit/listen.mts';
import type { Stage } from '../../kit/stage.mts';
import {
	ENDPOINT_OF,
	type Failure,
	failuresOf,
	onStage,
	OPERATIONS,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

const ALL = Object.keys(OPERATIONS) as OperationName[];
const isRead = (operation: OperationName) => ['shops', 'apiKey', 'sql'].includes(operation);

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
		ALL.map((operation) => [fault, operation] as const),
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
	const faults: Array<[FaultLike, number, RegExp]> = [
		['stalledBody', 3, /could not be put into a file.*timeout of 3 s exceeded/],
		['brokenBody', 30, /could not be put into a file/],
		['falseGzip', 30, /could not be put into a file/],
	];
	const cases = formats.flatMap((format) => faults.map((fault) => [format, ...fault] as const));

	it.concurrent.each(cases)(
		'is an error where its body does not come whole: %s, %s',
		async (outputFormat, fault, timeout, message) => {
			await onStage(async (stage) => {
				const result = await run(stage, 'sql', fault, { outputFormat, timeout });
				expect(failuresOf(result)).toMatchObject([{ message: expect.stringMatching(message) }]);
			})();
		},
	);

	it.concurrent.each(formats)(
		'may take longer than the timeout, as long as bytes come: %s',
		async (outputFormat) => {
			const slowly: RequestListener = (_, response) => {
				void (async () => {
					for (let bytes = 0; bytes < 9; bytes++) {
						response.write(' ');
						await sleep(500);
					}
					response.end('[{}]');
				})();
			};
			await onStage(
				async (stage) =>
					await withService(slowly, async (baseUrl) => {
						stage.change({ baseUrl });
						const result = await run(stage, 'sql', 'ok', { outputFormat, timeout: 3 });
						expect(failuresOf(result)).toEqual([]);
						expect(result.success).toHaveLength(1);
					}),
			)();
		},
	);
});

it.each(ALL)(
	'when the execution is stopped a read ends at once, anything else is left to finish: %s',
	async (operation) =>
		await onStage(async (stage) => {
			const requests: ServerResponse[] = [];
			const keep: RequestListener = (request, response) =>
				void request.resume().on('end', () => requests.push(response));
			await withService(keep, async (baseUrl) => {
				stage.change({ baseUrl });
				const stop = new AbortController();
				const running = stage.run({
					parameters: parametersOf(operation, { timeout: 30 }),
					items: [{ campaign: 'Spring' }],
					signal: stop.signal,
				});
				while (requests.length === 0) await sleep(5);
				const [response] = requests as [ServerResponse];
				const closed = once(response, 'close');
				stop.abort();
				if (!isRead(operation)) {
					// Long enough to see that it is not ended; a busy machine may take longer.
					await sleep(300);
					response.end('{}');
				}
				await closed;
				await running;
				expect(response.writableFinished).toBe(!isRead(operation));
				expect(requests).toHaveLength(1);
			});
		})(),
);
