import { renewAccessToken } from './accessToken';
import { createCircuit } from './circuit';
import { connect, type Connection, type RequestContext } from './connection';
import { type Finding, questionFor, readFinding } from './diagnosis';
import { type CredentialName, type Endpoint, type EndpointName, ENDPOINTS } from './endpoints';
import {
	type FailedRequest,
	noAnswerError,
	notSentError,
	renewalError,
	statusError,
} from './failure';
import { type Answer, type NoAnswer, send } from './http';
import { lineUp, type Turn } from './rateGate';
import { createRedactor, type Redactor } from './redact';
import {
	backoffMs,
	RETRY_POLICY,
	retryAfterMs,
	type Situation,
	situationOfErrorCode,
	situationOfStatus,
} from './retryPolicy';
import type { ServiceError } from './serviceError';
import { createWaiter, type Waiter } from './waiter';

/** The bounds that a user sets in an operation's options. */
export interface Limits {
	/** Milliseconds until an answer must be there. */
	timeout: number;
	/** Repetitions of one request. */
	maxRetries: number;
	/** Seconds of waiting in the whole execution. */
	maxWait: number;
}

export interface Call {
	limits: Limits;
	body?: Buffer;
	answer?: 'text' | 'stream';
	shop?: string;
	itemIndex?: number;
	/** People's data in the body, which must not come back with the answer. */
	confidential?: readonly string[];
	/** Repeat after a server error even where that may double the data. */
	retryServerErrors?: boolean;
	/** The payload without secrets and people's data, for the support of the service. */
	supportPayload?: () => string;
}

/** The requests of one execution: they share the circuit, the budget of waiting, the diagnoses. */
export interface Client {
	/**
	 * Sends a request under the retry policy.
	 * @returns the answer, always 2xx
	 * @throws ServiceError, which says what became of the data; NodeOperationError where the
	 *   credential is not usable
	 */
	call(endpoint: EndpointName, call: Call): Promise<Answer>;
	readonly waiter: Waiter;
	readonly redactor: Redactor;
}

