import { sleep } from 'n8n-workflow';
import type { RenewalFailure } from '../answers/attempt';
import { createWaiter, type Waiter } from '../limiter/waitBudget';
import type { Redactor } from '../redaction/redact';
import { type Connection, noteRenewal, readCredential, type RequestContext } from './credentials';
import { rememberExpiry } from './tokenExpiry';

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
/** A token endpoint that has not answered by then is not waited for. */
export const TOKEN_CALL_MS = 30_000;

/** The token that is now stored in the credential, or why there is none. */
export type Renewal =
	| {
			token: string;
			/** Whether this process has just refreshed it, rather than found it stored. */
			isFresh: boolean;
	  }
	| { failure: RenewalFailure };

/** The refreshes under way in this process, by credential and expired token. */
const refreshes = new Map<string, Promise<Renewal>>();

/**
 * Gives an access token other than the one that expired, after at most two token calls. A refresh
 * goes on when whoever asked for it stops waiting: its refresh token is used up, and the new one
 * must be stored.
 * @param connection the credential and the expired token
 * @param waiter of the execution that asks, which ends its wait
 * @param patienceMs how long that execution waits
 */
export async function renewAccessToken(
	context: RequestContext,
	connection: Connection,
	waiter: Waiter,
	patienceMs: number,
	redactor: Redactor,
): Promise<Renewal> {
	const key = `${connection.id} ${connection.accessToken}`;
	let refresh = refreshes.get(key);
	if (!refresh) {
		refresh = refreshOnce(context, connection, redactor)
			// The credential itself could not be read.
			.catch((): Renewal => ({ failure: 'failed' }))
			.finally(() => refreshes.delete(key));
		refreshes.set(key, refresh);
	}
	const renewal = await waiter.within(refresh, patienceMs);
	if (renewal === undefined) return { failure: 'failed' };
	if ('token' in renewal) redactor.learn(renewal.token);
	return renewal;
}

async function refreshOnce(
	context: RequestContext,
	connection: Connection,
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
		failure = await callTokenEndpoint(context, connection);
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
): Promise<RenewalFailure | undefined> {
	let failure: RenewalFailure | undefined = 'failed';
	const sentAt = Date.now();
	const answered = context.helpers.refreshOAuth2Token
		.call(context as never, connection.credential)
		.then(
			(tokens: unknown) => {
				noteRenewal(connection.id);
				rememberExpiry(connection.id, tokens, sentAt);
				failure = undefined;
			},
			(error: unknown) => (failure = renewalFailureOf(error)),
		);
	// n8n 1.x waits for this answer without end, and with it would every execution.
	await createWaiter(undefined).within(answered, TOKEN_CALL_MS);
	return failure;
}

/** What n8n throws holds the answer's body, its status, or (2.x, invalid_grant) neither. */
function renewalFailureOf(error: unknown): RenewalFailure {
	const { body, status, name } = error as { body?: unknown; status?: number; name?: string };
	const code = (body as { error?: unknown } | undefined)?.error;
	if (typeof code === 'string') return REFUSALS.test(code) ? 'refused' : 'failed';
	return name === 'NodeOperationError' || status === 400 || status === 401 ? 'refused' : 'failed';
}
