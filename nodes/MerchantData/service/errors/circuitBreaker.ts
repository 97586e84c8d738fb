import type { Endpoint } from '../endpoints';
import type { Finding } from './diagnosis';

/**
 * Stops what cannot succeed any more in this execution. After a 401 that survived a refresh every
 * further try would burn another single-use refresh token; a missing scope refuses every shop.
 */
export interface CircuitBreaker {
	/** Why nothing is sent to this endpoint any more, or undefined where requests may go. */
	whyOpen(endpoint: Endpoint): string | undefined;
	/** Draws the conclusions of a failed request. @param message of its error */
	learn(endpoint: Endpoint, status: number, finding: Finding | undefined, message: string): void;
}

export function createCircuitBreaker(): CircuitBreaker {
	const stopped = new Map<string, string>();
	return {
		whyOpen: (endpoint) => stopped.get(endpoint.credential) ?? stopped.get(endpoint.path),
		learn(endpoint, status, finding, message) {
			if (status === 401) stopped.set(endpoint.credential, message);
			// Only then is it the scope. A 403 for a shop that is not granted says nothing of the others.
			if (status === 403 && finding?.cause === 'shopGranted') stopped.set(endpoint.path, message);
		},
	};
}
