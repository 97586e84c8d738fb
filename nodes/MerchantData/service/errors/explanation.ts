import type { Endpoint } from '../endpoints';
import type { Cause } from './diagnosis';
import { ERROR_TABLE, type ErrorRow, OTHER } from './errorTable';

/**
 * What a failed answer means, and what to do.
 * @param status its HTTP status
 * @param cause what was found out, if anything
 */
export function explain(
	endpoint: Endpoint,
	status: number,
	cause: Cause | undefined,
): Pick<ErrorRow, 'name' | 'meaning' | 'remedy'> {
	const row = ERROR_TABLE.find(
		(candidate) =>
			candidate.status === status &&
			isOn(candidate, endpoint) &&
			(candidate.cause === undefined || candidate.cause === cause),
	);
	const { name, meaning, remedy } = row ?? OTHER[Math.floor(status / 100)] ?? OTHER[4];
	const scope = scopeOf(endpoint);
	const isTold = meaning.includes('{scope}') || (status !== 401 && status !== 403);
	return {
		name,
		meaning: meaning.replace('{scope}', scope),
		remedy: isTold ? remedy : `${remedy} ${neededScope(endpoint)}`.trim(),
	};
}

/** Whether a row of the table holds for an endpoint. */
export const isOn = ({ on = {} }: Pick<ErrorRow, 'on'>, endpoint: Endpoint): boolean =>
	Object.entries(on).every(([fact, value]) => endpoint[fact as keyof Endpoint] === value);

/** Names the scope that an endpoint needs, in a sentence; empty where its name is not specified. */
export function neededScope(endpoint: Endpoint): string {
	return endpoint.scopeLabel === undefined ? '' : `This operation needs ${scopeOf(endpoint)}.`;
}

/** The scope as the credential's form or the key's page names it. */
function scopeOf({ scopeLabel }: Endpoint): string {
	return scopeLabel === undefined ? 'the scope of this endpoint' : `the scope "${scopeLabel}"`;
}
