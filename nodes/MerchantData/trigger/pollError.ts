import type { IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError } from '../n8n/output';
import { WAITED_IN_VAIN } from '../service/errors/noAnswer';
import { ServiceError } from '../service/errors/serviceError';
import type { Redactor } from '../service/redaction/redact';
import { InvalidInput } from '../shared/invalidValue';

/** The credential cannot be used as it is. */
export class UnusableCredential extends Error {
	override name = 'UnusableCredential';
}

/** From the cause n8n 2.x decides when to poll again: after some minutes, or when somebody has acted. */
function causeOf(error: unknown) {
	if (error instanceof InvalidInput) return 'configuration-invalid';
	if (error instanceof UnusableCredential) return 'credential-invalid';
	if (!(error instanceof ServiceError)) return undefined;
	const { status, message } = error;
	if (status === 429 || message === WAITED_IN_VAIN.quota.reason) return 'rate-limited';
	if (status === 401) return 'credential-invalid';
	return status === undefined || status >= 500
		? 'temporarily-unavailable'
		: 'configuration-invalid';
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
