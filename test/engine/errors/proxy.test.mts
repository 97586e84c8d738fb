import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { RunResult } from '../../kit/engine.mts';
import { listen } from '../../kit/listen.mts';
import { failuresOf, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** n8n goes through a proxy if HTTPS_PROXY names one. */

/** What a proxy does when it is asked for the way to a service (CONNECT). */
type Gate = (client: Socket) => void;

const refuse =
	(status: number): Gate =>
	(client) =>
		client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 7\r\n\r\nRefused`);

async function startProxy() {
	const server = createServer((_, answer) => void answer.writeHead(400).end());
	/** Node's server lets go of those that have asked for the way. */
	const clients = new Set<Socket>();
	const { url, close } = await listen(server);
	const proxy = {
		url,
		/** How often it was asked for the way, and what it does then. */
		asked: 0,
		gate: refuse(407),
		async close() {
			for (const client of clients) client.destroy();
			await close();
		},
	};
	server.on('connect', (_, client: Socket) => {
		proxy.asked++;
		clients.add(client);
		client.on('error', () => client.destroy());
		proxy.gate(client);
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

/** Pushes a row whose body is too large for one write. */
const push = async (): Promise<RunResult> =>
	await stage.run({
		parameters: parametersOf('pushAds', { maxWait: 3, timeout: 1 }),
		items: [{ campaign: 'Spring', note: 'x'.repeat(300_000) }],
		onError: 'continueErrorOutput',
	});

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
	expect(failuresOf(await push())).toMatchObject([{ outcome }]);
	// After a 500, 502 or 504 of a push, the granted shops are asked for.
	expect(proxy.asked).toBeGreaterThanOrEqual(tries);
	if (outcome === 'notSent') expect(proxy.asked).toBe(tries);
	expect(stage.sandbox.pushed('ads')).toEqual([]);
});
