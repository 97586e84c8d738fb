import type { Limits } from '../shared/fields';
import type { Permits } from '../shared/orderedMap';
import { createConnections } from './auth/credentials';
import { createAuthorizedSend } from './authorized';
import type { Call, Failure, Permission, Result } from './call';
import { type Endpoint, type EndpointName, ENDPOINTS } from './endpoints';
import { createDiagnosis } from './errors/diagnosis';
import {
	afterFailure,
	CANCELLED,
	type NoAnswer,
	type NotSent,
	WAITED_IN_VAIN,
	whyUnusable,
} from './errors/noAnswer';
import { type Answer, type Attempt, endedAs, outcomeOf, repeatAfterMs } from './errors/retryPolicy';
import { serviceErrorOf } from './errors/serviceError';
import { acquire, nextOrder, type Permit } from './limiter/queue';
import { createRequestContext, type N8nContext } from './requestContext';

export type Client = ReturnType<typeof createClient>;

/**
 * Sends the requests of one execution: they share the circuit breaker, the wait budget, the diagnoses.
 * @param n8n the execution, or the editor that loads a list
 */
export function createClient(n8n: N8nContext) {
	const node = n8n.getNode();
	const context = createRequestContext(n8n);
	const { redactor, waitBudget } = context;
	const connections = createConnections(context);
	const sendAuthorized = createAuthorizedSend(context, connections);
	const findOut = createDiagnosis(call);
	/** The circuit breaker: by credential and by path, the error after which nothing more is sent. */
	const stopped = new Map<string, string>();

	function whyNotNow({ credential, path }: Endpoint): NotSent | undefined {
		const stoppedBy = stopped.get(credential) ?? stopped.get(path);
		if (stoppedBy !== undefined) return afterFailure(stoppedBy);
		return waitBudget.signal?.aborted ? CANCELLED : undefined;
	}

	async function permission(
		endpoint: Endpoint,
		limits: Limits,
		order: number = nextOrder(),
	): Promise<Permission> {
		const whyNot = whyNotNow(endpoint);
		if (whyNot) return whyNot;
		try {
			const key = (await connections.target(endpoint.credential)) + endpoint.path;
			const permit = await acquire(key, order, waitBudget, () => waitBudget.leftMs(limits));
			if (typeof permit === 'object') return permit;
			return whyNotNow(endpoint) ?? WAITED_IN_VAIN[permit];
		} catch (error) {
			return whyUnusable(error, redactor);
		}
	}

	/** Sends a request once, and releases its permit. */
	async function sendOnce(endpoint: Endpoint, permit: Permit, request: Call): Promise<Attempt> {
		try {
			// It may have waited long for its permit.
			const whyNot = whyNotNow(endpoint);
			if (whyNot) return whyNot;
			permit.sent(request.body?.length ?? 0);
			const attempt = await sendAuthorized(endpoint, request);
			if ('reason' in attempt) return attempt;
			const coolDownMs = permit.answered(endedAs(attempt));
			if (coolDownMs !== undefined) {
				n8n.logger.info(
					`Merchant Data: requests for ${endpoint.label} wait ${(coolDownMs / 1_000).toFixed(1)} s, because their quota is used up (429)`,
				);
			}
			return attempt;
		} finally {
			permit.release();
		}
	}

	/** The failure of a request that was not accepted, after what there is to find out. */
	async function failureOf(
		endpoint: Endpoint,
		request: Call,
		attempt: Attempt,
		tries: number,
	): Promise<Failure> {
		const { credential, path } = endpoint;
		const answer = 'status' in attempt ? attempt : undefined;
		const finding = answer && (await findOut(endpoint, answer.status, request));
		const error = serviceErrorOf(node, endpoint, { ...request, tries, finding }, attempt);
		// Every further try would use up another refresh token, which works once.
		if (answer?.status === 401) stopped.set(credential, error.message);
		// Only then is it the scope. A 403 for a shop that is not granted says nothing of the others.
		if (answer?.status === 403 && finding?.cause === 'shopGranted') {
			stopped.set(path, error.message);
		}
		const { outcome, status = null } = error;
		return { outcome, status, error, answer };
	}

	async function call(name: EndpointName, request: Call): Promise<Result> {
		const endpoint: Endpoint = ENDPOINTS[name];
		const { limits } = request;
		let { permit } = request;
		const order = permit && 'order' in permit ? permit.order : nextOrder();
		const attempts: Array<Answer | NoAnswer> = [];
		let attempt: Attempt;

		for (;;) {
			permit ??= await permission(endpoint, limits, order);
			attempt = 'reason' in permit ? permit : await sendOnce(endpoint, permit, request);
			permit = undefined;
			if ('reason' in attempt) break;
			if ('text' in attempt && attempt.situation === 'accepted') {
				return { outcome: 'accepted', answer: attempt };
			}
			attempts.push(attempt);
			const waitMs = repeatAfterMs(endpoint, request, attempts, waitBudget.leftMs(limits));
			if (waitMs === undefined || !(await waitBudget.pause(waitMs))) break;
		}
		// How a push fails after it may have arrived says nothing of it.
		const mayHaveArrived = ({ situation }: Answer | NoAnswer) =>
			!endpoint.repeatable && outcomeOf(situation) === 'unknown';
		const told = attempts.findLast(mayHaveArrived) ?? attempts.at(-1) ?? attempt;
		return await failureOf(endpoint, request, told, attempts.length);
	}

	return {
		/**
		 * The permits for the requests of one endpoint, as the service accepts them. They do not throw.
		 * @param isNeeded whether the next job is to wait for one; all do by default
		 */
		permits: (
			name: EndpointName,
			limits: Limits & { maxParallelRequests: number },
			isNeeded = () => true,
		): Permits<Permission | undefined> => ({
			width: limits.maxParallelRequests,
			acquire: async () => (isNeeded() ? await permission(ENDPOINTS[name], limits) : undefined),
			release: (given) => {
				if (given && 'order' in given) given.release();
			},
		}),
		/** Sends a request under the retry policy. It does not throw. */
		call,
		/** The credential and the address that requests go to; undefined where they cannot be read. */
		target: async (name: EndpointName) =>
			await connections.target(ENDPOINTS[name].credential).catch(() => undefined),
		context,
	};
}
