import { within } from '../shared/pause';
import { refreshAccessToken, TOKEN_CALL_MS } from './auth/accessToken';
import type { Connection, Connections } from './auth/credentials';
import { type Call, note } from './call';
import type { Endpoint } from './endpoints';
import type { Answer, NoAnswer, NotSent, RefreshFailure } from './errors/attempt';
import { CANCELLED, whyUnusable } from './errors/failure';
import { outcomeOf } from './errors/retryPolicy';
import { send } from './http/http';
import type { RequestContext } from './requestContext';

/**
 * Makes the function that sends a request once, with a valid token. Where the credential cannot be used,
 * nothing is sent and the reason is returned.
 *
 * The token is refreshed once: before it expires, so that no body is uploaded in vain, or after a 401
 * ("States and transitions"). A second 401 is the answer. It came for a token that was stored
 * while the request was under way, and a newer one would only use up another refresh token.
 */
export function createAuthorizedSend(context: RequestContext, connections: Connections) {
	const { redactor, waitBudget, cancelSignal } = context;
	/** Why tokens could not be refreshed. Before they expire they are used all the same. */
	const failures = new Map<string, RefreshFailure>();

	/** Reads what the next request is sent with. @param timeout milliseconds */
	async function connect({ credential }: Endpoint, timeout: number): Promise<Connection | NotSent> {
		try {
			const connection = await within(connections.fresh(credential), timeout, cancelSignal);
			if (connection) return connection;
			if (cancelSignal?.aborted) return CANCELLED;
			return {
				reason: `Not sent, because n8n did not give the credential within ${timeout / 1_000} s`,
				remedy: 'Try again. If it fails again, the log of n8n may say why.',
			};
		} catch (error) {
			return whyUnusable(error, redactor);
		}
	}

	/** Why the token has no successor, or undefined where it has. One try for each token is enough. */
	async function refresh(
		connection: Connection,
		timeout: number,
		maxWait: number,
	): Promise<RefreshFailure | undefined> {
		const token = connection.accessToken;
		if (!failures.has(token)) {
			const leftMs = Math.max(0, maxWait * 1_000 - waitBudget.waitedMs);
			const waitMs = Math.min(timeout, TOKEN_CALL_MS) + leftMs;
			const refreshed = await refreshAccessToken(context, connection, waitMs);
			if (refreshed !== 'refreshed') failures.set(token, refreshed);
		}
		return failures.get(token);
	}

	async function sendOnce(
		endpoint: Endpoint,
		connection: Connection,
		{ body, answer, confidential, sending }: Call,
		timeout: number,
	): Promise<Answer | NoAnswer | NotSent> {
		const request = { body, answer, confidential, timeout };
		note(sending, 'inFlight');
		let attempt = await send(context, connection, endpoint, request);
		if (endpoint.olderPath && 'status' in attempt && attempt.status === 404) {
			const older = { ...endpoint, path: endpoint.olderPath };
			attempt = await send(context, connection, older, request);
		}
		note(sending, 'reason' in attempt ? 'notSent' : outcomeOf(attempt.situation));
		return attempt;
	}

	return async (endpoint: Endpoint, call: Call): Promise<Answer | NoAnswer | NotSent> => {
		const { maxWait } = call.limits;
		/** Milliseconds, as all above takes it. */
		const timeout = Math.round(call.limits.timeout * 1_000);

		let connection = await connect(endpoint, timeout);
		if ('reason' in connection) return connection;
		const isDue = Date.now() >= connection.refreshAt;
		const isRefreshed = isDue && (await refresh(connection, timeout, maxWait)) === undefined;
		if (isRefreshed) {
			connection = await connect(endpoint, timeout);
			if ('reason' in connection) return connection;
		}

		const attempt = await sendOnce(endpoint, connection, call, timeout);
		const isExpired =
			'status' in attempt && attempt.status === 401 && connection.accessToken !== '';
		if (!isExpired || isRefreshed) return attempt;
		const refreshFailure = await refresh(connection, timeout, maxWait);
		if (refreshFailure !== undefined) return { ...attempt, refreshFailure };
		connection = await connect(endpoint, timeout);
		return 'reason' in connection
			? connection
			: await sendOnce(endpoint, connection, call, timeout);
	};
}
