import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Container } from '@n8n/di';
import * as config from '@n8n/config';
import { TEST_CERTIFICATE } from '../../../sandbox/testCertificate.mts';
import { line } from '../../kit/engine.mts';
import { listen } from '../../kit/listen.mts';
import type { Stage } from '../../kit/stage.mts';
import { failuresOf, onStage, type OperationName, parametersOf } from '../../kit/operations.mts';

const WRITES = ['push', 'compliance'] as const;

const run = async (stage: Stage, operation: OperationName) =>
	await stage.run({
		parameters: parametersOf(operation, { maxWait: 1, batchSize: 1 }),
		items: [{ campaign: 'Spring' }],
		onError: 'continueErrorOutput',
	});

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

describe.each(WRITES)('nothing was sent, and that is what it says: %s', (operation) => {
	it.each(Object.keys(SERVERS))('%s', async (name) => {
		await onStage(async (stage) => {
			const { url, close } = await listen(SERVERS[name]!());
			stage.change({ baseUrl: url.replace('http', 'https') });
			expect(failuresOf(await run(stage, operation))).toMatchObject([{ outcome: 'notSent' }]);
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
					const result = await run(stage, operation);
					expect(failuresOf(result)).toMatchObject([{ outcome: 'notSent' }]);
				} finally {
					protection.enabled = false;
				}
				expect(stage.sandbox.log).toEqual([]);
			}),
		);
	}
});
