import { sleep } from 'n8n-workflow';
import { type Connection, readCredential, type RequestContext } from './connection';
import type { Redactor } from './redact';
import { createWaiter } from './waiter';

/**
 * Refreshing an access token whose refresh token works once ("Authentication", rule 2): two token
 * calls with the same one, and the user is locked out. n8n refreshes without coordination on 1.x,
 * and on 2.x only among processes that share its lock, so this module sees to it that
 * - one process makes one token call per expired token, whatever runs at once;
 * - who loses against another process takes over what the winner stored.
 */

/** Pauses before looking again whether another process has stored a new token: 5 s in all. */
const LOOK_AGAIN_MS = [100, 200, 400, 800, 1_500, 2_000];
const MOST_TOKEN_CALLS = 2;

/**
 * Why there is no new token: the token endpoint said no, so the account must be connected again, or
 * it failed in a way that may pass.
 */
export type RenewalFailure = 'refused' | 'failed';

/** The token that is now stored in the credential, or why there is none. */
export type Renewal =
	| {
			token: string;
			/** Whether this process has just refreshed it, rather than found it stored. */
			isFresh: boolean;
	  }
	| { failure: RenewalFailure };

/** The refreshes under way in this process, by credential and refused token. */
const refreshes = new Map<string, Promise<Renewal>>();

/**
 * Gives an access token other than the one that was refused with 401, after at most two token calls.
 * @param connection the credential and the refused token
 * @param timeoutMs how long to wait for the answer to a token call
 */
export async function renewAccessToken(
	context: RequestContext,
	connection: Connection,
	timeoutMs: number,
	redactor: Redactor,
): Promise<Renewal> {
	const key = `${connection.id} ${connection.accessToken}`;
	let refresh = refreshes.get(key);
	if (!refresh) {
		refresh = refreshOnce(context, connection, timeoutMs, redactor).finally(() =>
			refreshes.delete(key),
		);
		refreshes.set(key, refresh);
	}
	const renewal = await refresh;
	if ('token' in renewal) redactor.learn(renewal.token);
	return renewal;
}

async function refreshOnce(
	context: RequestContext,
	connection: Connection,
	timeoutMs: number,
	redactor: Redactor,
): Promise<Renewal> {
	const storedToken = async () => {
		const fields = await readCredential(context, connection.credential, redactor);
		const token = fields.oauthTokenData?.access_token;
		return token === connection.accessToken ? undefined : token;
	};

	let token = await storedToken();
	let failure: RenewalFailure | undefined;
	for (let calls = 0; token === undefined && calls < MOST_TOKEN_CALLS; calls++) {
		failure = await callTokenEndpoint(context, connection, timeoutMs);
		token = await storedToken();
		if (failure === undefined && token !== undefined) return { token, isFresh: true };
		for (const pause of LOOK_AGAIN_MS) {
			if (token !== undefined) break;
			await sleep(pause);
			token = await storedToken();
		}
		if (failure === 'refused') break;
	}
	return token === undefined ? { failure: failure ?? 'failed' } : { token, isFresh: false };
}

/** The error codes of a token endpoint after which a second call would be refused too (RFC 6749, 5.2). */
const REFUSALS = /^(invalid_|unauthorized_|unsupported_)/;

async function callTokenEndpoint(
	context: RequestContext,
	connection: Connection,
	timeoutMs: number,
): Promise<RenewalFailure | undefined> {
	let failure: RenewalFailure | undefined = 'failed';
	const end = Date.now() + timeoutMs;
	const answered = context.helpers.refreshOAuth2Token
		.call(context as never, connection.credential)
		.then(
			() => (failure = undefined),
			(error: unknown) => (failure = failureOf(error)),
		);
	// n8n 1.x waits for this answer without end, and with it would every execution.
	await createWaiter(undefined).turn(answered, () => Date.now() < end);
	return failure;
}

/** What n8n throws holds the answer's body, its status, or (2.x, invalid_grant) neither. */
function failureOf(error: unknown): RenewalFailure {
	const { body, status, name } = error as { body?: unknown; status?: number; name?: string };
	const code = (body as { error?: unknown } | undefined)?.error;
	if (typeof code === 'string') return REFUSALS.test(code) ? 'refused' : 'failed';
	return name === 'NodeOperationError' || status === 400 || status === 401 ? 'refused' : 'failed';
}
