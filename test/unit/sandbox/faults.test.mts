import axios from 'axios';
import type { FaultLike } from '../../../sandbox/index.mts';
import { sharedSandbox } from '../../kit/sandbox.mts';

const SHOP = 'harbour-goods.example';

const { sandbox, call } = sharedSandbox();
let token: string;
beforeEach(() => {
	token = sandbox.issueTokens().access_token;
});

/** Pushes one numbered row; gives the status, or the error's code when there was no answer. */
async function push(n: number): Promise<number | string | undefined> {
	const headers = { authorization: `Bearer ${token}` };
	const settings = { headers, validateStatus: () => true, maxRedirects: 0 };
	const body = { shop: SHOP, data: [{ n }] };
	const pushed = axios.post(`${sandbox.url}/api/v2/data-in/ads`, body, settings);
	return await pushed.then(({ status }) => status).catch(({ code }: { code?: string }) => code);
}

/** The outcomes of rows that are pushed one after another. */
async function pushed(count: number) {
	const outcomes = [];
	for (let n = 0; n < count; n++) outcomes.push(await push(n));
	return outcomes;
}

const stored = () => sandbox.pushed('ads').map(({ row }) => (row as { n: number }).n);

it('applies scripted faults in order, one per request', async () => {
	const script: Array<[FaultLike, unknown]> = [
		[500, 500],
		['ok', 200],
		['reset', 'ECONNRESET'],
		['lostAnswer', 'ECONNRESET'],
		['redirect', 302],
		[{ status: 502, taken: true }, 502],
		[{ status: 204, headers: { 'x-extra': '1' }, taken: true }, 204],
		['expireToken', 401],
	];
	sandbox.fail('ads', ...script.map(([fault]) => fault));
	expect(await pushed(script.length)).toEqual(script.map(([, outcome]) => outcome));
	// Taken: the one that passed, the lost answer, and the two that say so.
	expect(stored()).toEqual([1, 3, 5, 6]);
	expect(sandbox.pendingFaults).toBe(0);
	const told = sandbox.requests('ads').map(({ fault, status }) => `${fault}: ${status}`);
	expect(told.slice(0, 4)).toEqual(['500: 500', 'ok: 200', 'reset: null', 'lostAnswer: null']);
});

it('counts a quota per endpoint and credential, and says when its window ends', async () => {
	sandbox.set({ quotas: { ads: { limit: 2, windowMs: 1_500 } } });
	expect([await push(1), await push(2), await push(3)]).toEqual([200, 200, 429]);
	// A refreshed token has the quota of the one before.
	const authorization = `Bearer ${sandbox.issueTokens().access_token}`;
	const retryAfter = async () =>
		(await call('POST', '/api/v2/data-in/ads', { authorization })).headers.get('retry-after');
	expect(await retryAfter()).toBe('2');
	sandbox.set({ retryAfter: 'absent' });
	expect(await retryAfter()).toBeNull();
});

it('takes the same settings over HTTP', async () => {
	const control = async (method: string, path: string, body: unknown = undefined) =>
		await call(method, `/_sandbox${path}`, {}, body);
	await control('POST', '/faults', { endpoint: 'ads', sequence: [503, 'lostAnswer'] });
	expect([await push(1), await push(2)]).toEqual([503, 'ECONNRESET']);
	expect((await control('GET', '/rows/ads')).body).toMatchObject([{ shop: SHOP, row: { n: 2 } }]);
	expect((await control('GET', '/log?endpoint=ads')).body.entries).toMatchObject([
		{ fault: '503', rows: 1, credential: expect.stringMatching(/^token:\d+$/) },
		{ fault: 'lostAnswer' },
	]);
	await control('POST', '/state/expireAccessTokens', {});
	expect(await push(3)).toBe(401);
	token = String((await control('POST', '/tokens', { scopes: ['read_data'] })).body.access_token);
	expect(await push(4)).toBe(403);
	expect((await control('PATCH', '/settings', { errorShap: 'text' })).status).toBe(400);
	expect((await control('POST', '/faults', { endpoint: 'ad', sequence: [500] })).status).toBe(400);
	await control('POST', '/reset', {});
	expect([sandbox.log, stored()]).toEqual([[], []]);
});
