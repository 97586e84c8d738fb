import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import type { CredentialName } from './endpoints';
import { createWaitBudget, type WaitBudget } from './limiter/waitBudget';
import { createRedactor, type Redactor } from './redaction/redact';

/** Where n8n runs code of this package that sends requests. */
export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What every request of an execution needs. It is made once per execution. */
export interface RequestContext {
	n8n: N8nContext;
	/** Knows every secret that this execution has read. */
	redactor: Redactor;
	/** Counts how long this execution has waited. */
	waitBudget: WaitBudget;
	/** Whether a value of a credential depends on the item, as far as that was asked. */
	itemProbes: Map<CredentialName, Promise<boolean>>;
	/** Aborted when the execution is cancelled; polls and lists have none. */
	cancelSignal: AbortSignal | undefined;
}

/** @param n8n the execution, or the editor that loads a list */
export function createRequestContext(n8n: N8nContext): RequestContext {
	const cancelSignal =
		'getExecutionCancelSignal' in n8n ? n8n.getExecutionCancelSignal() : undefined;
	return {
		n8n,
		redactor: createRedactor(),
		waitBudget: createWaitBudget(cancelSignal),
		itemProbes: new Map(),
		cancelSignal,
	};
}
