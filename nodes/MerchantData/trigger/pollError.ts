import type { IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError } from '../n8n/output';
import { WAITED_IN_VAIN } from '../service/errors/failure';
import { ServiceError } from '../service/errors/serviceError';
import type { Redactor } from '../service/redaction/redact';
import { InvalidInput } from '../shared/invalidValue';

/** From the cause n8n 2.x decides when to poll again: after some minutes, or when somebody has acted. */
type FailureCause =
	| 'configuration-invalid'
	| 'credential-invalid'
	| 'rate-limited'
	| 'temporarily-unavailable';

/** The cause of a status: the first row that fits. */
const CAUSES: ReadonlyArray<[least: number, most: number, cause: FailureCause]> = [
	[401, 401, 'credential-invalid'],
	[429, 429, 'rate-limited'],
	[300, 499, 'configuration-invalid'],
	[500, Infinity, 'temporarily-unavailable'],
];

/** The credential cannot be used as it is. */
export class UnusableCredential extends Error {
	override name = 'UnusableCredential';
}

function causeOf(error: unknown): FailureCause | undefined {
	if (error instanceof InvalidInput) return 'configuration-invalid';
	if (error instanceof UnusableCredential) return 'credential-invalid';
	if (!(error instanceof ServiceError)) return undefined;
	const { status, message } = error;
	if (message === WAITED_IN_VAIN.quota.reason) return 'rate-limited';
	if (status === undefined) return 'temporarily-unavailable';
	return CAUSES.find(([least, most]) => status >= least && status <= most)?.[2];
}

/** The error of a poll. It names no item, and has its cause in the place where n8n looks for it. */
export function asPollError(
	context: IPollFunctions,
	error: unknown,
	redactor: Redactor,
): NodeApiError | NodeOperationError {
	const cause = causeOf(error);
	const known = asNodeError(context, error, undefined, redactor);
	delete known.context.itemIndex;
	return cause === undefined ? known : Object.assign(known, { failure: { cause } });
}
