import type { Limits } from '../shared/fields';
import { within } from '../shared/pause';
import { type Refresh, refreshAccessToken, TOKEN_CALL_MS } from './auth/accessToken';
import type { Connection, Connections } from './auth/credentials';
import { type Call, note } from './call';
import type { Endpoint } from './endpoints';
import { CANCELLED, type NotSent, whyUnusable } from './errors/noAnswer';
import { type Attempt, outcomeOf } from './errors/retryPolicy';
import { sendRequest, timeoutMs } from './http/http';
import type { RequestContext } from './requestContext';

/**
 * Makes the function that sends a request once, with a valid token. Where the credential cannot be used,
 * nothing is sent and the reason is returned.
 *
 * The token is refreshed once: before it expires, because a 401 may be lost while a body is on its way, or
 * after a 401 ("States and transitions"). A second 401 is the answer. It came for a token that was stored
 * while the request was under way, and a newer one would only use up another refresh token.
 */
export function createAuthorizedSend(context: RequestContext, connections: Connections) {
	/** What came of refreshing each token: one try is enough, however late a 401 of the token comes. */
	const refreshes = new Map<string, Promise<Refresh>>();

	async function connect({ credential }: Endpoint, limits: Limits): Promise<Connection | NotSent> {
		const { cancelSignal } = context;
		try {
			const reading = connections.fresh(credential);
			const connection = await within(reading, timeoutMs(limits), cancelSignal);
			if (connection) return connection;
			if (cancelSignal?.aborted) return CANCELLED;
			return {
				reason: `Not sent, because n8n did not give the credential within ${timeoutMs(limits) / 1_000} s`,
				remedy: 'Try again. If it fails again, the log of n8n may say why.',
			};
		} catch (error) {
			return whyUnusable(error, context.redactor);
		}
	}

	async function refresh(connection: Connection, limits: Limits): Promise<Refresh> {
		const leftMs = Math.max(0, context.waitBudget.leftMs(limits));
		const waitMs = Math.min(timeoutMs(limits), TOKEN_CALL_MS) + leftMs;
		const token = connection.accessToken;
		const refreshed = refreshes.get(token) ?? refreshAccessToken(context, connection, waitMs);
		refreshes.set(token, refreshed);
		return await refreshed;
	}

	async function sendOnce(
		endpoint: Endpoint,
		connection: Connection,
		call: Call,
	): Promise<Attempt> {
		note(call.sending, 'inFlight');
		let attempt = await sendRequest(context, connection, endpoint, call);
		if (endpoint.olderPath && 'status' in attempt && attempt.status === 404) {
			const older = { ...endpoint, path: endpoint.olderPath };
			attempt = await sendRequest(context, connection, older, call);
		}
		note(call.sending, 'reason' in attempt ? 'notSent' : outcomeOf(attempt.situation));
		return attempt;
	}

	return async (endpoint: Endpoint, call: Call): Promise<Attempt> => {
		let connection = await connect(endpoint, call.limits);
		if ('reason' in connection) return connection;
		const isDue = Date.now() >= connection.refreshAt;
		let refreshed = isDue ? await refresh(connection, call.limits) : undefined;
		if (refreshed !== 'refreshed') {
			const attempt = await sendOnce(endpoint, connection, call);
			const isRefused = 'status' in attempt && attempt.status === 401;
			if (!isRefused || connection.accessToken === '') return attempt;
			refreshed = await refresh(connection, call.limits);
			if (refreshed !== 'refreshed') return { ...attempt, refreshFailure: refreshed };
		}
		connection = await connect(endpoint, call.limits);
		return 'reason' in connection ? connection : await sendOnce(endpoint, connection, call);
	};
}
