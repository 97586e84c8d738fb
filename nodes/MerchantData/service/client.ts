import type { Limits } from '../lib/waitBudget';
import type { Permits } from '../lib/orderedMap';
import { Connections } from './auth/credentials';
import { sendAuthorized } from './authorized';
import type { Call, Failure, Permission, Result } from './call';
import { type Endpoint, type EndpointName, ENDPOINTS } from './endpoints';
import { explain } from './errors/diagnosis';
import { CANCELLED, notSent, WAITED_IN_VAIN } from './errors/noAnswer';
import {
	decisive,
	endedAs,
	type FailedAttempt,
	repeatAfterMs,
	type Unaccepted,
} from './errors/retryPolicy';
import { serviceErrorOf } from './errors/serviceError';
import { acquire } from '../lib/permits';
import { type N8nContext, RequestContext } from './requestContext';

/** Sends the requests of one execution, which share the circuit breaker, the wait budget and the diagnoses. */
export class Client {
	readonly context: RequestContext;
	readonly connections: Connections;
	/** Requests that find out the cause of failures, each sent once. Failures at the same time share the answer. */
	private readonly asked = new Map<EndpointName, Promise<Result>>();
	/** The circuit breaker: by credential and by path, the error after which nothing more is sent. */
	private readonly stopped = new Map<string, string>();

	constructor(n8n: N8nContext) {
		this.context = new RequestContext(n8n);
		this.connections = new Connections(this.context);
	}

	/** Undefined if the credential cannot be used. */
	async target(name: EndpointName): Promise<string | undefined> {
		const connection = await this.connections.connect(ENDPOINTS[name].credential);
		return connection.kind === 'notSent' ? undefined : connection.target;
	}

	/** @param isSent whether a job is a request, which waits for a permit */
	permits<Job>(
		name: EndpointName,
		limits: Limits & { maxParallelRequests: number },
		isSent: (job: Job) => boolean = () => true,
	): Permits<Job, Permission | undefined> {
		return {
			width: limits.maxParallelRequests,
			acquire: async (job) =>
				isSent(job) ? await this.permission(ENDPOINTS[name], limits) : undefined,
			release: (given) => void (given?.kind === 'permit' && given.release()),
		};
	}

	/** Sends a request under the retry policy. It does not throw. */
	async call(name: EndpointName, request: Call): Promise<Result> {
		const endpoint: Endpoint = ENDPOINTS[name];
		const { limits } = request;
		const { waitBudget } = this.context;
		const attempts: FailedAttempt[] = [];
		for (let given = request.permit; ; given = undefined) {
			const permit = given ?? (await this.permission(endpoint, limits));
			const attempt = await this.sendOnce(endpoint, permit, request);
			if (attempt.kind === 'accepted') return { outcome: 'accepted', answer: attempt };
			if (attempt.kind !== 'notSent') {
				attempts.push(attempt);
				const waitMs = repeatAfterMs(endpoint, request, attempts, waitBudget.leftMs(limits));
				if (waitMs !== undefined && (await waitBudget.pause(waitMs))) continue;
			}
			const deciding = decisive(attempts, endpoint) ?? attempt;
			return await this.failureOf(endpoint, request, deciding, attempts.length);
		}
	}

	private async permission(endpoint: Endpoint, limits: Limits) {
		const blocked = this.blockedBy(endpoint);
		if (blocked) return blocked;
		const connection = await this.connections.connect(endpoint.credential);
		if (connection.kind === 'notSent') return connection;
		const key = connection.target + endpoint.path;
		const permit = await acquire(key, this.context.waitBudget, limits);
		if (typeof permit === 'object') return permit;
		return this.blockedBy(endpoint) ?? WAITED_IN_VAIN[permit];
	}

	private blockedBy({ credential, path }: Endpoint) {
		const stoppedBy = this.stopped.get(credential) ?? this.stopped.get(path);
		const reason = 'Not sent: an earlier request failed in a way that retrying cannot fix';
		if (stoppedBy !== undefined) return notSent('notSent.afterFailure', reason, stoppedBy);
		return this.context.cancelSignal?.aborted ? CANCELLED : undefined;
	}

	private async sendOnce(endpoint: Endpoint, permit: Permission, request: Call) {
		if (permit.kind === 'notSent') return permit;
		try {
			// It may have waited long for its permit.
			const blocked = this.blockedBy(endpoint);
			if (blocked) return blocked;
			permit.sent(request.body?.length ?? 0);
			const attempt = await sendAuthorized(this.connections, endpoint, request);
			if (attempt.kind !== 'notSent') permit.release(endedAs(attempt));
			return attempt;
		} finally {
			permit.release();
		}
	}

	private async failureOf(
		endpoint: Endpoint,
		request: Call,
		attempt: Unaccepted,
		attempts: number,
	): Promise<Failure> {
		const answer = attempt.kind === 'failedAnswer' ? attempt : undefined;
		const ask = async (question: EndpointName) => await this.ask(question, request.limits);
		const meaning = answer && (await explain(endpoint, answer, request, ask));
		const node = this.context.n8n.getNode();
		const error = serviceErrorOf(node, endpoint, { ...request, attempts }, attempt, meaning);
		if (meaning?.stops) this.stopped.set(endpoint[meaning.stops], error.message);
		const { outcome, status = null } = error;
		request.sending?.end(outcome);
		return { outcome, status, error, answer };
	}

	private async ask(question: EndpointName, limits: Limits) {
		// Without a wait, nothing is repeated.
		const call = { limits: { ...limits, maxWait: 0 } };
		const asking = this.asked.get(question) ?? this.call(question, call);
		this.asked.set(question, asking);
		return (await asking).answer;
	}
}
