import type { Execution } from '../../n8n/execution';
import type { CredentialName } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import type { Evidence, Step } from './evidence';
import type { Finding } from './finding';
import type { Use } from './scopes';

/** What the fields of the node say. */
export interface Input {
	credentials: CredentialName[];
	/** The plain domain; empty for none. */
	shop: string;
	uses: readonly Use[];
	failOnProblem: boolean;
	limits: Limits;
}

/** What a check works with. */
export interface Case {
	execution: Execution;
	input: Input;
	item: number;
	evidence: Evidence;
}

export interface Check {
	/** As it stands in the item. */
	check: string;
	/** Where the request must not have got stuck for the check to have a meaning. */
	needs: readonly Step[];
	/** It does not throw. */
	find(given: Case): Finding | Promise<Finding>;
}
