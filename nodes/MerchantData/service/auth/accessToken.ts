import { pause, within } from '../../lib/pause';
import type { CredentialName } from '../endpoints';
import type { Refresh } from '../errors/unauthorized';
import type { RequestContext } from '../requestContext';
import { type Connection, type CredentialFields, readCredential } from './credentials';

/** Pauses before reading again whether another process has stored a new token: 5 s in all. */
const REREAD_AFTER_MS = [0, 100, 200, 400, 800, 1_500, 2_000];
/** The longest wait for a token call, and the time after which another may be made. */
export const TOKEN_CALL_MS = 30_000;
const LONGEST_TOKEN_CALL_MS = 300_000;
/** Pauses before another try to store a new refresh token: a locked database is free again after moments. */
const STORE_AGAIN_AFTER_MS = [500, 2_000, 5_000];
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

/**
 * Token calls of the process under way, by credential and refused token. Each reads the credential itself: read before,
 * it might still have the refresh token that a faster call has used up. n8n 1.x has no timeout for them.
 */
const tokenCalls = new Map<string, Promise<Refresh | undefined>>();

async function replaceToken(context: RequestContext, connection: Connection): Promise<Refresh> {
	const key = `${connection.target} ${connection.accessToken}`;
	let call = tokenCalls.get(key);
	if (!call) {
		const calling = within(tokenCall(context, connection), LONGEST_TOKEN_CALL_MS);
		call = calling.finally(() => tokenCalls.delete(key));
		tokenCalls.set(key, call);
	}
	const result = (await within(call, TOKEN_CALL_MS)) ?? 'refreshTooSlow';
	if (result === 'noRefreshToken') return result;
	for (const ms of REREAD_AFTER_MS) {
		await pause(ms);
		if (isReplaced(connection, await readCredential(context, connection.credential)))
			return 'refreshed';
	}
	return result;
}

const isReplaced = ({ accessToken }: Connection, { oauthTokenData }: CredentialFields): boolean =>
	(oauthTokenData?.access_token ?? accessToken) !== accessToken;

/** Gets a new token stored. @returns the cause if none is stored after it */
async function tokenCall(context: RequestContext, connection: Connection): Promise<Refresh> {
	const { credential } = connection;
	let fields = await readCredential(context, credential);
	if (isReplaced(connection, fields)) return 'refreshed';
	if (!fields.oauthTokenData?.refresh_token) return 'noRefreshToken';
	for (const ms of STORE_AGAIN_AFTER_MS) {
		const { failure, notStored } = await callOnce(context, credential, fields);
		if (!notStored) return failure;
		context.redactor.learn(notStored);
		fields = { ...fields, oauthTokenData: { ...fields.oauthTokenData, refresh_token: notStored } };
		await pause(ms);
		const stored = await readCredential(context, credential).catch(() => fields);
		if (isReplaced(connection, stored)) return 'refreshed';
	}
	return 'refreshFailed';
}

/** Lets n8n make a token call and store its answer. @returns also the refresh token that n8n could not store */
async function callOnce(
	context: RequestContext,
	credential: CredentialName,
	fields: CredentialFields,
) {
	// n8n 2.x compares its token with the stored one, and makes no call if another process was faster.
	const given = keepingStored(fields);
	const getCredentials = { value: async () => await Promise.resolve(given) };
	const caller = Object.create(context.n8n, { getCredentials }) as never;
	try {
		const body = await context.n8n.helpers.refreshOAuth2Token.call(caller, credential);
		// If no new token is stored after an answer, the answer had none, whatever it says.
		return { failure: failureOf({ code: 'EAUTH', body }) };
	} catch (error) {
		const { refresh_token: answered } = given.oauthTokenData ?? {};
		const notStored = answered === fields.oauthTokenData?.refresh_token ? undefined : answered;
		return { failure: failureOf(error as Failure), notStored };
	}
}

/**
 * A copy for n8n, which puts the token data with the fields of the answer into it, and stores them. Fields that are
 * null or empty keep their value, such as the refresh token (RFC 6749, 6: a new one may be issued). An expiry that
 * n8n did not change is that of the old token.
 */
function keepingStored({ oauthTokenData: stored, ...fields }: CredentialFields) {
	return {
		...fields,
		get oauthTokenData() {
			return stored;
		},
		set oauthTokenData(answered) {
			const { n8n_expires_at: expired, ...others } = stored ?? {};
			const isNew = ([, value]: [string, unknown]) => ![null, '', expired].includes(value);
			const answer = Object.entries(answered ?? {}).filter(isNew);
			stored = { ...others, ...Object.fromEntries(answer) };
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
 * An error of n8n: `EAUTH` with a body that has `error`, `ESTATUS` with a status, or an error with a name only, if it
 * could not read the body, or (2.x) if that says `invalid_grant`.
 */
type Failure = { code?: string; name?: string; status?: number; body?: unknown };

/** Whether a second token call would be refused too. */
function failureOf({ code: systemCode, name = '', status = 0, body }: Failure): Refresh {
	const said = JSON.stringify((Object(body) as { error?: unknown }).error ?? '');
	const mayPass = PASSING.includes(status) || SAYS_LATER.test(said);
	return ANSWERED.test(systemCode ?? name) && !mayPass ? 'refreshRefused' : 'refreshFailed';
}
