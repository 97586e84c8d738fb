/**
 * When access tokens expire, so that one can be refreshed before a body is uploaded in vain. n8n 2.x
 * stores the time with the tokens. 1.x does not, so the process remembers it of what it refreshed.
 */

/** What the credential holds of a token answer ("Resources", token response). */
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

/** So long before its end a token is refreshed: longer than a body takes on its way. */
const MARGIN_MS = 60_000;
/** The margin of a token that lives for minutes, so that it is not refreshed all the time. */
const MARGIN_OF_LIFETIME = 0.1;

/** The token that each credential got last, and when it expires. */
const remembered = new Map<string, { token: string; expiresAt: number; lifetimeMs: number }>();

/**
 * Remembers how long a new token lives.
 * @param id of the credential
 * @param tokens what the token endpoint answered
 * @param sentAt when it was asked (ms since the epoch)
 */
export function rememberExpiry(id: string, tokens: unknown, sentAt: number): void {
	const { access_token: token, expires_in: seconds } = (tokens ?? {}) as TokenData;
	const lifetimeMs = Number(seconds) * 1_000;
	if (typeof token !== 'string' || !(lifetimeMs > 0)) return;
	for (const [other, { expiresAt }] of remembered) {
		if (expiresAt < sentAt) remembered.delete(other);
	}
	remembered.set(id, { token, expiresAt: sentAt + lifetimeMs, lifetimeMs });
}

/**
 * Whether a token is known to expire so soon that it should be refreshed first.
 * @param id of the credential
 * @param tokens what the credential holds
 */
export function expiresSoon(id: string, tokens: TokenData, now: number): boolean {
	const known = remembered.get(id);
	const isKnown = known !== undefined && known.token === tokens.access_token;
	const expiresAt = isKnown ? known.expiresAt : Number(tokens.n8n_expires_at);
	const lifetimeMs = isKnown ? known.lifetimeMs : Number(tokens.expires_in) * 1_000;
	const margin = lifetimeMs > 0 ? Math.min(MARGIN_MS, lifetimeMs * MARGIN_OF_LIFETIME) : 0;
	return expiresAt > 0 && now >= expiresAt - margin;
}
