import { CURRENT_FOR_MS } from '../../../nodes/MerchantData/service/auth/credentials.ts';
import type { Failure, Sending } from '../../../nodes/MerchantData/service/call.ts';
import { type EndpointName, ENDPOINTS } from '../../../nodes/MerchantData/service/endpoints.ts';
import type { NotSent } from '../../../nodes/MerchantData/service/errors/noAnswer.ts';
import type { Limits } from '../../../nodes/MerchantData/lib/waitBudget.ts';
import { ended, type Reply, SHOP, useFakeTime } from '../../kit/execution.mts';
import { limited, LIMITS, start } from '../../kit/client.mts';

const MIB = 2 ** 20;

useFakeTime();

const [ADS, SHOPS] = [ENDPOINTS.pushAds.path, ENDPOINTS.grantedShops.path];
const refusedConnection: Reply = { throws: { code: 'ECONNREFUSED' } };
const expired: Reply = { status: 401, body: 'token expired' };
const denied: Reply = { status: 403, body: 'denied' };
const broken: Reply = { status: 500, body: 'broken' };
const [ownShop, otherShop] = [SHOP, 'b.example'].map((accountId) => ({
	body: JSON.stringify({ accountId, additionalShopIds: [] }),
})) as [Reply, Reply];

const { olderPath } = ENDPOINTS.grantedShops;
it.each<[EndpointName, Reply, string[]]>([
	['grantedShops', { status: 404 }, [SHOPS, olderPath]],
	['grantedShops', { status: 400 }, [SHOPS]],
	['sql', { status: 404 }, [ENDPOINTS.sql.path]],
])('asks again at an older path after a 404 only: %s, %j', async (name, reply, asked) => {
	const { call, paths } = start([reply, {}]);
	const { outcome } = await call(name);
	expect(outcome === 'accepted').toBe(asked.length > 1);
	expect(paths()).toEqual(asked);
});

describe('retries', () => {
	it('back off, and wait no longer than Max Wait in a whole execution', async () => {
		const { call, times, client } = start([refusedConnection]);
		const { error } = await call('pushAds', { maxWait: 6 });
		expect(error!.message).toContain('ECONNREFUSED, after 3 attempts');
		await call('sql', { maxWait: 6 });
		expect(times()).toEqual([0, 1_500, 4_500, 4_500, 6_000]);
		expect(client.context.waitBudget).toMatchObject({ waitedMs: 6_000 });
	});

	it('end with the cancellation, with the last error', async () => {
		const abort = new AbortController();
		const { call, times } = start({ replies: [refusedConnection], signal: abort.signal });
		setTimeout(() => abort.abort(), 1_650);
		const { error, tookMs } = await call('sql');
		expect(error!.message).toContain('ECONNREFUSED, after 2 attempts');
		expect([tookMs, ...times()]).toEqual([1_650, 0, 1_500]);
	});
});

describe('an endpoint that is out of quota', () => {
	it('is waited for no longer than Max Wait, and later requests are not sent', async () => {
		const { call, paths } = start([limited(2), limited(29)]);
		const first = await call('pushAds', { maxWait: 30 });
		expect(first.error).toMatchObject({ outcome: 'rejected', status: 429 });
		expect(first.error!.message).toMatch(/^429 .*after 2 attempts/);
		const second = await call('pushAds', { maxWait: 30 });
		expect(second.error!.message).toMatch(
			/^Not sent, because the service refused more requests \(429\)/,
		);
		expect([first.tookMs, second.tookMs]).toEqual([2_000, 0]);
		expect(paths()).toEqual([ADS, ADS]);
	});

	it.each<[string, EndpointName, boolean, number]>([
		['that endpoint and credential', 'pushAds', true, 5_000],
		['no other endpoint', 'pushEmailSms', true, 0],
		['no other credential', 'pushAds', false, 0],
	])('holds back %s in other executions', async (_, name, isShared, tookMs) => {
		const first = start([limited(5)]);
		await first.call('pushAds', { maxWait: 0 });
		const other = start({ number: isShared ? first.number : undefined });
		expect((await other.call(name)).tookMs).toBe(tookMs);
	});
});

