import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import type { CredentialName } from './endpoints';
import { createWaitBudget } from './limiter/waitBudget';
import { createRedactor } from './redaction/redact';

/** Where n8n runs code of this package that sends requests. */
export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export type RequestContext = ReturnType<typeof createRequestContext>;

/**
 * What every request of an execution needs. It is made once per execution.
 * @param n8n the execution, or the editor that loads a list
 */
export function createRequestContext(n8n: N8nContext) {
	const cancelSignal =
		'getExecutionCancelSignal' in n8n ? n8n.getExecutionCancelSignal() : undefined;
	return {
		n8n,
		/** Knows every secret that this execution has read. */
		redactor: createRedactor(),
		waitBudget: createWaitBudget(cancelSignal),
		/** Whether a value of a credential depends on the item, as far as that was asked. */
		itemProbes: new Map<CredentialName, Promise<boolean>>(),
		/** Aborted when the execution is cancelled; polls and lists have none. */
		cancelSignal,
	};
}
