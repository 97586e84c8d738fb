import type { Limits } from '../shared/fields';
import { createConnections, targetOf } from './auth/credentials';
import { createAuthorizedSend } from './authorized';
import type { Call, Client, Failure, Permission, Result } from './call';
import { type Endpoint, type EndpointName, ENDPOINTS } from './endpoints';
import type { Answer, NoAnswer, NotSent } from './errors/attempt';
import { createCircuitBreaker } from './errors/circuitBreaker';
import { createDiagnosis } from './errors/diagnosis';
import {
	afterFailure,
	CANCELLED,
	type FailedRequest,
	noAnswerError,
	notSentError,
	refreshError,
	statusError,
	WAITED_IN_VAIN,
	whyUnusable,
} from './errors/failure';
import { endedAs, mayRepeat, outcomeOf, waitAfterMs } from './errors/retryDecision';
import { type FailedSituation, RETRY_POLICY } from './errors/retryPolicy';
import { acquire, nextOrder, type Permit } from './limiter/queue';
import { createRequestContext, type N8nContext } from './requestContext';

/** @param n8n the execution, or the editor that loads a list */
export function createClient(n8n: N8nContext): Client {
	const node = n8n.getNode();
	const context = createRequestContext(n8n);
	const { redactor, waitBudget } = context;
	const circuitBreaker = createCircuitBreaker();
	const connections = createConnections(context);
	const sendAuthorized = createAuthorizedSend(context, connections);
	const diagnosis = createDiagnosis(call);

	/** Why nothing more is sent to an endpoint now. */
	function whyNotNow(endpoint: Endpoint): NotSent | undefined {
		const whyOpen = circuitBreaker.whyOpen(endpoint);
		if (whyOpen !== undefined) return afterFailure(whyOpen);
		return waitBudget.signal?.aborted ? CANCELLED : undefined;
	}

	async function permission(
		name: EndpointName,
		limits: Limits,
		order: number = nextOrder(),
	): Promise<Permission> {
		const endpoint: Endpoint = ENDPOINTS[name];
		const whyNot = whyNotNow(endpoint);
		if (whyNot) return whyNot;
		try {
			const key = targetOf(await connections.cached(endpoint.credential)) + endpoint.path;
			const permit = await acquire(key, order, waitBudget, () => waitBudget.leftMs(limits));
			if (typeof permit === 'object') return permit;
			return whyNotNow(endpoint) ?? WAITED_IN_VAIN[permit];
		} catch (error) {
			return whyUnusable(error, redactor);
		}
	}

	/** Sends a request once, and releases its permit. */
	async function sendOnce(
		endpoint: Endpoint,
		permit: Permit,
		request: Call,
	): Promise<Answer | NoAnswer | NotSent> {
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

	async function explained(
		failed: FailedRequest,
		request: Call,
		attempt: Answer | NoAnswer,
		tries: number,
	): Promise<Failure> {
		if (!('status' in attempt)) {
			const error = noAnswerError(failed, attempt, tries);
			const { situation } = attempt;
			return { outcome: error.outcome, status: null, error, situation };
		}
		const { status, refreshFailure } = attempt;
		const finding = await diagnosis.findingFor(failed.endpoint, status, request);
		// A 500 whose cause is the shop is a refusal ("Errors", row 500), not a fault of the service.
		const isRefusal = finding?.cause === 'shopNotGranted';
		const situation = isRefusal ? 'refused' : (attempt.situation as FailedSituation);
		const { outcome } = RETRY_POLICY[situation];
		const supportPayload = status === 500 ? request.supportPayload?.() : undefined;
		const error = refreshFailure
			? refreshError(failed, refreshFailure)
			: statusError({ ...failed, supportPayload }, attempt, finding, outcome, tries);
		circuitBreaker.learn(ENDPOINTS[failed.endpoint], status, finding, error.message);
		return { outcome, status, error, answer: attempt };
	}

	async function call(name: EndpointName, request: Call): Promise<Result> {
		const endpoint: Endpoint = ENDPOINTS[name];
		const { shop, itemIndex, limits } = request;
		const failed: FailedRequest = { node, endpoint: name, shop, itemIndex };
		let { permit } = request;
		const order = permit && 'order' in permit ? permit.order : nextOrder();
		const attempts: Array<Answer | NoAnswer> = [];
		const mayHaveArrived = ({ situation }: Answer | NoAnswer) =>
			!endpoint.repeatable && outcomeOf(situation) === 'unknown';
		/** The attempt that a failure is told of: how a push fails after it may have arrived says nothing of it. */
		const told = () => attempts.findLast(mayHaveArrived) ?? attempts.at(-1)!;

		for (let tries = 0; ; tries++) {
			permit ??= await permission(name, limits, order);
			const attempt = 'reason' in permit ? permit : await sendOnce(endpoint, permit, request);
			permit = undefined;
			if ('reason' in attempt) {
				if (tries > 0) return await explained(failed, request, told(), tries);
				return { outcome: 'notSent', status: null, error: notSentError(failed, attempt) };
			}

			if (attempt.situation === 'accepted')
				return { outcome: 'accepted', answer: attempt as Answer };
			attempts.push(attempt);
			const waitMs = waitAfterMs(attempt, tries);
			const again = mayRepeat(endpoint, request, attempts) && waitMs <= waitBudget.leftMs(limits);
			if (!again || !(await waitBudget.pause(waitMs))) {
				return await explained(failed, request, told(), tries + 1);
			}
		}
	}

	return {
		permits: (name, limits, isNeeded = () => true) => ({
			width: limits.maxParallelRequests,
			acquire: async () => (isNeeded() ? await permission(name, limits) : undefined),
			release: (given) => {
				if (given && 'order' in given) given.release();
			},
		}),
		call,
		target: async (name) =>
			await connections.cached(ENDPOINTS[name].credential).then(targetOf, () => undefined),
		context,
	};
}
