import { FRESH_FOR_MS } from '../../../nodes/MerchantData/service/auth/credentials.ts';
import { type EndpointName, ENDPOINTS } from '../../../nodes/MerchantData/service/endpoints.ts';
import { type Reply, SHOP } from '../../kit/execution.mts';
import { start } from '../../kit/client.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const [ADS, EMAILS, SHOPS] = [
	ENDPOINTS.pushAds.path,
	ENDPOINTS.pushEmailSms.path,
	ENDPOINTS.grantedShops.path,
];
const expired: Reply = { status: 401, body: 'token expired' };
const denied: Reply = { status: 403, body: 'denied' };
const broken: Reply = { status: 500, body: 'broken' };
const granted = (...shops: string[]): Reply => ({
	body: JSON.stringify({ accountId: shops[0], additionalShopIds: shops.slice(1) }),
});

describe('an access token that is refused', () => {
	it('burns no second refresh token when it was refreshed just now, and stops the rest', async () => {
		const { call, paths, tokenCalls } = start({
			replies: [expired],
			tokenReplies: [{ stores: 'access-token-2' }, { stores: 'access-token-3' }],
		});
		const { error } = await call('pushAds');
		expect(error).toMatchObject({ status: 401, outcome: 'rejected' });
		expect(error!.message).toBe('401 Unauthorized (ad data): token expired');
		expect(error!.description).toContain('even after it was refreshed');
		const rest = await call('pushEmailSms', {}, { itemIndex: 4 });
		expect(rest.error).toMatchObject({
			message: 'Not sent, because an earlier request failed for good',
			description: error!.message,
			outcome: 'notSent',
			context: { itemIndex: 4 },
		});
		expect(paths()).toEqual([ADS, ADS]);
		expect(tokenCalls).toHaveLength(1);
	});

	it('is waited for with what earlier waits have left of Max Wait', async () => {
		const replies = [{ status: 503, headers: { 'retry-after': '4' } }, expired];
		const { call } = start({ replies, tokenReplies: [{ afterMs: Infinity }] });
		const limits = { timeout: 300, maxWait: 10 };
		expect((await call('grantedShops', limits)).tookMs).toBe(4_000 + 30_000 + 6_000);
	});

	it.each([
		['the timeout of the request and Max Wait', { timeout: 1, maxWait: 7 }, 8_000],
		['a token call and Max Wait', { timeout: 300, maxWait: 7 }, 37_000],
		['a token call, where it may not wait', { timeout: 300, maxWait: 0 }, 30_000],
	])('is waited for no longer than %s', async (_, limits, tookMs) => {
		const { call } = start({ replies: [expired], tokenReplies: [{ afterMs: Infinity }] });
		const end = await call('pushAds', limits);
		expect(end.error!.message).toContain('the token endpoint did not give a good answer');
		expect(end.tookMs).toBe(tookMs);
	});
});

it('an API key that is refused is not refreshed but looked up', async () => {
	const { call, paths, requests, tokenCalls } = start([expired, { body: '{"scopes":["Pixel"]}' }]);
	const { error } = await call('sql', { timeout: 1.234 });
	expect(error!.description).toContain('Its scopes are: Pixel.');
	expect(paths()).toEqual([ENDPOINTS.sql.path, ENDPOINTS.inspectApiKey.path]);
	expect(requests[1]!.options.timeout).toBe(1_234);
	expect(tokenCalls).toEqual([]);
});

describe('a failure', () => {
	it.each<[string, EndpointName, Reply[], EndpointName, boolean]>([
		['401 stops all with its key', 'sql', [expired, expired], 'createDeletionRequest', true],
		['401 stops no other credential', 'sql', [expired, expired], 'grantedShops', false],
		['403 of a query stops nothing', 'sql', [denied], 'sql', false],
		['403 that nobody can explain stops nothing', 'pushAds', [denied, broken], 'pushAds', false],
		['500 for a granted shop stops nothing', 'pushAds', [broken, granted(SHOP)], 'pushAds', false],
		['400 stops nothing', 'pushAds', [{ status: 400 }], 'pushAds', false],
	])('with %s', async (_, first, replies, next, isStopped) => {
		const { call, paths } = start([...replies, {}]);
		await call(first, {}, { shop: SHOP });
		const sent = paths().length;
		await call(next, {}, { shop: SHOP });
		expect(paths().length - sent).toBe(isStopped ? 0 : 1);
	});
});

describe('a push that is denied', () => {
	it.each<[string, Reply, RegExp, EndpointName, string[]]>([
		['its shop is granted', granted(SHOP), /is among the granted/, 'pushAds', []],
		['its shop is granted', granted(SHOP), /is among the granted/, 'pushEmailSms', [EMAILS]],
		['its shop is not granted', granted('b.example'), /\(b\.example\)/, 'pushAds', [ADS]],
	])('where %s: %j', async (_, shops, found, next, sent) => {
		const { call, paths } = start([denied, shops, {}]);
		const { error } = await call('pushAds', {}, { shop: SHOP });
		expect(error).toMatchObject({ status: 403, outcome: 'rejected' });
		expect(error!.description).toMatch(found);
		await call(next, {}, { shop: 'b.example' });
		expect(paths()).toEqual([ADS, SHOPS, ...sent]);
	});
});

describe('a push that breaks the service', () => {
	const pushing = { shop: SHOP, supportPayload: () => '{"rows":1}' };

	it.each<[string, (n8n: ReturnType<typeof start>) => void]>([
		['the credential is gone', ({ stored }) => (stored.merchantDataOAuth2Api.baseUrl = '')],
		['the token is dead', ({ stored }) => (stored.merchantDataOAuth2Api.oauthTokenData = {})],
	])('keeps its error where it cannot be looked into, because %s', async (_, change) => {
		const run = start([{ ...broken, afterMs: FRESH_FOR_MS }, granted(SHOP)]);
		setTimeout(() => change(run), FRESH_FOR_MS / 2);
		const { error, outcome, status } = await run.call('pushAds', {}, pushing);
		expect({ outcome, status }).toEqual({ outcome: 'unknown', status: 500 });
		expect(error!.message).toBe('500 Internal Server Error (ad data): broken');
		expect(error!.description).toContain('Payload: {"rows":1}');
		expect(run.paths()).toEqual([ADS]);
	});

	it('gives the answer, for whoever asked, without secrets', async () => {
		const { call } = start([{ status: 400, body: 'not key-of-the-account' }]);
		const result = await call('sql');
		expect(result).toMatchObject({ answer: { status: 400, text: 'not [redacted]' } });
	});

	it('has no payload gathered for errors that do not show it', async () => {
		const supportPayload = jest.fn(() => '');
		await start([{ status: 400 }]).call('pushAds', {}, { shop: SHOP, supportPayload });
		expect(supportPayload).not.toHaveBeenCalled();
	});
});
