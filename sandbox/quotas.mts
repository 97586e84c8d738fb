import { ApiError } from './errors.mts';
import type { Endpoint } from './literals.mts';
import type { Settings } from './settings.mts';

interface Window {
	endsAt: number;
	used: number;
}

/** Counts requests per endpoint and credential in windows that open with their first request. */
export class Quotas {
	readonly #settings: Settings;
	readonly #windows = new Map<string, Window>();

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	/** Counts one request. Throws 429 with `Retry-After` when the quota is used up. */
	take(endpoint: Endpoint, credential: string): void {
		const quota = this.#settings.quotas[endpoint];
		if (!quota) return;
		const now = Date.now();
		const key = `${endpoint} ${credential}`;
		let window = this.#windows.get(key);
		if (!window || window.endsAt <= now) {
			window = { endsAt: now + quota.windowMs, used: 0 };
			this.#windows.set(key, window);
		}
		if (++window.used <= quota.limit) return;
		const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
		const message = `Rate limit exceeded. Please wait ${seconds} seconds before retrying.`;
		throw new ApiError(429, message, retryAfter(window.endsAt - now, this.#settings));
	}

	clear(): void {
		this.#windows.clear();
	}
}

/** The `Retry-After` header in the switched form: whole seconds, at least 1, or none. */
export function retryAfter(ms: number, settings: Settings): Record<string, string> {
	if (settings.retryAfter === 'absent') return {};
	return { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) };
}
