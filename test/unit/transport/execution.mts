import {
	type Call,
	createClient,
	type Limits,
} from '../../../nodes/MerchantData/transport/client.ts';
import type { EndpointName } from '../../../nodes/MerchantData/transport/endpoints.ts';
import { ServiceError } from '../../../nodes/MerchantData/transport/serviceError.ts';
import { createContext, ended, type Reply, type Script } from './context.mts';

export const LIMITS: Limits = { timeout: 30_000, maxRetries: 3, maxWait: 60 };

/** A service that has no quota left for so many seconds. */
export const limited = (seconds: number): Reply => ({
	status: 429,
	headers: { 'retry-after': `${seconds}` },
});

/** An execution under the fake clock, against a service that does what the script says. */
export function start(script: Script | Reply[]) {
	const n8n = createContext(Array.isArray(script) ? { replies: script } : script);
	const client = createClient(n8n.context);
	return {
		...n8n,
		client,
		/** Sends a request, and tells what came of it. */
		async call(name: EndpointName, limits: Partial<Limits> = {}, more: Partial<Call> = {}) {
			const whole = { limits: { ...LIMITS, ...limits }, ...more };
			const { error, ...end } = await ended(client.call(name, whole));
			// Anything else is a fault of the code, not a failure of the request.
			if (error !== undefined && !(error instanceof ServiceError)) throw error;
			return { ...end, error };
		},
	};
}
