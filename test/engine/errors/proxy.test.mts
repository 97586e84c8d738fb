import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { IDataObject } from 'n8n-workflow';
import { TEST_CERTIFICATE } from '../../../sandbox/testCertificate.mts';
import type { RunResult } from '../../kit/engine.mts';
import { leaks, textsIn } from '../../kit/leaks.mts';
import { failuresOf, parametersOf, type OperationName } from '../../kit/operations.mts';
import {
	type Gate,
	type Proxy,
	PROXY_LOGIN,
	PROXY_PASSWORD,
	refuse,
	startProxy,
} from '../../kit/proxy.mts';
import { createStage, type Stage } from '../../kit/stage.mts';

/** n8n goes through a proxy where HTTPS_PROXY names one, whose address may hold a password. */

let stage: Stage;
let proxy: Proxy;
const usual = getCACertificates('default');

beforeAll(async () => {
	// Through a proxy, n8n 1.x does not heed "Ignore SSL Issues".
	setDefaultCACertificates([...usual, TEST_CERTIFICATE.cert]);
	stage = await createStage({ https: 'selfSigned' });
});
beforeEach(async () => {
	proxy = await startProxy();
	process.env.HTTPS_PROXY = proxy.url;
});
afterEach(async () => {
	delete process.env.HTTPS_PROXY;
	delete process.env.NO_PROXY;
	await proxy.close();
	stage.sandbox.reset();
	stage.renew();
});
afterAll(async () => {
	await stage.close();
	setDefaultCACertificates(usual);
});

/** The body is too large for one write. */
const run = async (operation: OperationName, options: IDataObject = {}) =>
	await stage.run({
		parameters: parametersOf(operation, { maxWait: 1, timeout: 1, ...options }),
		items: [{ campaign: 'Spring', note: 'x'.repeat(300_000) }],
		onError: 'continueErrorOutput',
	});

function expectNoPassword(result: RunResult): void {
	expect(leaks(textsIn(result, []), [PROXY_PASSWORD, PROXY_LOGIN])).toEqual([]);
}

interface Case {
	gate: Gate;
	outcome: 'notSent' | 'rejected' | 'unknown';
	/** Requests of a push, which is repeated only where it cannot have arrived. */
	tries: number;
	message?: RegExp;
}

const opened =
	(then: (client: Socket) => void): Gate =>
	(client) => {
		client.write('HTTP/1.1 200 OK\r\n\r\n');
		client.once('data', () => then(client));
	};

/**
 * n8n 2.x tells of a refusal no more than its status, which the service may have sent as well. So only 407,
 * which is a proxy's by definition, is known to be one.
 */
const CASES: Record<string, Case> = {
	'asks for a password': {
		gate: refuse(407),
		outcome: 'notSent',
		tries: 1,
		message: /^407 Proxy Authentication Required .*: Refused/,
	},
	'hangs up': { gate: (client) => client.end(), outcome: 'notSent', tries: 2 },
	'answers in half a line': {
		gate: (client) => client.end('HTTP/1'),
		outcome: 'notSent',
		tries: 2,
	},
	'answers with a header that is none': {
		gate: (client) => client.end('HTTP/1.1 502 Bad Gateway\r\nno header\r\n\r\n'),
		outcome: 'notSent',
		tries: 2,
	},
	'hangs up before TLS': { gate: opened((client) => client.end()), outcome: 'notSent', tries: 2 },
	'speaks for the service without TLS': {
		gate: opened((client) => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')),
		outcome: 'notSent',
		tries: 1,
	},
	'cannot reach the service (502)': { gate: refuse(502), outcome: 'unknown', tries: 1 },
	'cannot reach the service (503)': { gate: refuse(503), outcome: 'rejected', tries: 1 },
	'does not answer': { gate: () => {}, outcome: 'unknown', tries: 1 },
};

describe('a push through a proxy that', () => {
	it.each(Object.entries(CASES))('%s', async (_, { gate, outcome, tries, message }) => {
		proxy.gate = gate;
		const result = await run('push');
		expect(failuresOf(result)).toMatchObject([{ outcome }]);
		if (message) expect(failuresOf(result)[0]!.message).toMatch(message);
		// After a 500, 502 or 504 of a push, the granted shops are asked for.
		expect(proxy.asked).toBeGreaterThanOrEqual(tries);
		if (outcome === 'notSent') expect(proxy.asked).toBe(tries);
		expect(stage.sandbox.pushed('ads')).toEqual([]);
		expectNoPassword(result);
	});
});

it('a proxy that is away takes nothing: each operation is repeated', async () => {
	await proxy.close();
	for (const operation of ['push', 'compliance', 'sql'] as const) {
		const result = await run(operation);
		const message = expect.stringMatching(/could not be reached .*ECONNREFUSED, after 2 tries/);
		expect(failuresOf(result)).toMatchObject([{ outcome: 'notSent', message }]);
		expectNoPassword(result);
	}
});

// The error of a 500 has all of the answer, for the support of the service.
it.each([403, 429, 500])('what a proxy repeats of its password is not told: %i', async (status) => {
	proxy.gate = refuse(status);
	for (const operation of ['push', 'sql', 'apiKey'] as const) {
		const result = await run(operation, { maxWait: 0 });
		expect(failuresOf(result)[0]!.message).toContain('Refused');
		expectNoPassword(result);
	}
});

it('the token is refreshed through the proxy', async () => {
	stage.connect({ expired: true });
	const result = await run('push');
	expect(result.success).toHaveLength(1);
	expect(stage.sandbox.requests('token')).toHaveLength(1);
	expect(stage.sandbox.pushed('ads')).toHaveLength(1);
	expect(proxy.asked).toBe(stage.sandbox.log.length);
	expectNoPassword(result);
});
