import {
	type Renewal,
	renewAccessToken,
} from '../../../../nodes/MerchantData/service/auth/accessToken.ts';
import type { Connection } from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { expiresSoon } from '../../../../nodes/MerchantData/service/auth/tokenExpiry.ts';
import { createWaiter } from '../../../../nodes/MerchantData/service/limiter/waitBudget.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import {
	BASE_URL,
	createContext,
	ended,
	FIRST_TOKEN,
	type TokenReply,
} from '../../../kit/execution.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const PATIENCE_MS = 120_000;
const NEW_TOKEN = 'access-token-2';
const REFUSED = { throws: { body: { error: 'invalid_grant' } } };
const BROKEN = { throws: { status: 503 } };
const REFRESHED = { stores: NEW_TOKEN };

/** A credential whose token was refused, with a token endpoint that does what `tokenReplies` say. */
function createRefused(...tokenReplies: TokenReply[]) {
	const n8n = createContext({ tokenReplies });
	const connection: Connection = {
		credential: 'merchantDataOAuth2Api',
		id: `oauth-${n8n.number}`,
		address: BASE_URL,
		ignoreSslIssues: false,
		accessToken: FIRST_TOKEN,
		tokens: {},
		sign: async () => await Promise.reject(new Error('A refresh signs nothing')),
	};
	const redactor = createRedactor();
	return {
		...n8n,
		connection,
		redactor,
		renew: async (
			refused: Partial<Connection> = {},
			learning = redactor,
			waiter = createWaiter(undefined),
			patienceMs = PATIENCE_MS,
		) => {
			const whole = { ...connection, ...refused };
			return await renewAccessToken(n8n.context, whole, waiter, patienceMs, learning);
		},
		/** Another process stores a token, so many milliseconds from now. */
		storeAfter(ms: number, token: string) {
			const store = () => {
				n8n.stored.merchantDataOAuth2Api.oauthTokenData = { access_token: token };
			};
			if (ms === 0) store();
			else setTimeout(store, ms);
		},
	};
}

describe('one process', () => {
	it('stores and gives a fresh token after one token call', async () => {
		const { renew, tokenCalls, reads } = createRefused(REFRESHED);
		expect(await ended(renew())).toEqual({ value: { token: NEW_TOKEN, isFresh: true }, tookMs: 0 });
		expect(tokenCalls).toHaveLength(1);
		expect(reads).toHaveLength(2);
	});

	it('makes one token call for all who had the same token refused at once', async () => {
		const { renew, tokenCalls } = createRefused({ ...REFRESHED, afterMs: 700 });
		const all = Promise.all([renew(), renew(), renew()]);
		const fresh = { token: NEW_TOKEN, isFresh: true };
		expect((await ended(all)).value).toEqual([fresh, fresh, fresh]);
		expect(tokenCalls).toHaveLength(1);
	});

	it('keeps the new token secret in every execution that waited for it', async () => {
		const { renew } = createRefused({ ...REFRESHED, afterMs: 700 });
		const waiting = createRedactor();
		await ended(Promise.all([renew(), renew({}, waiting)]));
		expect(waiting.redact(`token ${NEW_TOKEN}`)).toBe('token [redacted]');
	});

	it('makes a token call for each credential, though their tokens be the same', async () => {
		const [one, other] = [createRefused(REFRESHED), createRefused(REFRESHED)];
		await ended(Promise.all([one.renew(), other.renew()]));
		expect([one.tokenCalls.length, other.tokenCalls.length]).toEqual([1, 1]);
	});

	it('tells who had an older token refused at once that the next one is stored', async () => {
		const { renew } = createRefused({ ...REFRESHED, afterMs: 700 });
		const both = Promise.all([renew(), renew({ accessToken: 'access-token-0' })]);
		expect((await ended(both)).value![1]).toEqual({ token: FIRST_TOKEN, isFresh: false });
	});

	it('looks at the credential again for who comes after the refresh', async () => {
		const { renew, tokenCalls } = createRefused(REFRESHED);
		await ended(renew());
		expect((await ended(renew())).value).toEqual({ token: NEW_TOKEN, isFresh: false });
		expect(tokenCalls).toHaveLength(1);
	});
});

describe('another process', () => {
	it('has stored a new token: it is taken over without a token call', async () => {
		const { renew, tokenCalls, storeAfter } = createRefused(REFUSED);
		storeAfter(0, 'theirs');
		expect(await ended(renew())).toEqual({
			value: { token: 'theirs', isFresh: false },
			tookMs: 0,
		});
		expect(tokenCalls).toHaveLength(0);
	});

	it.each([
		[50, 100],
		[250, 300],
		[650, 700],
		[1_400, 1_500],
		[2_900, 3_000],
		[4_900, 5_000],
	])(
		'stores one %i ms after our call was refused: it is found at %i ms',
		async (storedMs, foundMs) => {
			const { renew, tokenCalls, storeAfter } = createRefused(REFUSED);
			storeAfter(storedMs, 'theirs');
			expect(await ended(renew())).toEqual({
				value: { token: 'theirs', isFresh: false },
				tookMs: foundMs,
			});
			expect(tokenCalls).toHaveLength(1);
		},
	);

	it('stores one while our call fails: it is taken over at once, and may be old', async () => {
		const { renew, storeAfter } = createRefused({ ...REFUSED, afterMs: 300 });
		storeAfter(200, 'theirs');
		expect(await ended(renew())).toEqual({
			value: { token: 'theirs', isFresh: false },
			tookMs: 300,
		});
	});
});

