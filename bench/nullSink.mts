import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export const SQL_PATH = '/api/v2/platform/api/sql';
export const SQL_ROWS = 100_000;

const sqlAnswer = () =>
	JSON.stringify({
		data: Array.from({ length: SQL_ROWS }, (_, n) => ({
			id: n,
			date: '2026-01-15',
			product: `Product ${n % 500}, large`,
			quantity: (n % 7) + 1,
			total: (n % 10_000) / 100,
			currency: 'EUR',
		})),
	});

/**
 * A server that reads bodies and answers at once, so that what is measured is the sender.
 * `GET /taken` gives what arrived since it was asked last. A SQL query gets an answer made before.
 */
export interface NullSink {
	/** Address without a trailing slash. */
	readonly url: string;
	close(): void;
}

export interface Taken {
	requests: number;
	bytes: number;
}

/** @param onRequest called when a body has arrived, before the answer */
export async function startNullSink(onRequest = () => {}): Promise<NullSink> {
	let seen: Taken = { requests: 0, bytes: 0 };
	let prepared: string | undefined;
	const server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		if (request.url === '/taken') {
			response.end(JSON.stringify(seen));
			seen = { requests: 0, bytes: 0 };
			return;
		}
		request.on('data', (chunk: Buffer) => (seen.bytes += chunk.length));
		request.on('end', () => {
			seen.requests++;
			onRequest();
			if (request.url === SQL_PATH) response.end((prepared ??= sqlAnswer()));
			else response.end('{"success":true}');
		});
	});
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** The same in a thread of its own, so that it takes no time from a sender in this one. */
export async function startNullSinkThread(): Promise<NullSink & { take(): Promise<Taken> }> {
	const worker = new Worker(new URL(import.meta.url));
	const url = await new Promise<string>((resolve, reject) => {
		worker.once('message', resolve);
		worker.once('error', reject);
	});
	return {
		url,
		take: async () => (await (await fetch(`${url}/taken`)).json()) as Taken,
		close: () => void worker.terminate(),
	};
}

if (!isMainThread) parentPort?.postMessage((await startNullSink()).url);
