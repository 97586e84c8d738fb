/**
 * Where it is not known what a service bears, requests go out in groups: one, then a few, then more,
 * each once the one before was served. Pure: every call is told the time in ms.
 */

/** A refusal comes at once: who has not been refused by then is being served. */
const LONGEST_VERDICT_MS = 1_000;
const SHORTEST_VERDICT_MS = 50;
/** How long a verdict may take, against the slowest refusal seen. */
const VERDICT_MARGIN = 1.5;
const GROWTH = 4;
/** After a group of this size nobody waits any more: the usual ceiling. */
const LARGEST_GROUP = 16;

export interface Scouts {
	/** From now on requests go in groups, beginning with one. */
	begin(now: number): void;
	readonly areOut: boolean;
	/** How long until the next may go; 0 where it may now. */
	waitMs(now: number): number;
	/** One was let in. */
	letIn(now: number): void;
	/** It goes out. */
	sent(now: number): void;
	/** One that was sent at `at` was accepted. */
	served(at: number, now: number): void;
	/** A refusal took `ms`. @param isFirst of its burst */
	refused(ms: number, isFirst: boolean): void;
}

export function createScouts(): Scouts {
	let verdictMs = LONGEST_VERDICT_MS;
	let group: { size: number; left: number; from: number; servedAt: number } | undefined;

	return {
		begin(now) {
			group = { size: 1, left: 1, from: now, servedAt: Infinity };
		},
		get areOut() {
			return group !== undefined;
		},
		waitMs(now) {
			if (!group || group.left > 0) return 0;
			if (now < group.servedAt) return group.servedAt - now;
			const size = group.size * GROWTH;
			group = size > LARGEST_GROUP ? undefined : { size, left: size, from: now, servedAt: now };
			return 0;
		},
		letIn(now) {
			if (!group) return;
			group.left--;
			group.servedAt = now + verdictMs;
		},
		sent(now) {
			if (group) group.servedAt = now + verdictMs;
		},
		served(at, now) {
			if (group && group.left === 0 && at >= group.from) group.servedAt = now;
		},
		refused(ms, isFirst) {
			const verdict = Math.max(SHORTEST_VERDICT_MS, VERDICT_MARGIN * ms);
			const slowest = isFirst ? verdict : Math.max(verdictMs, verdict);
			verdictMs = Math.min(LONGEST_VERDICT_MS, slowest);
		},
	};
}
