import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Container } from '@n8n/di';
import * as config from '@n8n/config';
import type { IDataObject } from 'n8n-workflow';
import { TEST_CERTIFICATE } from '../../../sandbox/testCertificate.mts';
import { line } from '../../kit/engine.mts';
import { inPieces, listen, withService } from '../../kit/listen.mts';
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

/** Connections that do not come about, and bodies of answers that do not end or hold other bytes than UTF-8. */

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

const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;

/** What speaks no TLS that we take, or none at all. */
const SERVERS: Record<string, () => Server> = {
	'TLS of an old version': () =>
		createTlsServer({ ...TEST_CERTIFICATE, ...OLD_TLS }).on('tlsClientError', () => {}),
	'no TLS': () =>
		createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 No\r\n\r\n')),
	'a connection closed at once': () =>
		createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', () => socket.destroy());
		}),
};

describe.each(['push', 'compliance'] as const)(
	'nothing was sent, and that is what it says: %s',
	(operation) => {
		it.each(Object.keys(SERVERS))('%s', async (name) => {
			await onStage(async (stage) => {
				const { url, close } = await listen(SERVERS[name]!());
				stage.change({ baseUrl: url.replace('http', 'https') });
				const [failure] = failuresOf(await run(stage, operation, { maxWait: 1 }));
				expect(failure).toMatchObject({ outcome: 'notSent' });
				// Clients that speak TLS may leave their end of such a connection open.
				void close();
			})();
		});

		if (line === 'n8n-2') {
			it(
				"n8n's protection against requests to inner addresses",
				onStage(async (stage) => {
					const { SsrfProtectionConfig } = config as unknown as Record<string, new () => object>;
					const protection = Container.get(SsrfProtectionConfig!) as { enabled: boolean };
					protection.enabled = true;
					try {
						const failures = failuresOf(await run(stage, operation, { maxWait: 1 }));
						expect(failures[0]).toMatchObject({ outcome: 'notSent' });
					} finally {
						protection.enabled = false;
					}
					expect(stage.sandbox.log).toEqual([]);
				}),
			);
		}
	},
);
