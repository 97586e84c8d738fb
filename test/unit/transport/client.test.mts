import { type Call, createClient } from '../../../nodes/MerchantData/transport/client.ts';
import type { EndpointName } from '../../../nodes/MerchantData/transport/endpoints.ts';
import { createContext, ended, type Reply } from './context.mts';
import { limited, LIMITS, start } from './execution.mts';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const ADS = '/api/v2/data-in/ads';

const reset: Reply = { throws: { code: 'ECONNRESET' } };
const refusedConnection: Reply = { throws: { code: 'ECONNREFUSED' } };
const many = (status: number): Reply[] => [{ status }];

describe('a request', () => {
	it('goes out once, as the call says, and gives the answer', async () => {
		const { call, requests } = start([{ body: 'got it, ada@example.com' }]);
		const body = Buffer.from('{"shop":"s"}');
		const confidential = ['ada@example.com'];
		const more: Partial<Call> = { body, confidential };
		const { value } = await call('createDeletionRequest', { timeout: 1_234 }, more);
		expect(value).toEqual({ status: 200, headers: {}, text: 'got it, [redacted]' });
		expect(requests).toHaveLength(1);
		expect(requests[0]!.options).toMatchObject({ body, timeout: 1_234, encoding: 'text' });
	});

	it('may ask for a stream', async () => {
		const { call, requests } = start([{}]);
		await call('sql', {}, { answer: 'stream' });
		expect(requests[0]!.options.encoding).toBe('stream');
	});

	it('reads the credential once per execution', async () => {
		const { call, reads } = start([{}]);
		await call('sql');
		await call('inspectApiKey');
		expect(reads).toHaveLength(1);
	});

	it('works in the editor, where nothing can be cancelled', async () => {
		const { context, requests } = createContext({});
		delete (context as { getExecutionCancelSignal?: unknown }).getExecutionCancelSignal;
		const { value } = await ended(createClient(context).call('sql', { limits: LIMITS }));
		expect(value).toMatchObject({ status: 200 });
		expect(requests).toHaveLength(1);
	});

	it('for granted shops asks at the older path where there is no current one', async () => {
		const { call, paths } = start([{ status: 404 }, { body: '{}' }]);
		expect((await call('grantedShops')).value).toMatchObject({ status: 200 });
		expect(paths()).toEqual([
			'/api/v2/developers/oauth2/granted-shops',
			'/api/v2/users/oauth2/granted-shops',
		]);
	});

	it.each<[EndpointName, Reply]>([
		['sql', { status: 404 }],
		['grantedShops', { status: 400 }],
		['grantedShops', reset],
	])('to %s has no other path after %j', async (name, reply) => {
		const { call, paths } = start([reply]);
		expect((await call(name, { maxRetries: 0 })).error).toBeDefined();
		expect(paths()).toHaveLength(1);
	});
});

describe('repetitions', () => {
	it('back off, are bounded by Max Retries, and are counted', async () => {
		const { call, times, client } = start([refusedConnection]);
		const { error, tookMs } = await call('pushAds', { maxRetries: 2 });
		expect(times()).toEqual([0, 500, 1_500]);
		expect(tookMs).toBe(1_500);
		expect(error!.message).toContain('ECONNREFUSED, after 3 tries');
		expect(error!.outcome).toBe('notSent');
		expect(client.waiter).toMatchObject({ pauses: 2, waitedMs: 1_500 });
	});

	it.each<[string, Reply[], EndpointName, boolean, number]>([
		['a read whose answer was lost', [reset], 'sql', false, 4],
		['a read after a 500, once', many(500), 'sql', false, 2],
		['a read after a 502, once', many(502), 'sql', false, 2],
		['a read after a 503, once', many(503), 'sql', false, 2],
		[
			'a read, once for each kind of server error',
			[500, 502, 500].map((status) => ({ status })),
			'sql',
			false,
			3,
		],
		['no push whose answer was lost', [reset], 'pushAds', true, 1],
		['no push after a 502', many(502), 'pushAds', false, 1],
		['a push after a 502, once, where the user wants it', many(502), 'pushAds', true, 2],
		['a push that was never sent', [refusedConnection], 'pushAds', false, 4],
		[
			'nothing with an untrusted certificate',
			[{ throws: { code: 'CERT_HAS_EXPIRED' } }],
			'sql',
			true,
			1,
		],
		['nothing that was refused', many(400), 'sql', true, 1],
		['nothing that was redirected', many(302), 'sql', true, 1],
	])('are made of %s', async (_, replies, name, retryServerErrors, sent) => {
		const { call, paths } = start(replies);
		expect((await call(name, {}, { retryServerErrors })).error).toBeDefined();
		expect(paths()).toHaveLength(sent);
	});

	it.each([
		[1.499, 0],
		[1.5, 1],
		[2.999, 1],
		[3, 2],
	])('wait no longer than Max Wait in a whole execution (%f s: %i)', async (maxWait, pauses) => {
		const { call, client } = start([{ status: 503, headers: { 'retry-after': '1.5' } }]);
		await call('sql', { maxWait });
		await call('sql', { maxWait });
		expect(client.waiter).toMatchObject({ pauses, waitedMs: pauses * 1_500 });
	});

	it.each([
		['seconds', { 'retry-after': '7' }, 7_000],
		[
			"a date, held against the service's own clock",
			{ 'retry-after': 'Tue, 30 Jun 2026 12:00:09 GMT', date: 'Tue, 30 Jun 2026 12:00:00 GMT' },
			9_000,
		],
	])('wait as the service asks, in %s', async (_, headers, waitMs) => {
		const { call, times } = start([{ status: 503, headers }, {}]);
		await call('sql');
		expect(times()).toEqual([0, waitMs]);
	});

	it('end within a slice of the cancellation, with the error that was met', async () => {
		const abort = new AbortController();
		const { call, times } = start({ replies: [refusedConnection], signal: abort.signal });
		setTimeout(() => abort.abort(), 650);
		const { error, tookMs } = await call('sql');
		expect(error!.message).toContain('ECONNREFUSED, after 2 tries');
		expect(tookMs).toBe(700);
		expect(times()).toEqual([0, 500]);
	});
});

