import { refreshAccessToken, refreshDueAt, TOKEN_CALL_MS } from './auth/accessToken';
import type { Connection, Connections } from './auth/credentials';
import type { Call } from './call';
import type { Endpoint } from './endpoints';
import { REFRESH_ROWS } from './errors/unauthorized';
import { type Attempt, outcomeOf } from './errors/retryPolicy';
import { sendRequest, timeoutMs } from './http/http';

/**
 * Sends a request once, with a valid token. The token is refreshed once: before it expires, because a 401 may be
 * lost while a body is on its way, or after a 401 ("States and transitions"). A second 401 is the answer.
 */
export async function sendAuthorized(connections: Connections, endpoint: Endpoint, call: Call) {
	const { credential } = endpoint;
	const first = await connections.connect(credential);
	if (first.kind === 'notSent') return first;
	const { accessToken, fields } = first;
	const isDue = !connections.notRefreshed.has(accessToken) && Date.now() >= refreshDueAt(fields());
	if (!isDue || (await refresh(connections, first, call)) !== 'refreshed') {
		const attempt = await sendOnce(connections, first, endpoint, call);
		const isRefused = attempt.kind === 'failedAnswer' && attempt.status === 401;
		if (!isRefused || accessToken === '') return attempt;
		const cause = await refresh(connections, first, call);
		if (cause !== 'refreshed') return { ...attempt, row: REFRESH_ROWS[cause] };
	}
	const refreshed = await connections.connect(credential);
	if (refreshed.kind === 'notSent') return refreshed;
	return await sendOnce(connections, refreshed, endpoint, call);
}

async function refresh(connections: Connections, connection: Connection, call: Call) {
	const { context, refreshes, notRefreshed } = connections;
	const leftMs = Math.max(0, context.waitBudget.leftMs(call.limits));
	const waitMs = Math.min(timeoutMs(call.limits), TOKEN_CALL_MS) + leftMs;
	const { accessToken, credential } = connection;
	const refreshing =
		refreshes.get(accessToken) ??
		refreshAccessToken(context, connection, waitMs).finally(() => connections.forget(credential));
	refreshes.set(accessToken, refreshing);
	const result = await refreshing;
	if (result === 'refreshFailed' || result === 'refreshTooSlow') {
		refreshes.delete(accessToken);
		notRefreshed.add(accessToken);
	}
	return result;
}

async function sendOnce(
	{ context }: Connections,
	connection: Connection,
	endpoint: Endpoint,
	call: Call,
): Promise<Attempt> {
	call.sending?.attempt('inFlight');
	let attempt = await sendRequest(context, connection, endpoint, call);
	if (endpoint.olderPath && attempt.kind === 'failedAnswer' && attempt.status === 404) {
		const older = { ...endpoint, path: endpoint.olderPath };
		attempt = await sendRequest(context, connection, older, call);
	}
	call.sending?.attempt(outcomeOf(attempt));
	return attempt;
}
