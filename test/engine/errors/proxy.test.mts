import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../../kit/engine.mts';
import { expectNone } from '../../kit/leaks.mts';
import { listen } from '../../kit/listen.mts';
import {
	type Failure,
	failuresOf,
	parametersOf,
	type EndpointName,
} from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** n8n goes through a proxy if HTTPS_PROXY names one, whose address may hold a password. */

/** What a proxy does when it is asked for the way to a service (CONNECT). */
type Gate = (client: Socket, headers: IncomingHttpHeaders) => void;

/** Refuses with a page that repeats the request's headers, as Squid's do. */
const refuse =
	(status: number): Gate =>
	(client, headers) => {
		const page = `<html><h1>Refused</h1><pre>${JSON.stringify(headers)}</pre></html>`;
		const length = `Content-Length: ${page.length}`;
		client.end(`HTTP/1.1 ${status} Refused\r\nContent-Type: text/html\r\n${length}\r\n\r\n${page}`);
	};

const PASSWORD = 'pass-for-the-proxy';
/** What carries the password in a header. */
const LOGIN = Buffer.from(`user:${PASSWORD}`).toString('base64');

async function startProxy() {
	const server = createServer((_, answer) => void answer.writeHead(400).end());
	/** Node's server lets go of those that have asked for the way. */
	const clients = new Set<Socket>();
	const { url, close } = await listen(server);
	const proxy = {
		url: url.replace('//', `//user:${PASSWORD}@`),
		/** How often it was asked for the way, and what it does then. */
		asked: 0,
		gate: refuse(407),
		async close() {
			for (const client of clients) client.destroy();
			await close();
		},
	};
	server.on('connect', ({ headers }, client: Socket) => {
		proxy.asked++;
		clients.add(client);
		client.on('error', () => client.destroy());
		proxy.gate(client, headers);
	});
	return proxy;
}

const stage = sharedStage({ https: 'selfSigned' });
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeEach(async () => {
	proxy = await startProxy();
	process.env.HTTPS_PROXY = proxy.url;
});
afterEach(async () => {
	delete process.env.HTTPS_PROXY;
	await proxy.close();
});

/** Runs an operation, whose body is too large for one write, and finds the password nowhere. */
async function run(operation: EndpointName, options: IDataObject = {}): Promise<RunResult> {
	const result = await stage.run({
		parameters: parametersOf(operation, { maxWait: 3, timeout: 1, ...options }),
		items: [{ campaign: 'Spring', note: 'x'.repeat(300_000) }],
		onError: 'continueErrorOutput',
	});
	expectNone(result, [PASSWORD, LOGIN]);
	return result;
}

const opened =
	(then: (client: Socket) => void): Gate =>
	(client) => {
		client.write('HTTP/1.1 200 OK\r\n\r\n');
		client.once('data', () => then(client));
	};
const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\n';

/**
 * n8n 2.x tells of a refusal no more than its status, which the service may have sent as well. So only 407,
 * which is a proxy's by definition, is known to be one. A push is repeated only if it cannot have arrived.
 */
it.each<[what: string, gate: Gate, outcome: string, tries: number]>([
	['asks for a password (407)', refuse(407), 'notSent', 1],
	['hangs up', (client) => client.end(), 'notSent', 2],
	['answers in half a line', (client) => client.end('HTTP/1'), 'notSent', 2],
	['sends no header', (client) => client.end(`${BAD_GATEWAY}no header\r\n\r\n`), 'notSent', 2],
	['hangs up before TLS', opened((client) => client.end()), 'notSent', 2],
	['uses no TLS', opened((client) => client.end(`${BAD_GATEWAY}\r\n`)), 'notSent', 1],
	['cannot reach the service (502)', refuse(502), 'unknown', 1],
	['cannot reach the service (503)', refuse(503), 'rejected', 1],
	['does not answer', () => {}, 'unknown', 1],
])('a push through a proxy that %s', async (_, gate, outcome, tries) => {
	proxy.gate = gate;
	expect(failuresOf(await run('pushAds'))).toMatchObject([{ outcome }]);
	// After a 500, 502 or 504 of a push, the granted shops are asked for.
	expect(proxy.asked).toBeGreaterThanOrEqual(tries);
	if (outcome === 'notSent') expect(proxy.asked).toBe(tries);
	expect(stage.sandbox.pushed('ads')).toEqual([]);
});

// The error of a 500 has all of the answer, for the support of the service.
it.each([403, 429, 500])(
	'an error does not contain the password that a proxy repeats: %i',
	async (status) => {
		proxy.gate = refuse(status);
		for (const operation of ['pushAds', 'sql', 'inspectApiKey'] as const) {
			const [{ message }] = failuresOf(await run(operation, { maxWait: 0 })) as [Failure];
			expect(message).toContain('Refused');
		}
	},
);
