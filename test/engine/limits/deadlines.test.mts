import { createServer, type Server } from 'node:http';
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
