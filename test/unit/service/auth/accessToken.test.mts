import {
	refreshAccessToken,
	refreshDueAt,
} from '../../../../nodes/MerchantData/service/auth/accessToken.ts';
import type {
	Connection,
	CredentialFields,
} from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { RequestContext } from '../../../../nodes/MerchantData/service/requestContext.ts';
import { createContext, ended, FIRST_TOKEN, type TokenReply } from '../../../kit/execution.mts';

beforeEach(() => jest.useFakeTimers());

const SECOND = 'access-token-2';
/** What n8n throws after an answer with `error`, whose status it does not say. */
const says = (error: unknown) => ({ throws: { code: 'EAUTH', body: { error } } });
/** What it throws after others. */
const answers = (status: number) => ({ throws: { code: 'ESTATUS', status, body: '' } });
const REFUSED = says('invalid_grant');
const REFRESHED = { stores: SECOND };

/** A credential whose token was refused, with a token endpoint that does what `tokenReplies` say. */
function createRefused(...tokenReplies: TokenReply[]) {
	const n8n = createContext({ tokenReplies });
	const connection = {
		credential: 'merchantDataOAuth2Api',
		target: `oauth-${n8n.number}`,
		accessToken: FIRST_TOKEN,
	} as Connection;
	return {
		...n8n,
		refresh: async (signal?: AbortSignal) => {
			const own = { getExecutionCancelSignal: () => signal };
			const context = new RequestContext(Object.assign({}, n8n.context, own));
			return await refreshAccessToken(context, connection, 120_000);
		},
		store() {
			n8n.stored.merchantDataOAuth2Api.oauthTokenData = { access_token: 'theirs' };
		},
	};
}

it.each([
	[0, 0],
	[1_400, 1_500],
	[4_900, 5_000],
])('what another process stores after %i ms is found after %i ms', async (storedMs, ms) => {
	const { refresh, tokenCalls, store } = createRefused(REFUSED);
	if (storedMs === 0) store();
	setTimeout(store, storedMs);
	expect(await ended(refresh())).toEqual({ value: 'refreshed', tookMs: ms });
	expect(tokenCalls).toHaveLength(storedMs === 0 ? 0 : 1);
});

it('sends no refresh token twice, however long reading the credential takes', async () => {
	const { refresh, context } = createRefused({ ...REFRESHED, afterMs: 10 });
	const calls = jest.spyOn(context.helpers, 'refreshOAuth2Token');
	const { getCredentials } = context;
	const first = refresh();
	context.getCredentials = async (name) => {
		const read: never = await getCredentials(name);
		return await new Promise((end) => setTimeout(() => end(read), 25));
	};
	const { value } = await ended(Promise.all([first, refresh()]));
	expect(value).toEqual(['refreshed', 'refreshed']);
	expect(calls).toHaveBeenCalledTimes(1);
});

it('stores the new token after a cancellation, without waiting for it', async () => {
	const { refresh, stored } = createRefused({ ...REFRESHED, afterMs: 20_000 });
	const abort = new AbortController();
	setTimeout(() => abort.abort(), 1_010);
	expect(await ended(refresh(abort.signal))).toEqual({ value: 'refreshTooSlow', tookMs: 1_010 });
	await jest.advanceTimersByTimeAsync(20_000);
	expect(stored.merchantDataOAuth2Api.oauthTokenData!.access_token).toBe(SECOND);
});

it('makes a new token call for the next refusal', async () => {
	const { refresh, tokenCalls } = createRefused(REFUSED, REFRESHED);
	expect((await ended(refresh())).value).toEqual('refreshRefused');
	expect((await ended(refresh())).value).toEqual('refreshed');
	expect(tokenCalls).toHaveLength(2);
});

it('fails if the credential cannot be read, and succeeds later', async () => {
	const { refresh, context, tokenCalls } = createRefused(REFRESHED);
	const { getCredentials } = context;
	context.getCredentials = async () => await Promise.reject(new Error('No such credential'));
	expect((await ended(refresh())).value).toEqual('refreshFailed');
	expect(tokenCalls).toEqual([]);
	context.getCredentials = getCredentials;
	expect((await ended(refresh())).value).toEqual('refreshed');
});

it.each<[string, TokenReply, string, tookMs?: number]>([
	['is broken', { throws: { code: 'ERR_BAD_RESPONSE', status: 503 } }, 'refreshFailed'],
	['breaks the connection', { throws: { code: 'ECONNRESET' } }, 'refreshFailed'],
	['is asked in vain, because n8n fails', { throws: new Error('No lock') }, 'refreshFailed'],
	['gives no token', {}, 'refreshRefused'],
	['never answers', { afterMs: Infinity }, 'refreshTooSlow', 35_000],
	['answers late', { ...REFRESHED, afterMs: 33_000 }, 'refreshed', 33_000],
	['says invalid_grant', says('invalid_grant'), 'refreshRefused'],
	['says it in a format of its own', says({ code: 7 }), 'refreshRefused'],
	['says that it is not available', says('temporarily_unavailable'), 'refreshFailed'],
	['says that it is asked too often', says({ message: 'Too many requests' }), 'refreshFailed'],
	['gives a 403', answers(403), 'refreshRefused'],
	['gives a 429', answers(429), 'refreshFailed'],
	['gives a body that is no JSON (1.x)', { throws: new SyntaxError() }, 'refreshRefused'],
	["gives n8n 2.x's own error", { throws: { name: 'NodeOperationError' } }, 'refreshRefused'],
])('makes one call if the token endpoint %s', async (_, reply, end, tookMs = 5_000) => {
	const { refresh, tokenCalls } = createRefused(reply);
	expect(await ended(refresh())).toEqual({ value: end, tookMs });
	expect(tokenCalls).toHaveLength(1);
});

it('makes no second call while the first is under way', async () => {
	const { refresh, tokenCalls } = createRefused({ ...REFRESHED, afterMs: 45_000 });
	expect((await ended(refresh())).value).toBe('refreshTooSlow');
	expect(await ended(refresh())).toEqual({ value: 'refreshed', tookMs: 10_000 });
	expect(tokenCalls).toHaveLength(1);
});

const NOW = 1_750_000_000_000;
it.each<[string, CredentialFields['oauthTokenData'], number]>([
	['a minute before', { expires_in: 3_600, n8n_expires_at: `${NOW}` }, NOW - 60_000],
	['a tenth before', { expires_in: 6, n8n_expires_at: NOW }, NOW - 600],
	['never', { expires_in: 0, n8n_expires_at: `${NOW}` }, Infinity],
	['never', { expires_in: 'an hour', n8n_expires_at: `${NOW}` }, Infinity],
	['never', { expires_in: 3_600 }, Infinity],
	['never', undefined, Infinity],
])('a token is due to be refreshed %s: %j', (_, oauthTokenData, dueAt) => {
	expect(refreshDueAt({ oauthTokenData })).toBe(dueAt);
});
