import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import OAuth2Server from '@node-oauth/oauth2-server';
import { ApiError } from './errors.mts';
import { ACCOUNT_ID, CLIENT_ID } from './literals.mts';
import type { Answer } from './service.mts';
import type { Settings } from './settings.mts';

/** The token response of the spec, which is also what n8n stores. By some settings it lacks fields. */
type TokenResponse = Record<string, string | number> & {
	access_token: string;
	refresh_token: string;
};

type AccessToken = { scopes: string[]; expiresAt: number; uses: number };

// Short, because a code is exchanged at once by whoever receives the redirect.
const CODE_SECONDS = 600;
/** Spec "Limits", in seconds. */
const LIFETIMES = { accessTokenLifetime: 3_600, refreshTokenLifetime: 30 * 24 * 3_600 };
const USER = { id: ACCOUNT_ID };
const CLIENT = { id: CLIENT_ID, grants: ['authorization_code', 'refresh_token'] };

export class OAuth {
	clientSecret: string;
	readonly #settings: Settings;
	readonly #codes = new Map<string, OAuth2Server.AuthorizationCode>();
	readonly #accessTokens = new Map<string, AccessToken>();
	readonly #refreshTokens = new Map<string, OAuth2Server.RefreshToken>();
	readonly #server: OAuth2Server;

	constructor(settings: Settings, clientSecret: string) {
		this.#settings = settings;
		this.clientSecret = clientSecret;
		this.#server = new OAuth2Server({ model: this.#model() });
	}

	issueCode(scopes: string[], redirectUri: string): string {
		const authorizationCode = `ac_${secret()}`;
		this.#codes.set(authorizationCode, {
			authorizationCode,
			expiresAt: fromNow(CODE_SECONDS),
			redirectUri,
			scope: scopes,
			client: CLIENT,
			user: USER,
		});
		return authorizationCode;
	}

	/** The grant is used up at once, and the answer waits `tokenDelayMs`; `signal` ends the waiting. */
	async answerTokenCall(headers: Record<string, unknown>, body: unknown, signal: AbortSignal) {
		const request = new OAuth2Server.Request({
			method: 'POST',
			query: {},
			headers: headers as Record<string, string>,
			body,
		});
		const answer = await this.#server.token(request, new OAuth2Server.Response(), LIFETIMES).then(
			(token): Answer => ({
				status: 200,
				headers: { 'cache-control': 'no-store' },
				body: this.#tokenResponse(token),
			}),
			oauthError,
		);
		const { tokenDelayMs } = this.#settings;
		if (tokenDelayMs > 0) await wait(tokenDelayMs, undefined, { signal });
		return answer;
	}

	/** Tokens without a consent. `expired` is the access token, `refreshExpired` the other. */
	issueTokens({
		scopes = this.#settings.scopes,
		expired = false,
		refreshExpired = false,
	}: { scopes?: string[]; expired?: boolean; refreshExpired?: boolean } = {}): TokenResponse {
		const token = this.#save({
			accessToken: `at_${secret()}`,
			accessTokenExpiresAt: fromNow(expired ? -1 : LIFETIMES.accessTokenLifetime),
			refreshToken: `rt_${secret()}`,
			refreshTokenExpiresAt: fromNow(refreshExpired ? -1 : LIFETIMES.refreshTokenLifetime),
			scope: scopes,
			client: CLIENT,
			user: USER,
		});
		return this.#tokenResponse(token);
	}

	/** The token's scopes. Throws 401 for an unknown or expired token (spec "Errors"). */
	authenticate(authorization: string | undefined): string[] {
		const [, sent = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
		const token = this.#accessTokens.get(sent);
		if (!token) throw new ApiError(401, 'The access token is missing, unknown or was revoked');
		if (token.expiresAt <= Date.now()) throw new ApiError(401, 'The access token has expired');
		token.uses++;
		return token.scopes;
	}

	expireAccessTokens(): void {
		for (const token of this.#accessTokens.values()) token.expiresAt = 0;
	}

	/** The same, but spares a token that is new, as time does: that fewer requests have used. */
	expireUsedAccessTokens(uses = 1): void {
		for (const token of this.#accessTokens.values()) if (token.uses >= uses) token.expiresAt = 0;
	}

	expireRefreshTokens(): void {
		this.#refreshTokens.clear();
	}

	/** Gives the app a new client secret; token calls with the old one answer 401. */
	rotateSecret(): void {
		this.clientSecret = `rotated-${secret()}`;
	}

	/** Whether any token was issued since the app was last removed. */
	get hasConsent(): boolean {
		return this.#accessTokens.size > 0;
	}

	/** The merchant removes the app: no token works any more. */
	removeApp(): void {
		this.#codes.clear();
		this.#accessTokens.clear();
		this.#refreshTokens.clear();
	}

	#tokenResponse(token: OAuth2Server.Token): TokenResponse {
		const { tellScopes, refreshTokenScope, tokenFields } = this.#settings;
		const scopes = token.scope ?? [];
		const isRefreshable = refreshTokenScope === null || scopes.includes(refreshTokenScope);
		return {
			access_token: token.accessToken,
			token_type: 'Bearer',
			expires_in: LIFETIMES.accessTokenLifetime,
			...(isRefreshable ? { refresh_token: token.refreshToken ?? '' } : {}),
			...(tellScopes ? { scope: scopes.join(' ') } : {}),
			...tokenFields,
		} as TokenResponse;
	}

	#save(token: OAuth2Server.Token): OAuth2Server.Token {
		this.#accessTokens.set(token.accessToken, {
			scopes: token.scope ?? [],
			expiresAt: token.accessTokenExpiresAt?.getTime() ?? 0,
			uses: 0,
		});
		const { refreshToken } = token;
		if (refreshToken !== undefined) {
			this.#refreshTokens.set(refreshToken, { ...token, refreshToken });
		}
		return token;
	}

	/** What the OAuth2 library asks of the app's memory. Revoking is what makes a grant single-use. */
	#model(): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
		return {
			getClient: async (id, clientSecret) =>
				id === CLIENT_ID && clientSecret === this.clientSecret ? CLIENT : undefined,
			generateAccessToken: async () => `at_${secret()}`,
			generateRefreshToken: async () => `rt_${secret()}`,
			saveToken: async (token, client, user) => this.#save({ ...token, client, user }),
			getAccessToken: async () => undefined,
			getAuthorizationCode: async (code) => this.#codes.get(code),
			revokeAuthorizationCode: async (code) => this.#codes.delete(code.authorizationCode),
			saveAuthorizationCode: async () => undefined,
			getRefreshToken: async (token) => this.#refreshTokens.get(token),
			revokeToken: async (token) => this.#refreshTokens.delete(token.refreshToken),
		};
	}
}

/** Not shown in the spec: RFC 6749, 5.2, with 401 for a wrong client, as its error table says of a rotated secret. */
function oauthError(error: unknown): Answer {
	if (!(error instanceof OAuth2Server.OAuthError)) throw error;
	const status = error.name === 'invalid_client' ? 401 : error.code;
	return { status, body: { error: error.name, error_description: error.message } };
}

const secret = (): string => randomBytes(20).toString('hex');

const fromNow = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
