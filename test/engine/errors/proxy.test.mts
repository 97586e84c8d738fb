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

const stage = sharedStage({ https: 'selfSigned' });
let proxy: Awaited<ReturnType<typeof listen>>;
let gate: Gate;
/** Who has asked for the way: Node's server lets go of them. */
const clients: Socket[] = [];

beforeEach(async () => {
	const server = createServer().on('connect', (_, client: Socket) => {
		clients.push(client.on('error', () => client.destroy()));
		gate(client);
	});
	proxy = await listen(server);
	process.env.HTTPS_PROXY = proxy.url;
});
afterEach(async () => {
	delete process.env.HTTPS_PROXY;
	for (const client of clients.splice(0)) client.destroy();
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

/**
 * n8n 2.x tells of a refusal no more than its status, which the service may have sent as well. So only 407,
 * which is a proxy's by definition, is known to be one. A push is repeated only if it cannot have arrived.
 */
it.each<[what: string, gate: Gate, outcome: string, tries: number]>([
	['asks for a password (407)', refuse(407), 'notSent', 1],
	['hangs up', (client) => client.end(), 'notSent', 2],
	['answers in half a line', (client) => client.end('HTTP/1'), 'notSent', 2],
	['hangs up before TLS', opened((client) => client.end()), 'notSent', 2],
	['uses no TLS', opened((client) => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')), 'notSent', 1],
	['cannot reach the service (502)', refuse(502), 'unknown', 1],
	['cannot reach the service (503)', refuse(503), 'rejected', 1],
	['does not answer', () => {}, 'unknown', 1],
])('a push through a proxy that %s', async (_, does, outcome, tries) => {
	gate = does;
	expect(failuresOf(await push())).toMatchObject([{ outcome }]);
	// After a 500, 502 or 504 of a push, the granted shops are asked for.
	expect(clients.length).toBeGreaterThanOrEqual(tries);
	if (outcome === 'notSent') expect(clients).toHaveLength(tries);
	expect(stage.sandbox.pushed('ads')).toEqual([]);
});
