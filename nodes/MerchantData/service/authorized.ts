import { within } from '../shared/pause';
import { refreshAccessToken, TOKEN_CALL_MS } from './auth/accessToken';
import type { Connection, Connections } from './auth/credentials';
import type { Refresh, TokenStates } from './auth/tokenStore';
import { type Call, note } from './call';
import type { Endpoint } from './endpoints';
import type { Answer, NoAnswer, NotSent, RefreshFailure } from './errors/attempt';
import { CANCELLED, whyUnusable } from './errors/failure';
import { outcomeOf } from './errors/retryDecision';
import { send } from './http/http';
import type { RequestContext } from './requestContext';

/**
 * Tokens that one request may be sent with. Several may expire while it waits for others, so one is not
 * enough. But a service that refuses this request alone must not use up a refresh for each try.
 */
const MOST_TOKENS = 5;

/**
 * Makes the function that sends a request once, with a valid token. A token is refreshed before it
 * expires, so that no body is uploaded in vain, and after a 401 ("States and transitions").
 * Where the credential cannot be used, nothing is sent and the reason is returned.
 */
export function createAuthorizedSend(context: RequestContext, connections: Connections) {
	const { redactor, waitBudget, cancelSignal } = context;
	const tokens: TokenStates = new Map();
	/** The requests under way. */
	const open = new Set<Promise<unknown>>();

	/** Why a token could not be refreshed ahead of time. */
	function earlyFailureOf({ accessToken }: Connection): RefreshFailure | undefined {
		const state = tokens.get(accessToken);
		return state === 'untried' ? undefined : state;
	}

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

	/**
	 * Whether a token was refused when it was new: no other request has succeeded with it. Such a request
	 * may still be under way, so this waits for those.
	 */
	async function isRefusedNew(token: string, timeout: number): Promise<boolean> {
		const isUntried = () => tokens.get(token) === 'untried';
		while (isUntried() && open.size > 0 && !cancelSignal?.aborted) {
			await within(Promise.race(open), timeout, cancelSignal);
		}
		return isUntried();
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
		if ('reason' in attempt) {
			note(sending, 'notSent');
			return attempt;
		}
		note(sending, outcomeOf(attempt.situation));
		// A lost answer may have been a good one.
		const mayWork = !isUnauthorized(attempt) && earlyFailureOf(connection) === undefined;
		if (mayWork) tokens.delete(connection.accessToken);
		return attempt;
	}

	return async (endpoint: Endpoint, call: Call): Promise<Answer | NoAnswer | NotSent> => {
		const { maxWait } = call.limits;
		/** Milliseconds, as all below takes it. */
		const timeout = Math.round(call.limits.timeout * 1_000);

		async function refresh(connection: Connection): Promise<Refresh> {
			const leftMs = Math.max(0, maxWait * 1_000 - waitBudget.waitedMs);
			const budgetMs = Math.min(timeout, TOKEN_CALL_MS) + leftMs;
			const refreshed = await refreshAccessToken(context, connection, budgetMs);
			if ('token' in refreshed && refreshed.isNew) tokens.set(refreshed.token, 'untried');
			return refreshed;
		}

		/** Refreshes a token ahead of time. One try is enough while it is still good. */
		async function refreshEarly(connection: Connection): Promise<Connection | NotSent> {
			const isDue = Date.now() >= connection.refreshAt;
			if (!isDue || earlyFailureOf(connection)) return connection;
			const refreshed = await refresh(connection);
			if ('token' in refreshed) return await connect(endpoint, timeout);
			tokens.set(connection.accessToken, refreshed.failure);
			return connection;
		}

		/** Why a refused token is not replaced. */
		async function whyNotRefreshed(connection: Connection): Promise<RefreshFailure | undefined> {
			const failure = earlyFailureOf(connection);
			if (failure) return failure;
			const refreshed = await refresh(connection);
			return 'failure' in refreshed ? refreshed.failure : undefined;
		}

		let connection = await connect(endpoint, timeout);
		if ('accessToken' in connection) connection = await refreshEarly(connection);
		for (let tries = 1; ; tries++) {
			if ('reason' in connection) return connection;
			const sending = sendOnce(endpoint, connection, call, timeout);
			open.add(sending);
			const attempt = await sending.finally(() => open.delete(sending));
			const isExpired = isUnauthorized(attempt) && connection.accessToken !== '';
			if (!isExpired || tries === MOST_TOKENS) return attempt;
			// A token refused while new would be refused again after a refresh.
			if (await isRefusedNew(connection.accessToken, timeout)) return attempt;
			const refreshFailure = await whyNotRefreshed(connection);
			if (refreshFailure) return { ...attempt, refreshFailure };
			connection = await connect(endpoint, timeout);
		}
	};
}

const isUnauthorized = (attempt: Answer | NoAnswer | NotSent): attempt is Answer =>
	'status' in attempt && attempt.status === 401;
