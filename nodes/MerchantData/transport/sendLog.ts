/** A request on its way or answered, not refused. */
export interface Sent {
	readonly at: number;
}

/** What was sent longer ago than this many requests is not remembered. */
const REMEMBERED = 4_096;

/** The latest requests that were sent and not refused, in the order in which they were sent. */
export interface SendLog {
	add(sent: Sent): void;
	/** @returns when the request was sent that came so many before the next; undefined where none was */
	sentBefore(count: number): number | undefined;
	remove(sent: Sent): void;
	/** How many were sent at that time or later. */
	countSince(time: number): number;
	/** How many were sent from one time to another, both included. */
	countBetween(from: number, to: number): number;
	/** Most that were sent in any window of that length. */
	mostIn(windowMs: number): number;
}

export function createSendLog(): SendLog {
	let log: Sent[] = [];

	/** How many were sent at `time` or later; `isAfter`: later. */
	function countFrom(time: number, isAfter: boolean): number {
		let count = 0;
		for (let index = log.length - 1; index >= 0; index--, count++) {
			const { at } = log[index]!;
			if (at < time || (isAfter && at === time)) break;
		}
		return count;
	}

	return {
		add(sent) {
			log.push(sent);
			if (log.length > 2 * REMEMBERED) log = log.slice(-REMEMBERED);
		},
		sentBefore: (count) => log[log.length - count]?.at,
		remove(sent) {
			const place = log.lastIndexOf(sent);
			if (place >= 0) log.splice(place, 1);
		},
		countSince: (time) => countFrom(time, false),
		countBetween: (from, to) => countFrom(from, false) - countFrom(to, true),
		mostIn(windowMs) {
			let most = 0;
			for (let last = 0, first = 0; last < log.length; last++) {
				while (log[first]!.at <= log[last]!.at - windowMs) first++;
				most = Math.max(most, last - first + 1);
			}
			return most;
		},
	};
}
