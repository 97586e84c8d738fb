import { pause, within } from '../../shared/pause';
import type { Answer } from '../errors/retryPolicy';
import type { RequestContext } from '../requestContext';
import {
	type Connection,
	type CredentialFields,
	noteNewToken,
	readCredential,
} from './credentials';

/**
 * Refreshing an access token whose refresh token works once ("Authentication", rule 2). If it is sent
 * twice, the user is locked out. n8n does not coordinate refreshes on 1.x, and on 2.x only among
 * processes that share its lock. So this module sees to it that
 * - one process makes one token call per expired token, whatever runs at once;
 * - where another process was faster, the token that it stored is used.
 */

/** Pauses before looking again whether another process has stored a new token: 5 s in all. */
const LOOK_AGAIN_MS = [0, 100, 200, 400, 800, 1_500, 2_000];
const MOST_TOKEN_CALLS = 2;
export const TOKEN_CALL_MS = 30_000;

/** Whether the credential now holds another token than the one that was refused. */
export type Refresh = 'refreshed' | NonNullable<Answer['refreshFailure']>;

/** The refreshes under way in this process, by credential and refused token. */
const refreshes = new Map<string, Promise<Refresh>>();

/**
 * Sees to it that a credential holds an access token other than the one that was refused, after at most
 * two token calls. Who asks while a refresh is under way shares it. It goes on when whoever asked for
 * it stops waiting: its refresh token is used up, and the new one must be stored.
 * @param context of the execution that asks, whose end ends its wait
 */
export async function refreshAccessToken(
	context: RequestContext,
	connection: Connection,
	waitMs: number,
): Promise<Refresh> {
	const key = `${connection.id} ${connection.accessToken}`;
	let refresh = refreshes.get(key);
	if (!refresh) {
		refresh = replaceToken(context, connection)
			// The credential itself could not be read.
			.catch((): Refresh => 'failed')
			.finally(() => refreshes.delete(key));
		refreshes.set(key, refresh);
	}
	return (await within(refresh, waitMs, context.cancelSignal)) ?? 'failed';
}

async function replaceToken(context: RequestContext, connection: Connection): Promise<Refresh> {
	const { id, credential, accessToken } = connection;
	async function look(): Promise<{ fields: CredentialFields; isReplaced: boolean }> {
		const fields = await readCredential(context, credential);
		const stored = fields.oauthTokenData?.access_token;
		const isReplaced = stored !== undefined && stored !== accessToken;
		if (isReplaced) noteNewToken(id);
		return { fields, isReplaced };
	}

	for (let call = 1; ; call++) {
		const { fields, isReplaced } = await look();
		if (isReplaced) return 'refreshed';
		const isRefused = await callTokenEndpoint(context, credential, fields);
		for (const ms of LOOK_AGAIN_MS) {
			await pause(ms);
			if ((await look()).isReplaced) return 'refreshed';
		}
		if (isRefused) return 'refused';
		if (call === MOST_TOKEN_CALLS) return 'failed';
	}
}

/**
 * Has n8n make one token call, and store its answer.
 * @param fields the credential as it was read. n8n 2.x compares its token with the stored one once it has
 *   its lock, and makes no call where another process was faster. With a reading of its own, it would
 *   refresh a token that was stored a moment ago.
 * @returns whether the token endpoint said no, so that it would refuse a second call, too
 */
async function callTokenEndpoint(
	{ n8n }: RequestContext,
	credential: Connection['credential'],
	fields: CredentialFields,
): Promise<boolean> {
	const caller = Object.create(n8n, {
		getCredentials: { value: async () => await Promise.resolve(fields) },
	}) as never;
	const isRefused = n8n.helpers.refreshOAuth2Token
		.call(caller, credential)
		.then(() => false, isRefusal);
	// n8n 1.x has no timeout for this answer, and every execution would wait with it.
	return (await within(isRefused, TOKEN_CALL_MS, undefined)) ?? false;
}

/** The error codes of a token endpoint after which a second call would be refused too (RFC 6749, 5.2). */
const REFUSALS = /^(invalid_|unauthorized_|unsupported_)/;

/** @param error what n8n throws: it holds the answer's body, its status, or (2.x, invalid_grant) neither */
function isRefusal(error: { body?: { error?: unknown }; status?: number; name?: string }): boolean {
	const code = error.body?.error;
	if (typeof code === 'string') return REFUSALS.test(code);
	return error.name === 'NodeOperationError' || error.status === 400 || error.status === 401;
}
