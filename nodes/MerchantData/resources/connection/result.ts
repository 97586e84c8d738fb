import type { Execution } from '../../n8n/execution';
import { oddText } from '../../service/answers/goodAnswer';
import type { Failure } from '../../service/call';
import type { CredentialName } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import type { Evidence, Step } from './evidence';
import { missingScopes, type Use } from './scopes';

/** The values of the node's fields. */
export interface Input {
	credentials: CredentialName[];
	/** The plain domain. Empty if no shop is named. */
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
	/** Its name in the item. */
	check: string;
	/** What a problem of it is called in the hint. */
	problem: string;
	/** The steps that must have succeeded. Otherwise the check is skipped. */
	needs: readonly Step[];
	/** It does not throw. */
	run(given: Case): CheckResult | Promise<CheckResult>;
}

/** The result of a check. */
export interface CheckResult {
	/** `problem`: requests fail. `warning`: they may fail. `skipped`: it is not known. */
	status: 'ok' | 'warning' | 'problem' | 'skipped';
	found: string;
	/** What to do about it, in whole sentences. Never empty. */
	remedy: string;
}

const NOTHING_TO_DO = 'Nothing to do';

export const ok = (found: string): CheckResult => ({ status: 'ok', found, remedy: NOTHING_TO_DO });

export const skipped = (found: string, remedy = NOTHING_TO_DO): CheckResult => ({
	status: 'skipped',
	found,
	remedy,
});

export const warning = (found: string, remedy: string): CheckResult => ({
	status: 'warning',
	found,
	remedy,
});

export const problem = (found: string, remedy: string): CheckResult => ({
	status: 'problem',
	found,
	remedy,
});

const NOTHING_KNOWN = 'Check the address in the credential, and try again.';

/** A problem with the texts of a request's error. */
export const failed = ({ error }: Failure): CheckResult =>
	problem(error.message, error.description || NOTHING_KNOWN);

/**
 * Judges a credential by the answer to the request that checks it.
 * @param good the text if the service accepts it
 * @param remedy what to do if the status is good, but the answer counts as a failure
 */
export function judgeAnswer({ result, odd }: Evidence, good: string, remedy: string): CheckResult {
	if (result.outcome !== 'accepted') return failed(result);
	return odd === undefined ? ok(good) : problem(oddText(odd, result.answer.text), remedy);
}

/**
 * Compares the scopes of a credential with what it is used for.
 * @param scopes those of the credential; undefined if the service did not name them
 * @param remedy what to do about a missing one
 */
export function judgeScopes(
	credential: CredentialName,
	uses: readonly Use[],
	scopes: readonly string[] | undefined,
	remedy: string,
): CheckResult {
	if (scopes === undefined) return skipped('The service did not say which scopes there are');
	const granted = `The scopes are: ${scopes.join(', ') || 'none'}`;
	const missing = missingScopes(credential, uses, scopes).map(
		({ label, scopeLabel }) => `"${scopeLabel}" (for ${label})`,
	);
	if (missing.length === 0) return ok(granted);
	return problem(
		`${granted}. Missing: ${missing.join(', ')}`,
		`${remedy} If you do not need this, remove it from "Used For" in this node.`,
	);
}
