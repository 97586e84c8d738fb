import type { Execution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import type { Evidence } from '../../../../nodes/MerchantData/resources/connection/evidence.ts';
import type {
	Case,
	Check,
	Input,
} from '../../../../nodes/MerchantData/resources/connection/result.ts';
import { answerValue } from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';
import type { Result } from '../../../../nodes/MerchantData/service/call.ts';
import { createClient } from '../../../../nodes/MerchantData/service/client.ts';
import { ServiceError } from '../../../../nodes/MerchantData/service/errors/serviceError.ts';
import { createContext, ended, type Script, SHOP } from '../../../kit/execution.mts';
import { answerOf, LIMITS } from '../../../kit/client.mts';

export const ADDRESS = 'https://api.example';

/** A request that the service accepted. */
export const accepted = (body: unknown): Result => ({
	outcome: 'accepted',
	answer: answerOf(200, body),
});

/** A request that failed. @param status null where no answer came */
export function refused(status: number | null): Result {
	const error = new ServiceError(createContext({}).node, {
		message: 'It failed',
		description: 'Mend it.',
		outcome: 'rejected',
	});
	const answer = status === null ? undefined : answerOf(status);
	return { outcome: 'rejected', status, error, answer };
}

/** What the request with a credential showed: by default that all is well. */
export function evidenceOf(result: Result, more: Partial<Evidence> = {}): Evidence {
	return {
		fields: {},
		address: ADDRESS,
		result,
		odd: undefined,
		answer: result.answer && answerValue(result.answer.text),
		stuckAt: undefined,
		isRefreshed: false,
		...more,
	};
}

export const INPUT: Input = {
	credentials: ['merchantDataOAuth2Api', 'merchantDataApi'],
	shop: SHOP,
	uses: ['adData', 'emailSmsData', 'sql'],
	failOnProblem: false,
	limits: { ...LIMITS, maxWait: 0 },
};

/** An execution under the fake clock. */
export function createExecution(script: Script = {}) {
	const n8n = createContext(script);
	const execution = { context: n8n.context, client: createClient(n8n.context) };
	return { ...n8n, execution: execution as unknown as Execution };
}

/** What a check says, and the requests that it sent. */
export async function resultOf(
	check: Check,
	evidence: Evidence,
	input: Partial<Input> = {},
	script: Script = {},
) {
	const { execution, requests } = createExecution(script);
	const given: Case = { execution, input: { ...INPUT, ...input }, item: 0, evidence };
	const { value, error } = await ended(Promise.resolve(check.run(given)));
	if (!value) throw error;
	return { ...value, requests };
}
