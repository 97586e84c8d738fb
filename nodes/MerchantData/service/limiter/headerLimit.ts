import { type Headers, quotaLeft } from './rateLimitHeaders';

/** Headers of answers that were accepted hold a lane for less than a 429, which says it with certainty. */
const LONGEST_MS = 60_000;

/** What rate-limit headers hold back: they may lower what is sent, never raise it. */
export interface Hold {
	/** How long nothing may be sent; 0 where something may now. */
	waitMs(now: number): number;
	/** A request is let in. @returns whether it is the first after nothing was left */
	spend(now: number): boolean;
	/**
	 * A request was answered.
	 * @param inFlight others, which are not yet in what the headers say
	 * @param endsHold what `spend` returned for it
	 */
	heed(headers: Headers | undefined, now: number, inFlight: number, endsHold: boolean): void;
}

export function createHold(): Hold {
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
		heed(headers, now, inFlight, endsHold) {
			const said = isIgnored ? undefined : quotaLeft(headers, now);
			if (!said) return;
			held = { until: now + Math.min(said.resetMs, LONGEST_MS), left: said.requests - inFlight };
			// Nothing left right after it was to be whole again: the service counts otherwise than it says.
			if (!endsHold || said.requests > 0) return;
			isIgnored = true;
			held = undefined;
		},
	};
}
