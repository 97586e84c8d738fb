import type { Call } from '../../nodes/MerchantData/service/call.ts';
import { Client } from '../../nodes/MerchantData/service/client.ts';
import type { EndpointName } from '../../nodes/MerchantData/service/endpoints.ts';
import { rowOf } from '../../nodes/MerchantData/service/errors/errorTable.ts';
import type {
	Accepted,
	Answer,
	FailedAnswer,
} from '../../nodes/MerchantData/service/errors/retryPolicy.ts';
import type { Limits } from '../../nodes/MerchantData/lib/waitBudget.ts';
import { createContext, ended, type Reply, type Script } from './execution.mts';

export const LIMITS = { timeout: 30, maxWait: 60, maxParallelRequests: 16 };

type AnswerOf<Status extends number> = number extends Status
	? Answer
	: `${Status}` extends `2${string}`
		? Accepted
		: FailedAnswer;

/** An answer as it leaves the HTTP call. @param body a text, or a value that is sent as JSON */
export function answerOf<Status extends number>(
	status: Status,
	body: unknown = '',
	headers: Answer['headers'] = {},
) {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const isGood = status >= 200 && status < 300;
	const kind = isGood ? { kind: 'accepted' } : { kind: 'failedAnswer', row: rowOf(status) };
	return { ...kind, status, headers, text } as AnswerOf<Status>;
}

/** A service that has no quota left for so many seconds. */
export const limited = (seconds: number): Reply => ({
	status: 429,
	headers: { 'retry-after': `${seconds}` },
});

/** A client of an execution under the fake clock, against a service that does what the script says. */
export function start(script: Script | Reply[]) {
	const n8n = createContext(Array.isArray(script) ? { replies: script } : script);
	const client = new Client(n8n.context);
	return {
		...n8n,
		client,
		async call(name: EndpointName, limits: Partial<Limits> = {}, more: Partial<Call> = {}) {
			const whole = { limits: { ...LIMITS, ...limits }, ...more };
			const { value: result, error: fault, tookMs } = await ended(client.call(name, whole));
			if (!result) throw fault;
			const { outcome, answer, error, status } = { error: undefined, status: undefined, ...result };
			const value = outcome === 'accepted' ? answer : undefined;
			return { value, outcome, answer, error, status, tookMs };
		},
	};
}