describe('who waits for a refresh', () => {
	const SLOW = { ...REFRESHED, afterMs: 20_000 };

	it('gives up at the end of its own patience; the refresh goes on for the others', async () => {
		const { renew, tokenCalls } = createRefused(SLOW);
		const others = renew();
		const patient = await ended(renew({}, undefined, undefined, 1_000));
		expect(patient).toEqual({ value: { failure: 'failed' }, tookMs: 1_000 });
		expect((await ended(others)).value).toEqual({ token: NEW_TOKEN, isFresh: true });
		expect(tokenCalls).toHaveLength(1);
	});

	it('gives up within a slice of its cancellation, and the new token is stored all the same', async () => {
		const { renew, stored, tokenCalls } = createRefused(SLOW);
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 1_010);
		const end = await ended(renew({}, undefined, createWaiter(abort.signal)));
		expect(end.value).toEqual({ failure: 'failed' });
		expect(end.tookMs).toBeLessThanOrEqual(1_110);
		await jest.advanceTimersByTimeAsync(20_000);
		expect(stored.merchantDataOAuth2Api.oauthTokenData!.access_token).toBe(NEW_TOKEN);
		expect(tokenCalls).toHaveLength(1);
	});

	it('and comes back while it goes on starts no second one', async () => {
		const { renew, tokenCalls } = createRefused(SLOW);
		await ended(renew({}, undefined, undefined, 1_000));
		expect((await ended(renew())).tookMs).toBe(19_000);
		expect(tokenCalls).toHaveLength(1);
	});

	it('does not have it counted as a wait for the quota', async () => {
		const waiter = createWaiter(undefined);
		await ended(createRefused(SLOW).renew({}, undefined, waiter));
		expect(waiter).toMatchObject({ pauses: 0, waitedMs: 0 });
	});
});

it('leaves nothing behind once it is over, so that the next refusal is looked into anew', async () => {
	const { renew, tokenCalls } = createRefused(REFUSED, REFRESHED);
	expect((await ended(renew())).value).toEqual({ failure: 'refused' });
	expect((await ended(renew())).value).toEqual({ token: NEW_TOKEN, isFresh: true });
	expect(tokenCalls).toHaveLength(2);
});

it('fails where the credential cannot be read, and can be asked again', async () => {
	const { renew, context, tokenCalls } = createRefused(REFRESHED);
	const { getCredentials } = context;
	context.getCredentials = async () => await Promise.reject(new Error('No such credential'));
	expect((await ended(renew())).value).toEqual({ failure: 'failed' });
	expect(tokenCalls).toEqual([]);
	context.getCredentials = getCredentials;
	expect((await ended(renew())).value).toEqual({ token: NEW_TOKEN, isFresh: true });
});

it('remembers how long the new token lives, from when it was asked for', async () => {
	const { renew, connection } = createRefused({ ...REFRESHED, lives: 600, afterMs: 5_000 });
	const started = Date.now();
	await ended(renew());
	const isSoon = (now: number) => expiresSoon(connection.id, { access_token: NEW_TOKEN }, now);
	expect([isSoon(started + 539_999), isSoon(started + 540_000)]).toEqual([false, true]);
});

it('finds no token in a credential that was disconnected meanwhile', async () => {
	const { renew, stored } = createRefused(REFUSED);
	stored.merchantDataOAuth2Api.oauthTokenData = undefined;
	expect((await ended(renew())).value).toEqual({ failure: 'refused' });
});

it.each<[string, TokenReply[], Renewal, calls: number[], tookMs: number]>([
	['refuses', [REFUSED], { failure: 'refused' }, [0], 5_000],
	['stays broken', [BROKEN], { failure: 'failed' }, [0, 5_000], 10_000],
	['fails once', [BROKEN, REFRESHED], { token: NEW_TOKEN, isFresh: true }, [0, 5_000], 5_000],
	['fails, then refuses', [BROKEN, REFUSED], { failure: 'refused' }, [0, 5_000], 10_000],
	['gives no token', [{}], { failure: 'failed' }, [0, 5_000], 10_000],
	['never answers', [{ afterMs: Infinity }], { failure: 'failed' }, [0, 35_000], 70_000],
	[
		'answers just in time',
		[{ ...REFRESHED, afterMs: 29_999 }],
		{ token: NEW_TOKEN, isFresh: true },
		[0],
		29_999,
	],
])('where the token endpoint %s', async (_, tokenReplies, renewal, calls, tookMs) => {
	const { renew, tokenCalls } = createRefused(...tokenReplies);
	expect(await ended(renew())).toEqual({ value: renewal, tookMs });
	expect(tokenCalls).toEqual(calls);
});

it.each<[string, object, 'refused' | 'failed']>([
	['invalid_grant', { body: { error: 'invalid_grant' }, status: 500 }, 'refused'],
	['unauthorized_client', { body: { error: 'unauthorized_client' } }, 'refused'],
	['unsupported_grant_type', { body: { error: 'unsupported_grant_type' } }, 'refused'],
	[
		'temporarily_unavailable',
		{ body: { error: 'temporarily_unavailable' }, status: 400 },
		'failed',
	],
	['token_invalid_for_now', { body: { error: 'token_invalid_for_now' }, status: 401 }, 'failed'],
	['a 400 in a format of its own', { body: { error: { code: 7 } }, status: 400 }, 'refused'],
	['a 401 without a body', { status: 401 }, 'refused'],
	['a 403 without a body', { status: 403 }, 'failed'],
	["n8n 2.x's own error", { name: 'NodeOperationError' }, 'refused'],
	['a broken connection', { name: 'Error', code: 'ECONNRESET' }, 'failed'],
])('takes %s for what it is', async (_, error, failure) => {
	const { renew, tokenCalls } = createRefused({ throws: error });
	expect((await ended(renew())).value).toEqual({ failure });
	expect(tokenCalls).toHaveLength(failure === 'refused' ? 1 : 2);
});
