import { pause, within } from '../../lib/pause';
import type { Refresh, RefreshFailure } from '../errors/unauthorized';
import type { N8nContext, RequestContext } from '../requestContext';
import { type Connection, type CredentialFields, readCredential } from './credentials';

/** Pauses before reading again whether another process has stored a new token: 5 s in all. */
const REREAD_AFTER_MS = [0, 100, 200, 400, 800, 1_500, 2_000];
/** The longest wait for a token call, and the time after which another may be made. */
export const TOKEN_CALL_MS = 30_000;
const LONGEST_TOKEN_CALL_MS = 300_000;
/** A token is refreshed this long before it expires, because sending a body takes less; a short-lived one later. */
const MARGIN_MS = 60_000;

/** When a token should be refreshed. Only n8n 2.x stores when it expires. */
export function refreshDueAt({ oauthTokenData = {} }: CredentialFields): number {
	const expiresAt = Number(oauthTokenData.n8n_expires_at);
	const lifetimeMs = Number(oauthTokenData.expires_in) * 1_000;
	// n8n treats a token without a lifetime as expired.
	if (!(expiresAt > 0 && lifetimeMs > 0)) return Infinity;
	return expiresAt - Math.min(MARGIN_MS, lifetimeMs / 10);
}

/**
 * Replaces the refused access token of a credential. A refresh token works once
 * ("Authentication", rule 2), so a process makes one token call at a time per refused token, and uses what a
 * faster one has stored. It continues if nobody waits any more: the new refresh token must be stored.
 */
export async function refreshAccessToken(
	context: RequestContext,
	connection: Connection,
	waitMs: number,
): Promise<Refresh> {
	// It throws if the credential itself cannot be read.
	const refresh = replaceToken(context, connection).catch((): Refresh => 'refreshFailed');
	return (await within(refresh, waitMs, context.cancelSignal)) ?? 'refreshTooSlow';
}

async function replaceToken(context: RequestContext, connection: Connection): Promise<Refresh> {
	const { credential, accessToken } = connection;
	/** @returns the credential, if its token is still the refused one */
	async function rereadToken(): Promise<CredentialFields | undefined> {
		const fields = await readCredential(context, credential);
		const stored = fields.oauthTokenData?.access_token ?? accessToken;
		return stored === accessToken ? fields : undefined;
	}
	const fields = await rereadToken();
	if (!fields) return 'refreshed';
	if (!fields.oauthTokenData?.refresh_token) return 'noRefreshToken';
	const failure = await tokenCall(context.n8n, connection, fields);
	for (const ms of REREAD_AFTER_MS) {
		await pause(ms);
		if (!(await rereadToken())) return 'refreshed';
	}
	return failure;
}

/** Token calls of the process under way, by credential and refused token. n8n 1.x has no timeout for them. */
const tokenCalls = new Map<string, Promise<RefreshFailure | undefined>>();

/**
 * Lets n8n make a token call and store its answer, or waits for the one that is under way.
 * @param fields n8n 2.x compares their token with the stored one, and makes no call if another process was faster
 * @returns the cause if no new token is stored after it
 */
async function tokenCall(n8n: N8nContext, connection: Connection, fields: CredentialFields) {
	const key = `${connection.target} ${connection.accessToken}`;
	let call = tokenCalls.get(key);
	if (!call) {
		const credential = keepingStored(fields);
		const getCredentials = { value: async () => await Promise.resolve(credential) };
		const caller = Object.create(n8n, { getCredentials }) as never;
		const answer = n8n.helpers.refreshOAuth2Token.call(caller, connection.credential);
		// If no new token is stored after an answer, the answer had none, whatever it says.
		const failure = answer.then((body) => failureOf({ code: 'EAUTH', body }), failureOf);
		call = within(failure, LONGEST_TOKEN_CALL_MS, undefined);
		void call.finally(() => tokenCalls.delete(key));
		tokenCalls.set(key, call);
	}
	return (await within(call, TOKEN_CALL_MS, undefined)) ?? 'refreshTooSlow';
}

/**
 * A copy for n8n, which puts the token data with the fields of the answer into it, and stores them. Fields that are
 * null or empty keep their value, such as the refresh token (RFC 6749, 6: a new one may be issued).
 */
function keepingStored({ oauthTokenData: stored, ...fields }: CredentialFields) {
	const isFilled = ([, value]: [string, unknown]) => value !== null && value !== '';
	return {
		...fields,
		get oauthTokenData() {
			return stored;
		},
		set oauthTokenData(answered) {
			const filled = Object.entries(answered ?? {}).filter(isFilled);
			stored = { ...stored, ...Object.fromEntries(filled) };
		},
	};
}

/** Statuses below 500 after which a second token call may succeed. */
const PASSING = [408, 425, 429];
/** Errors of n8n after an answer below 500. After others, and without one, the error is of its HTTP client. */
const ANSWERED = /^(EAUTH|ESTATUS|NodeOperationError|SyntaxError|TypeError)$/;
/** For a body with `error`, n8n does not report the status. */
const SAYS_LATER =
	/temporar|unavailable|slow.?down|too.?(many|early)|rate.?limit|time(d?.)?out|server.?error|try.?again|later/i;

/**
 * Whether a second token call would be refused too.
 * @param error of n8n: `EAUTH` with a body that has `error`, `ESTATUS` with a status, or an error with a
 * name only, if it could not read the body, or (2.x) if that says `invalid_grant`
 */
function failureOf(error: { code?: string; name?: string; status?: number; body?: unknown }) {
	const { code: systemCode, name = '', status = 0, body } = error;
	const said = JSON.stringify((Object(body) as { error?: unknown }).error ?? '');
	const mayPass = PASSING.includes(status) || SAYS_LATER.test(said);
	return ANSWERED.test(systemCode ?? name) && !mayPass ? 'refreshRefused' : 'refreshFailed';
}
