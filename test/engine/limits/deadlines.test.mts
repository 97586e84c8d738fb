import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { Stage } from '../../kit/stage.mts';
import {
	ENDPOINT_OF,
	failuresOf,
	onStage,
	OPERATIONS,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

const TIMEOUT = 500;
const LIMITS = { timeout: TIMEOUT / 1_000 };
const ALL = Object.keys(OPERATIONS) as OperationName[];
const isRead = (operation: OperationName) => ['shops', 'apiKey', 'sql'].includes(operation);

/** The address of a server that listens from now on. */
async function urlOf(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs an operation whose every request meets the fault. */
async function run(stage: Stage, name: OperationName, fault: FaultLike, others: IDataObject = {}) {
	const endpoint = ENDPOINT_OF[name];
	stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
	const started = Date.now();
	const result = await stage.run({
		parameters: { ...parametersOf(name, LIMITS), ...others },
		items: [{ campaign: 'Spring' }],
		onError: 'continueErrorOutput',
	});
	const tookMs = Date.now() - started;
	return { ...result, tookMs, sent: stage.sandbox.requests(endpoint).length };
}

describe('a text whose body does not end', () => {
	const cases = (['stalledBody', 'trickledBody'] as const).flatMap((fault) =>
		ALL.map((operation) => [fault, operation] as const),
	);

	it.concurrent.each(cases)('ends after the timeout (%s): %s', async (fault, operation) => {
		await onStage(async (stage) => {
			const result = await run(stage, operation, fault);
			expect(failuresOf(result)).toMatchObject([
				{ outcome: 'unknown', message: expect.stringContaining('ETIMEDOUT') as string },
			]);
			// What takes too long is asked for once more at most, after a backoff of a second.
			expect(result.sent).toBe(isRead(operation) ? 2 : 1);
			expect(result.tookMs).toBeGreaterThanOrEqual(TIMEOUT);
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

describe.each(['csv', 'json', 'ndjson'])('a %s file', (outputFormat) => {
	it.each<[FaultLike, RegExp]>([
		['stalledBody', /could not be put into a file.*timeout of 0.5 s exceeded/],
		['brokenBody', /could not be put into a file/],
		['falseGzip', /could not be put into a file/],
	])('is an error where its body does not come whole: %s', async (fault, message) => {
		await onStage(async (stage) => {
			const result = await run(stage, 'sql', fault, { outputFormat });
			expect(failuresOf(result)).toHaveLength(1);
			expect(failuresOf(result)[0]!.message).toMatch(message);
		})();
	});

	it(
		'may take longer than the timeout, as long as bytes come',
		onStage(async (stage) => {
			const service = createServer((_, response) => {
				void (async () => {
					for (let bytes = 0; bytes < 10; bytes++) {
						response.write(' ');
						await sleep(TIMEOUT / 4);
					}
					response.end('[{}]');
				})();
			});
			const url = await urlOf(service);
			stage.engine.updateCredential(stage.key, { baseUrl: url });
			const result = await run(stage, 'sql', 'ok', { outputFormat });
			expect(result.tookMs).toBeGreaterThan(2 * TIMEOUT);
			expect(failuresOf(result)).toEqual([]);
			expect(result.success).toHaveLength(1);
			service.close();
		}),
	);
});

describe('when the execution is stopped', () => {
	const ANSWER_MS = 1_500;

	/** A service that answers after a while, and tells how each attempt ended. */
	async function slowService(answerMs: number) {
		const ends: Array<{ path: string; isAnswered: boolean }> = [];
		const answer = async (path: string, response: ServerResponse) => {
			response.on('close', () => {
				ends.push({ path, isAnswered: response.writableFinished });
			});
			await sleep(answerMs);
			response.end('{}');
		};
		let requests = 0;
		const server = createServer((request, response) => {
			request.resume().on('end', () => {
				requests++;
				void answer(request.url!, response);
			});
		});
		return {
			url: await urlOf(server),
			ends,
			received: async () => {
				while (requests === 0) await sleep(5);
			},
			close: () => server.close().closeAllConnections(),
		};
	}

	it.each(ALL)('a read ends at once, anything else is left to finish: %s', async (operation) => {
		await onStage(async (stage) => {
			const service = await slowService(ANSWER_MS);
			for (const id of [stage.oauth, stage.key]) {
				stage.engine.updateCredential(id, { baseUrl: service.url });
			}
			const stop = new AbortController();
			const running = stage.run({
				parameters: parametersOf(operation, { timeout: 30 }),
				items: [{ campaign: 'Spring' }],
				signal: stop.signal,
			});
			await service.received();
			stop.abort();
			await running;
			while (service.ends.length === 0) await sleep(5);
			expect(service.ends).toHaveLength(1);
			const [end] = service.ends;
			expect(end!.isAnswered).toBe(!isRead(operation));
			service.close();
		})();
	});
});
