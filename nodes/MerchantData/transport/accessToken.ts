import { sleep } from 'n8n-workflow';
import { type Connection, readCredential, type RequestContext } from './connection';
import type { Redactor } from './redact';

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

export interface RenewedToken {
	token: string;
	/** Whether this process has just refreshed it, rather than found it stored. */
	isFresh: boolean;
}

/** The refreshes under way in this process, by credential and refused token. */
const refreshes = new Map<string, Promise<RenewedToken | undefined>>();

/**
 * Gives an access token other than the one that was refused with 401.
 * @param connection the credential and the refused token
 * @returns the token that is now stored in the credential, or undefined where the refresh token is
 *   dead, after at most two token calls
 */
export async function renewAccessToken(
	context: RequestContext,
	connection: Connection,
	redactor: Redactor,
): Promise<RenewedToken | undefined> {
	const key = `${connection.id} ${connection.accessToken}`;
	const running = refreshes.get(key);
	const refresh =
		running ?? refreshOnce(context, connection, redactor).finally(() => refreshes.delete(key));
	if (!running) refreshes.set(key, refresh);
	const renewed = await refresh;
	redactor.learn(renewed?.token);
	return renewed;
}

async function refreshOnce(
	context: RequestContext,
	connection: Connection,
	redactor: Redactor,
): Promise<RenewedToken | undefined> {
	const storedToken = async () => {
		const fields = await readCredential(context, connection.credential, redactor);
		const token = fields.oauthTokenData?.access_token;
		return token === connection.accessToken ? undefined : token;
	};

	let token = await storedToken();
	for (let calls = 0; token === undefined && calls < MOST_TOKEN_CALLS; calls++) {
		const failure = await callTokenEndpoint(context, connection);
		token = await storedToken();
		if (failure === undefined && token !== undefined) return { token, isFresh: true };
		for (const pause of LOOK_AGAIN_MS) {
			if (token !== undefined) break;
			await sleep(pause);
			token = await storedToken();
		}
		if (failure === 'final') break;
	}
	return token === undefined ? undefined : { token, isFresh: false };
}

/** @returns how the call failed: `passing` where a second one may work */
async function callTokenEndpoint(
	context: RequestContext,
	connection: Connection,
): Promise<'final' | 'passing' | undefined> {
	try {
		await context.helpers.refreshOAuth2Token.call(context as never, connection.credential);
		return undefined;
	} catch (error) {
		const { response, status, isAxiosError } = error as {
			response?: { status?: number };
			status?: number;
			isAxiosError?: boolean;
		};
		const answered = response?.status ?? status;
		if (answered === undefined) return isAxiosError === true ? 'passing' : 'final';
		return answered >= 500 || answered === 429 ? 'passing' : 'final';
	}
}
