import { ApiError } from './errors.mts';
import type { Endpoint } from './literals.mts';
import type { Settings } from './settings.mts';

/** Counts requests per endpoint and credential in windows that open with their first request. */
export class Quotas {
	readonly #settings: Settings;
	readonly #windows = new Map<string, { endsAt: number; used: number }>();

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	/** Counts one request. Throws 429 with `Retry-After` when the quota is used up. */
	take(endpoint: Endpoint, credential: string): void {
		const now = Date.now();
		const quotas = [this.#settings.quotas[endpoint] ?? []].flat();
		const waits = quotas.map(({ limit, windowMs }, index) => {
			const window = this.#windowOf(`${endpoint} ${credential} ${index}`, now, windowMs);
			return ++window.used <= limit ? 0 : window.endsAt - now;
		});
		const waitMs = Math.max(0, ...waits);
		if (waitMs === 0) return;
		const headers = retryAfter(waitMs);
		const message = `Rate limit exceeded. Please wait ${headers['retry-after']} seconds before retrying.`;
		throw new ApiError(429, message, headers);
	}

	#windowOf(key: string, now: number, windowMs: number) {
		let window = this.#windows.get(key);
		if (!window || window.endsAt <= now) {
			window = { endsAt: now + windowMs, used: 0 };
			this.#windows.set(key, window);
		}
		return window;
	}

	/** Opens every window anew. */
	clear(): void {
		this.#windows.clear();
	}
}

/** The `Retry-After` header: whole seconds, at least 1. */
export const retryAfter = (ms: number) => ({
	'retry-after': String(Math.max(1, Math.ceil(ms / 1_000))),
});
