import type { Limits } from '../shared/fields';
import { within } from '../shared/pause';
import { type Refresh, refreshAccessToken, TOKEN_CALL_MS } from './auth/accessToken';
import type { Connection, Connections } from './auth/credentials';
import { type Call, note } from './call';
import type { Endpoint } from './endpoints';
import { CANCELLED, type NotSent, whyUnusable } from './errors/noAnswer';
import { type Answer, type Attempt, outcomeOf } from './errors/retryPolicy';
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
	const failures = new Map<string, NonNullable<Answer['refreshFailure']>>();

	/** Reads what the next request is sent with. */
	async function connect({ credential }: Endpoint, limits: Limits): Promise<Connection | NotSent> {
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
			return whyUnusable(error, redactor);
		}
	}

	/** Refreshes a token. One try for each is enough. */
	async function refresh(connection: Connection, limits: Limits): Promise<Refresh> {
		const token = connection.accessToken;
		const failed = failures.get(token);
		if (failed) return failed;
		const leftMs = Math.max(0, waitBudget.leftMs(limits));
		const waitMs = Math.min(timeoutMs(limits), TOKEN_CALL_MS) + leftMs;
		const refreshed = await refreshAccessToken(context, connection, waitMs);
		if (refreshed !== 'refreshed') failures.set(token, refreshed);
		return refreshed;
	}

	async function sendOnce(
		endpoint: Endpoint,
		connection: Connection,
		{ body, answer, confidential, sending, limits }: Call,
	): Promise<Attempt> {
		const request = { body, answer, confidential, timeout: timeoutMs(limits) };
		note(sending, 'inFlight');
		let attempt = await send(context, connection, endpoint, request);
		if (endpoint.olderPath && 'status' in attempt && attempt.status === 404) {
			const older = { ...endpoint, path: endpoint.olderPath };
			attempt = await send(context, connection, older, request);
		}
		note(sending, 'reason' in attempt ? 'notSent' : outcomeOf(attempt.situation));
		return attempt;
	}

	return async (endpoint: Endpoint, call: Call): Promise<Attempt> => {
		const { limits } = call;
		let connection = await connect(endpoint, limits);
		if ('reason' in connection) return connection;
		const isDue = Date.now() >= connection.refreshAt;
		let refreshed = isDue ? await refresh(connection, limits) : undefined;
		if (refreshed !== 'refreshed') {
			const attempt = await sendOnce(endpoint, connection, call);
			const isAnswered401 = 'status' in attempt && attempt.status === 401;
			if (!isAnswered401 || connection.accessToken === '') return attempt;
			refreshed = await refresh(connection, limits);
			if (refreshed !== 'refreshed') return { ...attempt, refreshFailure: refreshed };
		}
		connection = await connect(endpoint, limits);
		return 'reason' in connection ? connection : await sendOnce(endpoint, connection, call);
	};
}

const timeoutMs = ({ timeout }: Limits) => Math.round(timeout * 1_000);
