import {
	ended,
	FIRST_TOKEN,
	type Reply,
	type Script,
	type SentRequest,
} from '../../kit/execution.mts';
import { LIMITS, start } from '../../kit/client.mts';

beforeEach(() => jest.useFakeTimers());

const expired: Reply = { status: 401, body: 'token expired' };
const REFUSED = { throws: { code: 'EAUTH', body: { error: 'invalid_grant' } } };
const DOWN = { throws: { status: 503 } };
const [SECOND, THIRD] = ['access-token-2', 'access-token-3'];
const NEW = { stores: SECOND };

/** An execution whose token is stored with the time at which it expires, as n8n 2.x does. */
function startWithExpiry(expiresInMs: number, script: Script) {
	const run = start(script);
	run.stored.merchantDataOAuth2Api.oauthTokenData = {
		access_token: FIRST_TOKEN,
		refresh_token: 'refresh-token-1',
		expires_in: '3600',
		n8n_expires_at: String(Date.now() + expiresInMs),
	};
	return run;
}

const tokensOf = ({ requests }: ReturnType<typeof start>) => requests.map(({ token }) => token);

describe('a refused access token', () => {
	it('is not refreshed again when it is new, even after a late 401', async () => {
		const run = start({
			replies: [{ ...expired, afterMs: 100 }, { ...expired, afterMs: 2_000 }, expired],
			tokenReplies: [{ stores: SECOND }, { stores: THIRD }],
		});
		const call = async () => await run.client.call('pushAds', { limits: LIMITS });
		const { value } = await ended(Promise.all([call(), call()]));
		expect(value!.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected']);
		expect(run.tokenCalls).toHaveLength(1);
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, FIRST_TOKEN, SECOND, SECOND]);
	});

	it('is refreshed once the token endpoint works again, within Max Wait', async () => {
		const replies = ({ token }: SentRequest) => (token === SECOND ? {} : expired);
		const run = start({ replies, tokenReplies: [DOWN, DOWN, DOWN, DOWN, NEW] });
		expect((await run.call('pushAds')).value).toMatchObject({ status: 200 });
		const down = start({ replies, tokenReplies: [DOWN] });
		expect((await down.call('pushAds')).error!.pollCause).toBe('temporarily-unavailable');
	});

	it('without a refresh token is reported, without a token call', async () => {
		const run = start({ replies: [expired] });
		run.stored.merchantDataOAuth2Api.oauthTokenData = { access_token: FIRST_TOKEN };
		const { error } = await run.call('pushAds');
		expect(error!.message).toMatch(/^The credential "Account" must be .*no refresh token$/);
		expect(error!.description).toMatch(/"offline_access".*"Additional Scopes".*"Switch account"/);
		expect([...run.client.context.hints]).toEqual([
			expect.stringMatching(/no refresh token\. .*"offline_access"/),
		]);
		expect(run.tokenCalls).toEqual([]);
	});

	it('is used for nothing more if the address changes during its refresh', async () => {
		const tokenReplies = [{ stores: SECOND, afterMs: 1_000 }];
		const run = start({ replies: [expired, {}], tokenReplies });
		setTimeout(() => (run.stored.merchantDataOAuth2Api.baseUrl = 'https://other.example'), 500);
		const { error } = await run.call('pushAds');
		expect(error).toMatchObject({ outcome: 'notSent' });
		expect(error!.message).toContain('its address was changed');
		expect(run.requests).toHaveLength(1);
	});
});

describe('an access token that expires soon', () => {
	it.each([
		[59_000, SECOND],
		[61_000, FIRST_TOKEN],
	])('is refreshed for all only in its last minute: %i ms before', async (ms, token) => {
		const run = startWithExpiry(ms, { tokenReplies: [{ stores: SECOND, afterMs: 300 }] });
		const call = async () => await run.client.call('pushAds', { limits: LIMITS });
		await ended(Promise.all([call(), call()]));
		expect(tokensOf(run)).toEqual([token, token]);
		expect(run.tokenCalls).toHaveLength(token === SECOND ? 1 : 0);
	});

	it('is not refreshed again if the new one is refused', async () => {
		const tokenReplies = [{ stores: SECOND }, { stores: THIRD }];
		const run = startWithExpiry(0, { replies: [expired], tokenReplies });
		expect((await run.call('pushAds')).error).toMatchObject({ status: 401 });
		expect(tokensOf(run)).toEqual([SECOND]);
		expect(run.tokenCalls).toHaveLength(1);
	});

	it.each([
		['fails', [DOWN, NEW]],
		['is slow', [{ ...NEW, afterMs: 45_000 }]],
		['is refused', [REFUSED]],
	])('is used as long as it works if its refresh %s', async (_, tokenReplies) => {
		const run = startWithExpiry(59_000, { tokenReplies });
		for (let time = 0; time < 2; time++)
			expect((await run.call('pushAds')).value).toMatchObject({ status: 200 });
		expect(tokensOf(run)).toEqual([FIRST_TOKEN, FIRST_TOKEN]);
		expect(run.tokenCalls).toHaveLength(1);
	});
});