/** @param context the execution, or the editor that loads a list */
export function createClient(context: RequestContext): Client {
	const node = context.getNode();
	const waiter = createWaiter(
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
	);
	const redactor = createRedactor();
	const circuit = createCircuit();
	const connections = new Map<CredentialName, Connection>();
	const diagnoses = new Map<EndpointName, Answer | NoAnswer>();

	async function connectionOf(credential: CredentialName): Promise<Connection> {
		const known = connections.get(credential);
		if (known) return known;
		const connection = await connect(context, credential, redactor);
		connections.set(credential, connection);
		return connection;
	}

	/**
	 * One request, sent again with a new access token where it got 401. A token that was refreshed
	 * just now is not refreshed again; one that another process stored may have expired since.
	 */
	async function sendAuthorized(
		name: EndpointName,
		{ body, answer, confidential, limits }: Call,
	): Promise<Answer | NoAnswer> {
		const endpoint: Endpoint = ENDPOINTS[name];
		const connection = await connectionOf(endpoint.credential);
		const request = { body, answer, confidential, timeout: limits.timeout };
		for (let isFresh = connection.accessToken === ''; ; ) {
			let exchange = await send(context, connection, endpoint, request, redactor);
			if (endpoint.olderPath && 'status' in exchange && exchange.status === 404) {
				const older = { ...endpoint, path: endpoint.olderPath };
				exchange = await send(context, connection, older, request, redactor);
			}
			if (isFresh || !('status' in exchange) || exchange.status !== 401) return exchange;
			const renewal = await renewAccessToken(context, connection, limits.timeout, redactor);
			if ('failure' in renewal) return { ...exchange, renewalFailure: renewal.failure };
			connection.accessToken = renewal.token;
			isFresh = renewal.isFresh;
		}
	}

	async function lineUpFor(name: EndpointName): Promise<Turn> {
		const { credential, path } = ENDPOINTS[name];
		const { id, address } = await connectionOf(credential);
		return lineUp(`${id} ${address}${path}`, waiter);
	}

	/** @param tries how often the request was sent before */
	async function sendInTurn(
		turn: Turn,
		name: EndpointName,
		request: Call,
		tries: number,
	): Promise<Answer | NoAnswer> {
		const exchange = await sendAuthorized(name, request);
		const situation = situationOf(exchange);
		if (situation === 'rateLimited') turn.refused(waitAfter(exchange, tries));
		else turn.answered(situation === 'accepted');
		return exchange;
	}

	/** Asks the question that tells the causes of a failure apart, once per execution. */
	async function diagnose(
		name: EndpointName,
		status: number,
		call: Call,
	): Promise<Finding | undefined> {
		const question = questionFor(name, status);
		if (question === undefined) return undefined;
		let answer = diagnoses.get(question);
		if (!answer) {
			const turn = await lineUpFor(question);
			if (!(await turn.comes(() => 0))) return undefined;
			answer = await sendInTurn(turn, question, { limits: call.limits }, 0);
			turn.leave();
			diagnoses.set(question, answer);
		}
		return readFinding(question, answer, call.shop);
	}

	async function errorOf(
		failed: FailedRequest,
		call: Call,
		exchange: Answer | NoAnswer,
		tries: number,
	): Promise<ServiceError> {
		const endpoint: Endpoint = ENDPOINTS[failed.endpoint];
		if (!('status' in exchange)) return noAnswerError(failed, exchange, tries);

		const { status, renewalFailure } = exchange;
		const finding = await diagnose(failed.endpoint, status, call);
		// A 500 whose cause is the shop is a no ("Errors", row 500), not a riddle.
		const { outcome } =
			RETRY_POLICY[finding?.cause === 'shopNotGranted' ? 'refused' : failureOf(exchange)];
		const payload = status === 500 ? call.supportPayload?.() : undefined;
		const error = renewalFailure
			? renewalError(failed, renewalFailure)
			: statusError({ ...failed, supportPayload: payload }, exchange, finding, outcome, tries);
		circuit.learn(endpoint, status, finding, error.message);
		return error;
	}

	async function call(name: EndpointName, request: Call): Promise<Answer> {
		const endpoint: Endpoint = ENDPOINTS[name];
		const { shop, itemIndex, limits } = request;
		const failed: FailedRequest = { node, endpoint: name, shop, itemIndex };
		const whyOpen = circuit.whyOpen(endpoint);
		if (whyOpen !== undefined) {
			throw notSentError(failed, 'Not sent, because an earlier request failed for good', whyOpen);
		}
		const patienceMs = () => limits.maxWait * 1_000 - waiter.waitedMs;
		const turn = await lineUpFor(name);
		try {
			let exchange: Answer | NoAnswer | undefined;
			const ends = new Map<Situation, number>();
			for (let tries = 0; ; tries++) {
				if (!(await turn.comes(patienceMs))) {
					if (exchange) throw await errorOf(failed, request, exchange, tries);
					throw notSentError(failed, ...whyHeldBack(waiter));
				}
				exchange = await sendInTurn(turn, name, request, tries);

				const situation = situationOf(exchange);
				if (situation === 'accepted') return exchange as Answer;
				ends.set(situation, (ends.get(situation) ?? 0) + 1);
				const wait = situation === 'rateLimited' ? 0 : waitAfter(exchange, tries);
				const again =
					tries < limits.maxRetries &&
					mayRepeat(endpoint, request, exchange, ends.get(situation)!) &&
					wait <= patienceMs();
				if (!again || !(await waiter.pause(wait))) {
					throw await errorOf(failed, request, exchange, tries + 1);
				}
			}
		} finally {
			turn.leave();
		}
	}

	return { call, waiter, redactor };
}

function whyHeldBack({ cancelled }: Waiter): [reason: string, remedy: string] {
	if (cancelled) return ['Not sent, because the execution was cancelled', ''];
	return [
		'Not sent, because the quota of this endpoint is used up (429) for longer than this node may wait',
		'Raise "Max Wait" in the options, or run less often.',
	];
}

function situationOf(exchange: Answer | NoAnswer): Situation {
	return 'status' in exchange
		? situationOfStatus(exchange.status)
		: situationOfErrorCode(exchange.code);
}

/** {@link situationOf} for what is known not to be accepted. */
const failureOf = (exchange: Answer | NoAnswer) =>
	situationOf(exchange) as keyof typeof RETRY_POLICY;

/** Milliseconds to wait before a repetition: what the service asks for, or a backoff. */
function waitAfter(exchange: Answer | NoAnswer, tries: number): number {
	const asked =
		'status' in exchange
			? retryAfterMs(exchange.headers['retry-after'], exchange.headers.date, Date.now())
			: undefined;
	return asked ?? backoffMs(tries, Math.random());
}

/** @param ends how often the request ended like this, this time included */
function mayRepeat(
	endpoint: Endpoint,
	request: Call,
	exchange: Answer | NoAnswer,
	ends: number,
): boolean {
	const { repeat, atMost = Infinity } = RETRY_POLICY[failureOf(exchange)];
	const isAllowed = endpoint.repeatable || ('status' in exchange && request.retryServerErrors);
	return (
		ends <= atMost && (repeat === 'always' || (repeat === 'ifRepeatable' && isAllowed === true))
	);
}
