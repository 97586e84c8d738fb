import { secondsOrTimeMs } from '../../shared/waits';
import type { Headers } from './permit';

/** Headers of accepted answers hold requests back for a shorter time than a 429, which is certain. */
const LONGEST_HELD_MS = 60_000;

/** What rate-limit headers hold back: they may lower what is sent, never raise it. */
export interface HeaderLimit {
	/** How long nothing may be sent; 0 where something may now. */
	waitMs(now: number): number;
	/** A permit is given. @returns whether it is the first after nothing was left */
	spend(now: number): boolean;
	/**
	 * A request was answered.
	 * @param inFlight others, which are not yet in what the headers say
	 * @param endsHeaderLimit what `spend` returned for it
	 */
	heed(headers: Headers | undefined, now: number, inFlight: number, endsHeaderLimit: boolean): void;
}

export function createHeaderLimit(): HeaderLimit {
	let held: { until: number; left: number } | undefined;
	let isIgnored = false;

	return {
		waitMs: (now) => (held && held.left <= 0 ? Math.max(0, held.until - now) : 0),
		spend(now) {
			if (held && now >= held.until) {
				const wasSpent = held.left <= 0;
				held = undefined;
				return wasSpent;
			}
			if (held) held.left--;
			return false;
		},
		heed(headers, now, inFlight, endsHeaderLimit) {
			const said = isIgnored ? undefined : quotaLeft(headers, now);
			if (!said) return;
			held = {
				until: now + Math.min(said.resetMs, LONGEST_HELD_MS),
				left: said.requests - inFlight,
			};
			// The quota is empty right after its reset, so these headers cannot be relied on.
			if (!endsHeaderLimit || said.requests > 0) return;
			isIgnored = true;
			held = undefined;
		},
	};
}

/** What a service says is left of its quota, and for how long that holds. */
export interface QuotaLeft {
	requests: number;
	/** Until the quota is full again. */
	resetMs: number;
}

/** `RateLimit-Remaining` of the older drafts, and the names in use before them. */
const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

const textOf = (value: unknown) => String(Array.isArray(value) ? value[0] : (value ?? '')).trim();

/** @returns undefined where the text does not begin with a number */
function numberAt(text: string | undefined): number | undefined {
	const digits = /^\d+(\.\d+)?/.exec(text ?? '')?.[0];
	return digits === undefined ? undefined : Number(digits);
}

/** `RateLimit: "burst";r=5;t=1, "daily";r=900;t=3600`, and `limit=10, remaining=5, reset=1` of an older draft. */
function structured(text: string): Array<[remaining?: number, reset?: number]> {
	const parameter = (item: string, names: string) =>
		numberAt(new RegExp(`(?:^|[;,\\s])(?:${names})=(.*)`, 'i').exec(item)?.[1]);
	const items = /\bremaining=/i.test(text) ? [text] : text.split(',');
	return items.map((item) => [parameter(item, 'r|remaining'), parameter(item, 't|reset')]);
}

/**
 * What the rate-limit headers of an answer say is left: of several quotas the smallest.
 * @param now ms since the epoch; some services name the end of the quota as a time
 * @returns undefined where they say nothing, or nothing that can be read
 */
export function quotaLeft(headers: Headers | undefined, now: number): QuotaLeft | undefined {
	if (!headers) return undefined;
	const said = [
		...structured(textOf(headers.ratelimit)),
		...PREFIXES.map((prefix) => [
			numberAt(textOf(headers[`${prefix}-remaining`])),
			numberAt(textOf(headers[`${prefix}-reset`])),
		]),
	];
	let least: QuotaLeft | undefined;
	for (const [requests, reset] of said) {
		if (requests === undefined || reset === undefined) continue;
		if (least && least.requests <= requests) continue;
		least = { requests, resetMs: Math.max(0, secondsOrTimeMs(reset, now)) };
	}
	return least;
}