describe('parallel requests', () => {
	it('release their permits after a fault of this package', async () => {
		const { client, call } = start([{}]);
		const fault = new Error('a fault of this package');
		const attempt = () => {
			throw fault;
		};
		const sending = { attempt, end: attempt };
		const body = Buffer.alloc(9 * MIB);
		const { error } = await ended(client.call('sql', { limits: LIMITS, sending, body }));
		expect(error).toBe(fault);
		expect(await call('sql')).toMatchObject({ value: { status: 200 }, tookMs: 0 });
	});

	it('are not sent once an earlier one has failed for good', async () => {
		const { client, paths } = start([{ status: 401, afterMs: 1_000 }, {}]);
		/** So large that the other has to wait. */
		const call = { limits: LIMITS, body: Buffer.alloc(9 * MIB) };
		const sent = client.call('inspectApiKey', call);
		await jest.advanceTimersByTimeAsync(0);
		const { value } = await ended(Promise.all([sent, client.call('inspectApiKey', call)]));
		const [first, second] = value as [Failure, Failure];
		expect(first).toMatchObject({ outcome: 'rejected', status: 401 });
		const message = 'Not sent: an earlier request failed in a way that retrying cannot fix';
		const error = { message, description: first.error.message };
		expect(second).toMatchObject({ outcome: 'notSent', error });
		expect(paths()).toHaveLength(1);
	});
});

it('says why a request has no permit', async () => {
	const { call, client, paths } = start([limited(600)]);
	await call('inspectApiKey');
	const permit = (await ended(client.permits('inspectApiKey', LIMITS).acquire(0))).value!;
	client.permits('inspectApiKey', LIMITS).release(permit);
	// What is not sent waits for none.
	expect(await client.permits('inspectApiKey', LIMITS, () => false).acquire(0)).toBeUndefined();
	const { error } = await call('inspectApiKey', {}, { permit, itemIndex: 3 });
	const { reason: message, remedy: description } = permit as NotSent;
	expect(message).toContain('the service refused more requests (429)');
	expect(error).toMatchObject({ message, description, context: { itemIndex: 3 } });
	expect(paths()).toHaveLength(1);
});

it('needs a new permit for each attempt', async () => {
	const { call, client } = start([limited(2), {}]);
	const permit = (await ended(client.permits('sql', LIMITS).acquire(0))).value!;
	expect(await call('sql', {}, { permit })).toMatchObject({ outcome: 'accepted', tookMs: 2_000 });
});

it.each([
	['It is key-of-the-account', 'It is [redacted]'],
	[null, ''],
])('reports an unusable credential without secrets (%s)', async (description, told) => {
	const { call, client, context, paths, number } = start([{}]);
	await call('sql');
	expect(await client.target('sql')).toBe(`merchantDataApi:key-${number} https://api.example`);
	await jest.advanceTimersByTimeAsync(CURRENT_FOR_MS);
	const thrown = { message: 'no key-of-the-account', description };
	context.getCredentials = async () => await Promise.reject(thrown);
	const { error, status } = await call('sql');
	const reason = 'no [redacted]';
	expect(error).toMatchObject({ outcome: 'notSent', message: reason, description: told });
	expect([status, ...paths()]).toEqual([null, ENDPOINTS.sql.path]);
	expect(await client.target('sql')).toBeUndefined();
	expect(await client.permits('sql', LIMITS).acquire(0)).toMatchObject({ reason });
});

const busy: Reply = { status: 503, headers: { 'retry-after': '4' } };
it.each<[string, Reply[], Partial<Limits>, number]>([
	['the timeout of the request and Max Wait', [expired], { timeout: 1, maxWait: 7 }, 8_000],
	['a token call and Max Wait', [expired], { timeout: 300, maxWait: 3 }, 33_000],
	['a token call, if it may not wait', [expired], { timeout: 300, maxWait: 0 }, 30_000],
	['what is left of Max Wait', [busy, expired], { timeout: 300, maxWait: 7 }, 37_000],
])('waits for a new access token no longer than %s', async (_, replies, limits, tookMs) => {
	const { call } = start({ replies, tokenReplies: [{ afterMs: Infinity }] });
	const end = await call('grantedShops', limits);
	expect(end.error!.message).toContain('the token endpoint did not return a new one in time');
	expect(end.tookMs).toBe(tookMs);
});

