import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import type { CredentialName } from './endpoints';
import { WaitBudget } from '../lib/waitBudget';
import { Redactor } from '../lib/redact';

export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Shared by all requests of an execution, and made once. */
export class RequestContext {
	/** Undefined for polls and lists. */
	readonly cancelSignal: AbortSignal | undefined;
	readonly waitBudget: WaitBudget;
	readonly redactor = new Redactor();
	/** Hints about the credentials, each once. */
	readonly hints = new Set<string>();
	/** Whether a value of a credential depends on the item. */
	readonly itemProbes = new Map<CredentialName, boolean>();

	constructor(readonly n8n: N8nContext) {
		if ('getExecutionCancelSignal' in n8n) this.cancelSignal = n8n.getExecutionCancelSignal();
		this.waitBudget = new WaitBudget(this.cancelSignal);
	}
}
