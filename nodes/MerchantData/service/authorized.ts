import type { Answer, NotSent } from './answers/attempt';
import { type Renewal, renewAccessToken, TOKEN_CALL_MS } from './auth/accessToken';
import type { Connection, Connections, RequestContext } from './auth/credentials';
import { expiresSoon } from './auth/tokenExpiry';
import type { Call } from './call';
import type { Endpoint } from './endpoints';
import { whyUnusable } from './errors/failure';
import type { NoAnswer } from './errors/noAnswer';
import { outcomeOf, situationOf } from './errors/retryDecision';
import { send } from './http/http';
import type { Waiter } from './limiter/waitBudget';
import type { Redactor } from './redaction/redact';

type TrackedCall = Call & Required<Pick<Call, 'track'>>;

/**
 * Tokens that one request may be sent with. Many requests are sent at once with a new token, so one of
 * them may meet several that expired while others were taken; a service that refuses this request alone
 * must not have a token of each refresh.
 */
const MOST_TOKENS = 5;

/**
 * Makes what sends a request once, with a token that is good as far as is known: refreshed before it
 * expires, so that no body is uploaded in vain, and after a 401 ("States and transitions").
 * Where the credential is not usable, it sends nothing and gives the reason.
 */
export function createAuthorizedSend(
	context: RequestContext,
	connections: Connections,
	waiter: Waiter,
	redactor: Redactor,
) {
	/** The refreshes ahead of time that failed, by token: one try is enough while it is still good. */
	const failedEarly = new Map<string, Renewal>();
	/** Tokens that were refreshed here and that nothing but a 401 has come of yet. */
	const untried = new Set<string>();
	/** The requests under way. */
	const open = new Set<Promise<unknown>>();

	async function connect(
		endpoint: Endpoint,
		when: keyof Connections,
	): Promise<Connection | NotSent> {
		try {
			return await connections[when](endpoint.credential);
		} catch (error) {
			return whyUnusable(error, redactor);
		}
	}

	/**
	 * Whether a token was refused when it was new. It is no longer if it was good for another request,
	 * whose end may come after this 401.
	 */
	async function isRefusedNew(token: string, timeout: number): Promise<boolean> {
		while (untried.has(token) && open.size > 0 && !waiter.cancelled) {
			await waiter.within(Promise.race(open), timeout);
		}
		return untried.has(token);
	}

	async function sendOnce(
		endpoint: Endpoint,
		connection: Connection,
		{ body, answer, confidential, limits, track }: TrackedCall,
	): Promise<Answer | NoAnswer | NotSent> {
		const { signal } = waiter;
		const request = { body, answer, confidential, timeout: limits.timeout, signal };
		track('inFlight');
		let exchange = await send(context, connection, endpoint, request, redactor);
		if (endpoint.olderPath && 'status' in exchange && exchange.status === 404) {
			const older = { ...endpoint, path: endpoint.olderPath };
			exchange = await send(context, connection, older, request, redactor);
		}
		if ('reason' in exchange) {
			track('notSent');
			return exchange;
		}
		track(outcomeOf(situationOf(exchange)));
		// No answer at all may have been a good one.
		if (!('status' in exchange && exchange.status === 401)) untried.delete(connection.accessToken);
		return exchange;
	}

	return async (endpoint: Endpoint, call: TrackedCall): Promise<Answer | NoAnswer | NotSent> => {
		const { timeout, maxWait } = call.limits;
		const renew = async (connection: Connection): Promise<Renewal> => {
			const leftMs = Math.max(0, maxWait * 1_000 - waiter.waitedMs);
			const patienceMs = Math.min(timeout, TOKEN_CALL_MS) + leftMs;
			const renewal = await renewAccessToken(context, connection, waiter, patienceMs, redactor);
			if ('token' in renewal && renewal.isFresh) untried.add(renewal.token);
			return renewal;
		};

		let connection = await connect(endpoint, 'latest');
		// What was read last may have been refreshed meanwhile.
		if (expires(connection)) connection = await connect(endpoint, 'current');
		if ('reason' in connection) return connection;
		let renewal = failedEarly.get(connection.accessToken);
		if (expires(connection) && !renewal) {
			renewal = await renew(connection);
			if ('failure' in renewal) failedEarly.set(connection.accessToken, renewal);
			else connection = await connect(endpoint, 'current');
		}
		for (let tokens = 1; ; tokens++) {
			if ('reason' in connection) return connection;
			const sending = sendOnce(endpoint, connection, call);
			open.add(sending);
			const exchange = await sending.finally(() => open.delete(sending));
			const { accessToken } = connection;
			const isExpired = 'status' in exchange && exchange.status === 401 && accessToken !== '';
			if (!isExpired || tokens === MOST_TOKENS) return exchange;
			// It would be refused again, whoever refreshed it. One that was taken meanwhile has expired.
			if (await isRefusedNew(accessToken, timeout)) return exchange;
			if (renewal === undefined || 'token' in renewal) renewal = await renew(connection);
			if ('failure' in renewal) return { ...exchange, renewalFailure: renewal.failure };
			connection = await connect(endpoint, 'current');
		}
	};
}

/** Whether the token is known to expire before a request is through. */
function expires(connection: Connection | NotSent): boolean {
	return 'tokens' in connection && expiresSoon(connection.id, connection.tokens, Date.now());
}