it('asks for the cause of failures once in an execution, without waiting', async () => {
	const { client, times, paths } = start([denied, denied, limited(5), denied]);
	const call = async () => await client.call('pushAds', { limits: LIMITS, shop: SHOP });
	await ended(Promise.all([call(), call()]));
	await ended(call());
	expect([...paths(), ...times()]).toEqual([ADS, ADS, SHOPS, ADS, 0, 0, 0, 0]);
});

it.each<[string, EndpointName, Reply[], EndpointName, boolean]>([
	['401 stops all with its key', 'sql', [expired, expired], 'createDeletionRequest', true],
	['401 stops no other credential', 'sql', [expired, expired], 'grantedShops', false],
	['403 that nobody can explain stops nothing', 'pushAds', [denied, broken], 'pushAds', false],
	['500 for a granted shop stops nothing', 'pushAds', [broken, ownShop], 'pushAds', false],
	['403 for a granted shop stops its kind', 'pushAds', [denied, ownShop], 'pushAds', true],
	['403 for a granted shop stops no other', 'pushAds', [denied, ownShop], 'pushEmailSms', false],
	['403 for another shop stops nothing', 'pushAds', [denied, otherShop], 'pushAds', false],
])('a failure with %s', async (_, first, replies, next, isStopped) => {
	const { call, paths } = start([...replies, {}]);
	await call(first, {}, { shop: SHOP });
	expect(paths()).toHaveLength(replies.length);
	await call(next, {}, { shop: SHOP });
	expect(paths().length - replies.length).toBe(isStopped ? 0 : 1);
});

describe('the outcome of the data', () => {
	/** What is reported of a push, and when. */
	async function tracked(replies: Reply[], shop?: string) {
		const run = start({ replies, tokenReplies: [{ stores: 'access-token-2', afterMs: 700 }] });
		const told: string[] = [];
		const started = Date.now();
		const sending: Sending = {
			attempt: (state) => told.push(`${Date.now() - started} ${state}`),
			end: (outcome) => told.push(`in the end ${outcome}`),
		};
		return { ...(await run.call('pushAds', {}, { replaces: true, shop, sending })), told };
	}

	it.each<[string, Reply[], string]>([
		['before an answer and after it', [{ afterMs: 300 }], '0 inFlight, 300 accepted'],
		// Nothing is in flight while a token is refreshed or the quota is waited for.
		['around a 401', [expired, {}], '0 inFlight, 0 rejected, 700 inFlight, 700 accepted'],
		['around a 429', [limited(5), {}], '0 inFlight, 0 rejected, 5000 inFlight, 5000 accepted'],
		['unsent', [refusedConnection, {}], '0 inFlight, 0 notSent, 1500 inFlight, 1500 accepted'],
	])('is reported %s', async (_, replies, expected) => {
		const { told, error } = await tracked(replies);
		expect(error).toBeUndefined();
		expect(told.join(', ')).toBe(expected);
	});

	it.each<[after: string, Reply[], status: number, outcome: string]>([
		['the service has looked at the rows again', [{ status: 400 }], 400, 'rejected'],
		['the connection is never opened', [refusedConnection], 502, 'unknown'],
		['the shop turns out to be the cause', [broken, broken, otherShop], 500, 'rejected'],
	])('of a push that may have arrived, once %s: %j', async (_, then, status, outcome) => {
		const { error, told } = await tracked([{ status: 502 }, ...then], SHOP);
		expect(error).toMatchObject({ status, outcome });
		expect(error!.message).toMatch(/after [2-9] attempts/);
		expect(told.at(-1)).toBe(`in the end ${outcome}`);
	});
});
