import { type Renewal, renewAccessToken, TOKEN_CALL_MS } from './accessToken';
import type { Call, NotSent } from './call';
import type { Connection, Connections, RequestContext } from './connection';
import type { Endpoint } from './endpoints';
import { whyUnusable } from './failure';
import { type Answer, type NoAnswer, send } from './http';
import type { Redactor } from './redact';
import { outcomeOf, situationOf } from './situation';
import type { Waiter } from './waiter';

type TrackedCall = Call & Required<Pick<Call, 'track'>>;

/** Tokens that one request may be sent with: what another process stored may have expired too. */
const MOST_TOKENS = 3;

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
	/** Tokens that were refreshed here and not taken by the service yet. */
	const untried = new Set<string>();

	async function connect(endpoint: Endpoint): Promise<Connection | NotSent> {
		try {
			return await connections.current(endpoint.credential);
		} catch (error) {
			return whyUnusable(error, redactor);
		}
	}

	async function sendOnce(
		endpoint: Endpoint,
		connection: Connection,
		{ body, answer, confidential, limits, track }: TrackedCall,
	): Promise<Answer | NoAnswer> {
		const { signal } = waiter;
		const request = { body, answer, confidential, timeout: limits.timeout, signal };
		track('inFlight');
		let exchange = await send(context, connection, endpoint, request, redactor);
		if (endpoint.olderPath && 'status' in exchange && exchange.status === 404) {
			const older = { ...endpoint, path: endpoint.olderPath };
			exchange = await send(context, connection, older, request, redactor);
		}
		track(outcomeOf(situationOf(exchange)));
		if ('status' in exchange && exchange.status !== 401) untried.delete(connection.accessToken);
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

		let connection = await connect(endpoint);
		if ('reason' in connection) return connection;
		let renewal = failedEarly.get(connection.accessToken);
		if (connection.expiresSoon && !renewal) {
			renewal = await renew(connection);
			if ('failure' in renewal) failedEarly.set(connection.accessToken, renewal);
			else connection = await connect(endpoint);
		}
		for (let tokens = 1; ; tokens++) {
			if ('reason' in connection) return connection;
			const exchange = await sendOnce(endpoint, connection, call);
			const isExpired =
				'status' in exchange && exchange.status === 401 && connection.accessToken !== '';
			// A token that is refused when it is new would be refused again, whoever refreshed it. One
			// that was taken meanwhile has expired.
			const isRefused = untried.has(connection.accessToken);
			if (!isExpired || isRefused || tokens === MOST_TOKENS) return exchange;
			if (renewal === undefined || 'token' in renewal) renewal = await renew(connection);
			if ('failure' in renewal) return { ...exchange, renewalFailure: renewal.failure };
			connection = await connect(endpoint);
		}
	};
}
