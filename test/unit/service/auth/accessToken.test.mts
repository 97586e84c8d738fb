import {
	refreshAccessToken,
	refreshDueAt,
} from '../../../../nodes/MerchantData/service/auth/accessToken.ts';
import type {
	Connection,
	CredentialFields,
} from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { RequestContext } from '../../../../nodes/MerchantData/service/requestContext.ts';
import {
	createContext,
	ended,
	FIRST_TOKEN,
	type Script,
	type TokenReply,
} from '../../../kit/execution.mts';

beforeEach(() => jest.useFakeTimers());

const NEW_TOKEN = 'access-token-2';
const REFUSED = { throws: { body: { error: 'invalid_grant' } } };
const BROKEN = { throws: { status: 503 } };
const REFRESHED = { stores: NEW_TOKEN };

/** A credential whose token was refused, with a token endpoint that does what `tokenReplies` say. */
function createRefused(...tokenReplies: TokenReply[]) {
	const n8n = createContext({ tokenReplies });
	const connection = {
		...{ credential: 'merchantDataOAuth2Api', id: `oauth-${n8n.number}` },
		accessToken: FIRST_TOKEN,
	} as Connection;
	/** One more execution with that credential. */
	const execution = (signal?: Script['signal']) =>
		new RequestContext(Object.assign({}, n8n.context, { getExecutionCancelSignal: () => signal }));
	return {
		...n8n,
		execution,
		refresh: async (context = execution(), waitBudgetMs = 120_000) =>
			await refreshAccessToken(context, connection, waitBudgetMs),
		/** Another process stores a token, so many milliseconds from now. */
		storeAfter(ms: number) {
			const store = () => {
				n8n.stored.merchantDataOAuth2Api.oauthTokenData = { access_token: 'theirs' };
			};
			if (ms === 0) store();
			else setTimeout(store, ms);
		},
	};
}

describe('another process', () => {
	it('stores one between our reading and the token call: n8n 2.x makes none', async () => {
		const { refresh, context, tokenCalls, storeAfter } = createRefused(REFRESHED);
		const { getCredentials } = context;
		context.getCredentials = async <T extends object>(name: string) => {
			const fields = await getCredentials<T>(name);
			storeAfter(0);
			return fields;
		};
		expect((await ended(refresh())).value).toBe('refreshed');
		expect(tokenCalls).toEqual([]);
	});

	it.each([
		[0, 0],
		[1_400, 1_500],
		[4_900, 5_000],
	])('stores one %i ms after our call begins: it is found at %i ms', async (storedMs, ms) => {
		const { refresh, tokenCalls, storeAfter } = createRefused(REFUSED);
		storeAfter(storedMs);
		expect(await ended(refresh())).toEqual({ value: 'refreshed', tookMs: ms });
		expect(tokenCalls).toHaveLength(storedMs === 0 ? 0 : 1);
	});
});

describe('who waits for a refresh', () => {
	const SLOW = { ...REFRESHED, afterMs: 20_000 };

	it('gives up when its own wait budget is used up; the token call goes on for the others', async () => {
		const { refresh, tokenCalls } = createRefused(SLOW);
		const others = refresh();
		const brief = await ended(refresh(undefined, 1_000));
		expect(brief).toEqual({ value: 'refreshTooSlow', tookMs: 1_000 });
		expect((await ended(others)).value).toEqual('refreshed');
		expect(tokenCalls).toHaveLength(1);
	});

	it('gives up when it is cancelled, and the new token is stored all the same', async () => {
		const { refresh, execution, stored } = createRefused(SLOW);
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 1_010);
		const end = await ended(refresh(execution(abort.signal)));
		expect(end).toEqual({ value: 'refreshTooSlow', tookMs: 1_010 });
		await jest.advanceTimersByTimeAsync(20_000);
		expect(stored.merchantDataOAuth2Api.oauthTokenData!.access_token).toBe(NEW_TOKEN);
	});
});

it('leaves nothing behind once it is over, so that the next refusal is looked into anew', async () => {
	const { refresh, tokenCalls } = createRefused(REFUSED, REFRESHED);
	expect((await ended(refresh())).value).toEqual('refreshRefused');
	expect((await ended(refresh())).value).toEqual('refreshed');
	expect(tokenCalls).toHaveLength(2);
});

it.each([undefined, { access_token: FIRST_TOKEN }])(
	'makes no token call without a refresh token: %j',
	async (oauthTokenData) => {
		const { refresh, tokenCalls, stored } = createRefused(REFRESHED);
		stored.merchantDataOAuth2Api.oauthTokenData = oauthTokenData;
		expect(await ended(refresh())).toEqual({ value: 'noRefreshToken', tookMs: 0 });
		expect(tokenCalls).toEqual([]);
	},
);

it('fails if the credential cannot be read, and can be asked again', async () => {
	const { refresh, context, tokenCalls } = createRefused(REFRESHED);
	const { getCredentials } = context;
	context.getCredentials = async () => await Promise.reject(new Error('No such credential'));
	expect((await ended(refresh())).value).toEqual('refreshFailed');
	expect(tokenCalls).toEqual([]);
	context.getCredentials = getCredentials;
	expect((await ended(refresh())).value).toEqual('refreshed');
});

it.each<[string, TokenReply[], string, calls: number[], tookMs: number]>([
	['stays broken', [BROKEN], 'refreshFailed', [0, 5_000], 10_000],
	['fails once', [BROKEN, REFRESHED], 'refreshed', [0, 5_000], 5_000],
	['fails, then refuses', [BROKEN, REFUSED], 'refreshRefused', [0, 5_000], 10_000],
	['gives no token', [{}], 'refreshFailed', [0, 5_000], 10_000],
	// A second call while the first is under way would use the refresh token twice.
	['never answers', [{ afterMs: Infinity }], 'refreshFailed', [0], 70_000],
	['answers late', [{ ...REFRESHED, afterMs: 45_000 }], 'refreshed', [0], 45_000],
])('if the token endpoint %s', async (_, tokenReplies, end, calls, tookMs) => {
	const { refresh, tokenCalls } = createRefused(...tokenReplies);
	expect(await ended(refresh())).toEqual({ value: end, tookMs });
	expect(tokenCalls).toEqual(calls);
});

it.each<[string, object, 'refreshRefused' | 'refreshFailed']>([
	['invalid_grant', { body: { error: 'invalid_grant' }, status: 500 }, 'refreshRefused'],
	['unauthorized_client', { body: { error: 'unauthorized_client' } }, 'refreshRefused'],
	['unsupported_…', { body: { error: 'unsupported_grant_type' } }, 'refreshRefused'],
	['another code', { body: { error: 'temporarily_unavailable' }, status: 400 }, 'refreshFailed'],
	['a code of its own', { body: { error: 'token_invalid' }, status: 401 }, 'refreshFailed'],
	['a 400 in a format of its own', { body: { error: { code: 7 } }, status: 400 }, 'refreshRefused'],
	['a 401 without a body', { status: 401 }, 'refreshRefused'],
	["n8n 2.x's own error", { name: 'NodeOperationError' }, 'refreshRefused'],
])('takes %s for what it is', async (_, error, failure) => {
	const { refresh, tokenCalls } = createRefused({ throws: error });
	expect((await ended(refresh())).value).toBe(failure);
	expect(tokenCalls).toHaveLength(failure === 'refreshRefused' ? 1 : 2);
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
