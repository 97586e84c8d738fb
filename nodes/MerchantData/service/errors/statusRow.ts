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
/** The first that applies counts: rows that replace earlier ones, the cause, what the endpoint carries, its credential, others. */
export type ByCase<T> = Partial<
	Record<'replaces' | Cause | NonNullable<Endpoint['carries']> | CredentialName | 'others', T>
>;

export interface StatusRow {
	code: Code | ByCase<Code>;
	name: string;
	/** `ifRepeatable`: only if a second attempt does no harm, as for reads and for rows that replace earlier ones. */
	repeat?: 'always' | 'ifRepeatable';
	/** Attempts after the first. Without it, only *Max Wait* limits them. */
	atMost?: number;
	outcome: FailedOutcome;
	/** A sign of load, for the limiter. */
	load?: 'rateLimited' | 'overloaded';
	/** The meaning and the remedy. `diagnosis.ts` fills in what is in brackets. */
	text: string | ByCase<string>;
	/** Replaces the name and the service's own text. */
	message?: string;
	/** Before a retry of a push can succeed, this must change: nothing, the access, or the rows. */
	next: 'forNow' | 'access' | 'rows';
	/** Tells n8n 2.x when to poll again: after some minutes, or once somebody has acted. */
	pollCause: PollCause;
	/** The request that finds out the cause, by the credential of the request that failed. */
	ask?: Partial<Record<CredentialName, EndpointName>>;
	/** The circuit breaker: nothing more is sent with this credential, or to this path. */
	stops?: ByCase<'credential' | 'path'>;
}