describe('an endpoint that is out of quota', () => {
	it('is asked again when the service says, without jitter', async () => {
		const { call, times, client } = start([limited(7), limited(2), {}]);
		expect((await call('pushAds')).value).toMatchObject({ status: 200 });
		expect(times()).toEqual([0, 7_000, 9_000]);
		expect(client.waiter).toMatchObject({ pauses: 2, waitedMs: 9_000 });
	});

	it('is asked after a growing backoff where it names no time', async () => {
		const random = jest.mocked(Math.random);
		random.mockReturnValueOnce(0).mockReturnValueOnce(1).mockReturnValueOnce(0.5);
		const { call, times } = start([{ status: 429 }, { status: 429 }, { status: 429 }, {}]);
		await call('pushAds');
		expect(times()).toEqual([0, 500, 2_500, 5_500]);
	});

	it('is given up after Max Retries, which costs no wait, and can be asked later', async () => {
		const { call, times, client } = start([limited(2), limited(2), {}]);
		const { error, tookMs } = await call('pushAds', { maxRetries: 1 });
		expect(error!.message).toMatch(/^429 .*after 2 tries/);
		expect(tookMs).toBe(2_000);
		expect(client.waiter.waitedMs).toBe(2_000);
		expect((await call('pushAds')).value).toMatchObject({ status: 200 });
		expect(times()).toEqual([0, 2_000, 4_000]);
	});

	it('is not waited for longer than Max Wait, and the rest is held back', async () => {
		const { call, paths } = start([limited(60)]);
		const first = await call('pushAds', { maxWait: 30 });
		expect(first.error).toMatchObject({ outcome: 'rejected', status: 429 });
		expect(first.error!.message).not.toContain('tries');
		const second = await call('pushAds', { maxWait: 30 });
		expect(second.error).toMatchObject({ outcome: 'notSent', status: undefined });
		expect(second.error!.message).toMatch(/^Not sent, because the quota .* is used up \(429\)/);
		expect(second.error!.description).toContain('Raise "Max Wait"');
		expect([first.tookMs, second.tookMs]).toEqual([0, 0]);
		expect(paths()).toEqual([ADS]);
	});

	it.each<[string, EndpointName, boolean, number]>([
		['that endpoint and credential', 'pushAds', true, 5_000],
		['no other endpoint', 'pushEmailSms', true, 0],
		['no other credential', 'pushAds', false, 0],
	])('holds back %s in other executions', async (_, name, isShared, tookMs) => {
		const first = start([limited(5)]);
		await first.call('pushAds', { maxRetries: 0 });
		const other = start({ number: isShared ? first.number : undefined });
		expect((await other.call(name)).tookMs).toBe(tookMs);
	});
});

it('sends nothing in a cancelled execution', async () => {
	const { call, paths } = start({ signal: AbortSignal.abort() });
	const { error } = await call('sql');
	expect(error!.message).toBe('Not sent, because the execution was cancelled');
	expect(error).toMatchObject({ outcome: 'notSent' });
	expect(error!.description ?? '').toBe('');
	expect(paths()).toEqual([]);
});

it.each([
	['two requests', 200, 2],
	['one request', 400, 1],
])('sends %s at once after 50 that ended with %i', async (_, status, atOnce) => {
	const { call, client, requests } = start([
		...Array<Reply>(50).fill({ status }),
		{ afterMs: 500 },
	]);
	for (let count = 0; count < 50; count++) await call('sql');
	const both = [client.call('sql', { limits: LIMITS }), client.call('sql', { limits: LIMITS })];
	await jest.advanceTimersByTimeAsync(0);
	expect(requests).toHaveLength(50 + atOnce);
	await ended(Promise.all(both));
});
