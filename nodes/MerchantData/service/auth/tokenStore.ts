import type { RefreshFailure } from '../errors/attempt';

/**
 * What is known of access tokens beyond what n8n stores, and for how long.
 *
 * This process knows, because its executions share their credentials:
 * - the refreshes under way, until they end;
 * - when each credential last got a new token, as long as a reading from before may be in use;
 * - when the token expires that it got last itself, until then. n8n 2.x stores this, 1.x does not.
 *
 * An execution knows ({@link TokenStates}), until it ends:
 * - which new tokens no request has succeeded with;
 * - which tokens could not be refreshed ahead of time.
 */

/** What a credential holds of a token answer ("Resources", token response). */
export interface TokenData {
	access_token?: string;
	refresh_token?: string;
	/** Seconds that the access token lives; n8n may hold it as a text. */
	expires_in?: unknown;
	/** What the merchant consented to, where the service tells it (RFC 6749, 5.1). */
	scope?: unknown;
	/** 2.x: ms since the epoch, as a text. */
	n8n_expires_at?: unknown;
}

/** The token that is now stored in the credential, or why there is no new one. */
export type Refresh =
	| {
			token: string;
			/** Whether this process has just got it, rather than found it stored. */
			isNew: boolean;
	  }
	| { failure: RefreshFailure };

/**
 * What an execution knows of a token: it was refreshed here and nothing but 401s has come of it yet,
 * or why it could not be refreshed ahead of time.
 */
export type TokenStates = Map<string, 'untried' | RefreshFailure>;

/** By credential and refused token. */
const refreshes = new Map<string, Promise<Refresh>>();

/**
 * Runs one refresh at a time per credential and refused token: who asks meanwhile shares its result.
 * @param id of the credential
 * @param refused the token that is to be replaced
 */
export async function refreshOnce(
	id: string,
	refused: string,
	refresh: () => Promise<Refresh>,
): Promise<Refresh> {
	const key = `${id} ${refused}`;
	const underWay = refreshes.get(key) ?? refresh().finally(() => refreshes.delete(key));
	refreshes.set(key, underWay);
	return await underWay;
}

/**
 * How long a reading of a credential is fresh. To read one takes n8n some milliseconds, as long as to
 * send a request.
 */
export const FRESH_FOR_MS = 500;

interface Expiry {
	token: string;
	lifetimeMs: number;
	/** Ms since the epoch. */
	expiresAt: number;
}

/** By credential: when a new token was stored in it, and when that one expires. */
const lastRefreshes = new Map<string, { at: number; expiry: Expiry | undefined }>();

/**
 * Remembers that a credential holds a new token, so that no older reading is used any more.
 * @param id of the credential
 * @param answer of the token endpoint, where this process asked it
 * @param askedAt when it asked (ms since the epoch)
 */
export function noteNewToken(id: string, answer?: unknown, askedAt = 0): void {
	const now = Date.now();
	for (const [other, { at, expiry }] of lastRefreshes) {
		const isOver = at + FRESH_FOR_MS < now && !(expiry && expiry.expiresAt >= now);
		if (isOver) lastRefreshes.delete(other);
	}
	const expiry = expiryIn(answer, askedAt) ?? lastRefreshes.get(id)?.expiry;
	lastRefreshes.set(id, { at: now, expiry });
}

function expiryIn(answer: unknown, askedAt: number): Expiry | undefined {
	const { access_token: token, expires_in: seconds } = (answer ?? {}) as TokenData;
	const lifetimeMs = Number(seconds) * 1_000;
	if (typeof token !== 'string' || !(lifetimeMs > 0)) return undefined;
	return { token, lifetimeMs, expiresAt: askedAt + lifetimeMs };
}

/**
 * Whether what was read of a credential still holds.
 * @param readAt when its reading began (ms since the epoch)
 */
export function isFresh(id: string, readAt: number): boolean {
	const refreshedAt = lastRefreshes.get(id)?.at ?? -Infinity;
	return readAt > refreshedAt && Date.now() - readAt < FRESH_FOR_MS;
}

/** How long before it expires a token is refreshed. To send a body takes less. */
const MARGIN_MS = 60_000;
/** At most this part of the lifetime: a token that lives for minutes is not refreshed all the time. */
const MARGIN_OF_LIFETIME = 0.1;

/**
 * When a token should be refreshed before a body is sent with it.
 * @param id of the credential
 * @param tokens what the credential holds
 * @returns ms since the epoch; Infinity where nothing tells when it expires
 */
export function refreshDueAt(id: string, tokens: TokenData): number {
	const own = lastRefreshes.get(id)?.expiry;
	const { expiresAt, lifetimeMs } =
		own && own.token === tokens.access_token
			? own
			: {
					expiresAt: Number(tokens.n8n_expires_at),
					lifetimeMs: Number(tokens.expires_in) * 1_000,
				};
	const marginMs = lifetimeMs > 0 ? Math.min(MARGIN_MS, lifetimeMs * MARGIN_OF_LIFETIME) : 0;
	return expiresAt > 0 ? expiresAt - marginMs : Infinity;
}
