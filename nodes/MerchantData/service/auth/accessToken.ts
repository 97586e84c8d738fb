import { pause, within } from '../../shared/pause';
import type { RefreshFailure } from '../errors/attempt';
import type { RequestContext } from '../requestContext';
import { type Connection, readCredential } from './credentials';
import { noteNewToken, type Refresh, refreshOnce } from './tokenStore';

/**
 * Refreshing an access token whose refresh token works once ("Authentication", rule 2). If it is sent
 * twice, the user is locked out. n8n does not coordinate refreshes on 1.x, and on 2.x only among
 * processes that share its lock. So this module sees to it that
 * - one process makes one token call per expired token, whatever runs at once;
 * - where another process was faster, the token that it stored is used.
 */

/** Pauses before looking again whether another process has stored a new token: 5 s in all. */
const LOOK_AGAIN_MS = [100, 200, 400, 800, 1_500, 2_000];
const MOST_TOKEN_CALLS = 2;
/** How long a token endpoint may take to answer. */
export const TOKEN_CALL_MS = 30_000;

/**
 * Gives an access token other than the one that was refused, after at most two token calls. A refresh
 * goes on when whoever asked for it stops waiting: its refresh token is used up, and the new one
 * must be stored.
 * @param context of the execution that asks, whose end ends its wait
 * @param connection the credential and the refused token
 * @param waitBudgetMs how long that execution waits
 */
export async function refreshAccessToken(
	context: RequestContext,
	connection: Connection,
	waitBudgetMs: number,
): Promise<Refresh> {
	const refresh = refreshOnce(
		connection.id,
		connection.accessToken,
		async () =>
			await replaceToken(context, connection)
				// The credential itself could not be read.
				.catch((): Refresh => ({ failure: 'failed' })),
	);
	const ended = await within(refresh, waitBudgetMs, context.cancelSignal);
	if (ended === undefined) return { failure: 'failed' };
	if ('token' in ended) context.redactor.learn(ended.token);
	return ended;
}

async function replaceToken(context: RequestContext, connection: Connection): Promise<Refresh> {
	/** The token that is stored now, if it is another one. */
	const newToken = async () => {
		const { oauthTokenData } = await readCredential(context, connection.credential);
		const token = oauthTokenData?.access_token;
		if (token === undefined || token === connection.accessToken) return undefined;
		noteNewToken(connection.id);
		return token;
	};

	let token = await newToken();
	let failure: RefreshFailure | undefined;
	for (let calls = 0; token === undefined && calls < MOST_TOKEN_CALLS; calls++) {
		failure = await callTokenEndpoint(context, connection);
		token = await newToken();
		if (failure === undefined && token !== undefined) return { token, isNew: true };
		for (const ms of LOOK_AGAIN_MS) {
			if (token !== undefined) break;
			await pause(ms);
			token = await newToken();
		}
		if (failure === 'refused') break;
	}
	return token === undefined ? { failure: failure ?? 'failed' } : { token, isNew: false };
}

/** The error codes of a token endpoint after which a second call would be refused too (RFC 6749, 5.2). */
const REFUSALS = /^(invalid_|unauthorized_|unsupported_)/;

async function callTokenEndpoint(
	context: RequestContext,
	connection: Connection,
): Promise<RefreshFailure | undefined> {
	let failure: RefreshFailure | undefined = 'failed';
	const { n8n } = context;
	const askedAt = Date.now();
	const answered = n8n.helpers.refreshOAuth2Token.call(n8n as never, connection.credential).then(
		(answer: unknown) => {
			noteNewToken(connection.id, answer, askedAt);
			failure = undefined;
		},
		(error: unknown) => (failure = failureOf(error)),
	);
	// n8n 1.x has no timeout for this answer, and every execution would wait with it.
	await within(answered, TOKEN_CALL_MS, undefined);
	return failure;
}

/** What n8n throws holds the answer's body, its status, or (2.x, invalid_grant) neither. */
function failureOf(error: unknown): RefreshFailure {
	const { body, status, name } = error as { body?: unknown; status?: number; name?: string };
	const code = (body as { error?: unknown } | undefined)?.error;
	if (typeof code === 'string') return REFUSALS.test(code) ? 'refused' : 'failed';
	return name === 'NodeOperationError' || status === 400 || status === 401 ? 'refused' : 'failed';
}
