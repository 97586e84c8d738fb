import { backoffMs, LONGEST_WAIT_MS } from '../../shared/waits';

/** `Retry-After` is in whole seconds, rounded up. */
export const ROUNDING_MS = 1_000;

/** The latest time in which nothing was sent, because the service refused a request (429). */
export interface Period {
	readonly beganAt: number;
	readonly until: number;
	/** Whether the service named the time; otherwise it is a guess. */
	readonly isKnown: boolean;
	/** When the request was sent whose refusal began it. */
	readonly refusedAt: number;
}

export interface CoolDown {
	readonly period: Period;
	/** Whether the service named no time, or at most one second. */
	readonly isShort: boolean;
	/** Whether its length was a guess, and nothing was served since. */
	readonly isDoubtful: boolean;
	/**
	 * @param sentAt when the refused request was sent
	 * @param askedMs what the service asks for, where it does
	 * @param knownMs else how long it takes, where that is known
	 * @param chance from 0 to 1, for the jitter of the backoff
	 */
	begin(now: number, sentAt: number, askedMs?: number, knownMs?: number, chance?: number): void;
	/** A refusal of the same burst: it may ask for more time. */
	extend(now: number, askedMs: number | undefined): void;
	/** Ends it early. */
	end(now: number): void;
	/** Something was served since it began. */
	served(): void;
}

export function createCoolDown(): CoolDown {
	let period: Period = {
		beganAt: -Infinity,
		until: -Infinity,
		isKnown: true,
		refusedAt: -Infinity,
	};
	let isShort = false;
	/** Cool-downs since something was served. */
	let inARow = 0;

	const asked = (ms: number | undefined) =>
		ms !== undefined && ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : undefined;

	return {
		get period() {
			return period;
		},
		get isShort() {
			return isShort;
		},
		get isDoubtful() {
			return inARow > 0 && !period.isKnown;
		},
		begin(now, sentAt, askedMs, knownMs, chance = 0) {
			const certainMs = asked(askedMs) ?? knownMs;
			const until = Math.max(period.until, now + (certainMs ?? backoffMs(inARow, chance)));
			isShort = (asked(askedMs) ?? 0) <= ROUNDING_MS;
			period = { beganAt: now, until, isKnown: certainMs !== undefined, refusedAt: sentAt };
			inARow++;
		},
		extend(now, askedMs) {
			// A second guess would add nothing.
			period = { ...period, until: Math.max(period.until, now + (asked(askedMs) ?? 0)) };
		},
		end(now) {
			period = { ...period, until: now };
			inARow = 0;
		},
		served() {
			inARow = 0;
		},
	};
}
