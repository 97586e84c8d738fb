import type { Code } from '../../errors/codes';
import type { CredentialName, Endpoint, EndpointName } from '../endpoints';

/** The meaning of a status and its consequences. */

export type FailedOutcome = 'rejected' | 'unknown' | 'notSent';
export type Outcome = 'accepted' | FailedOutcome;
export type Cause = 'keyUnknown' | 'keyKnown' | 'shopGranted' | 'shopNotGranted';
export type PollCause =
	| 'configuration-invalid'
	| 'credential-invalid'
	| 'rate-limited'
	| 'temporarily-unavailable';
/** What may change a meaning. The first that applies counts: rows that replace others, the cause, what is carried, the credential. */
type Case = 'replaces' | Cause | NonNullable<Endpoint['carries']> | CredentialName;

export interface Meaning {
	code: Code;
	/** The meaning and the remedy. `diagnosis.ts` fills in what is in brackets. */
	text: string;
	outcome: FailedOutcome;
	/** The circuit breaker: nothing more is sent with this credential, or to this path. */
	stops?: 'credential' | 'path';
}

export interface StatusRow extends Meaning {
	name: string;
	/** What is different in a case. */
	cases?: Partial<Record<Case, Partial<Meaning>>>;
	/** `ifRepeatable`: only if a second attempt does no harm, as for reads and for rows that replace earlier ones. */
	repeat?: 'always' | 'ifRepeatable';
	/** Attempts after the first. Without it, only *Max Wait* limits them. */
	atMost?: number;
	/** A sign of load, for the limiter. */
	load?: 'rateLimited' | 'overloaded';
	/** Replaces the name and the service's own text. */
	message?: string;
	/** Before a retry of a push can succeed, this must change: nothing, the access, or the rows. */
	next: 'forNow' | 'access' | 'rows';
	/** Tells n8n 2.x when to poll again: after some minutes, or once somebody has acted. */
	pollCause: PollCause;
	/** The request that finds out the cause, by the credential of the request that failed. */
	ask?: Partial<Record<CredentialName, EndpointName>>;
}
