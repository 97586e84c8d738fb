import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { IDataObject } from 'n8n-workflow';
import { TEST_CERTIFICATE } from '../../../sandbox/testCertificate.mts';
import { listen } from '../../kit/listen.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	failuresOf,
	isRead,
	onStage,
	type EndpointName,
	parametersOf,
} from '../../kit/operations.mts';
import type { Stage } from '../../kit/stage.mts';

/** Connections that fail, and answers that do not end. */

const run = async (stage: Stage, operation: EndpointName, options: IDataObject) =>
	await stage.run({
		parameters: parametersOf(operation, options),
		items: [{ n: 1 }, { n: 2 }],
		onError: 'continueErrorOutput',
	});

it.concurrent.each(ALL_OPERATIONS)(
	'an answer that does not end fails after the timeout: %s',
	async (operation) => {
		await onStage(async (stage) => {
			const endpoint = ENDPOINT_OF[operation];
			const fault = isRead(operation) ? 'trickledBody' : 'stalledBody';
			stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
			const failures = failuresOf(await run(stage, operation, { timeout: 0.5, maxWait: 3 }));
			expect(failures[0]!.outcome).toBe('unknown');
			// Only reads are retried. On a busy machine a request may end before the service has seen it.
			const { message } = failures[0]!;
			expect(message).toMatch(isRead(operation) ? /ETIMEDOUT, after 2 attempts/ : /ETIMEDOUT\)/);
			const most = isRead(operation) ? 4 : 2;
			expect(stage.sandbox.requests(endpoint).length).toBeLessThanOrEqual(most);
		})();
	},
);

const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;

/** Servers without a TLS version that the node accepts. */
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

it.each(Object.keys(SERVERS))('a push is not sent to a service with %s', async (name) => {
	await onStage(async (stage) => {
		const { url, close } = await listen(SERVERS[name]!());
		stage.change({ baseUrl: url.replace('http', 'https') });
		const [failure] = failuresOf(await run(stage, 'pushAds', { maxWait: 1 }));
		expect(failure).toMatchObject({ outcome: 'notSent' });
		// Clients that speak TLS may leave their end of such a connection open.
		void close();
	})();
});
