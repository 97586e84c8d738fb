/** Models of services, in virtual time (ms). */

export interface Model {
	name: string;
	/** The window of its quota, in ms, where it has one. */
	windowMs?: number;
	/** Processes that send at once, on one quota. */
	processes: number;
	/** A new service that has answered nothing yet. @param phase of its clock, from 0 to 1 */
	create(phase: number): Service;
}

export interface Service {
	/** A request arrives. @returns undefined where it is served, else what the 429 says */
	arrives(now: number): { retryAfterMs?: number } | undefined;
	/** A request that was served is done. */
	done(): void;
}

type Check = (now: number) => number | undefined;

/** `Retry-After` is in whole seconds, at least one. */
const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000)) * 1_000;

function alignedWindow(count: number, windowMs: number, phase: number): Check {
	let window = -1;
	let spent = 0;
	return (now) => {
		const time = now + phase * windowMs;
		const current = Math.floor(time / windowMs);
		if (current !== window) [window, spent] = [current, 0];
		return ++spent > count ? (current + 1) * windowMs - time : undefined;
	};
}

function freeWindow(count: number, windowMs: number): Check {
	let from = -Infinity;
	let spent = 0;
	return (now) => {
		if (now >= from + windowMs) [from, spent] = [now, 0];
		return ++spent > count ? from + windowMs - now : undefined;
	};
}

function slidingWindow(count: number, windowMs: number): Check {
	const log: number[] = [];
	return (now) => {
		while (log.length > 0 && log[0]! <= now - windowMs) log.shift();
		if (log.length >= count) return log[0]! + windowMs - now;
		log.push(now);
		return undefined;
	};
}

function tokenBucket(count: number, windowMs: number): Check {
	let tokens = count;
	let at = 0;
	return (now) => {
		tokens = Math.min(count, tokens + ((now - at) * count) / windowMs);
		at = now;
		if (tokens < 1) return ((1 - tokens) * windowMs) / count;
		tokens--;
		return undefined;
	};
}

const QUOTAS: Array<[name: string, count: number, windowMs: number]> = [
	['5 per second', 5, 1_000],
	['10 per second', 10, 1_000],
	['100 per 10 s', 100, 10_000],
	['60 per minute', 60, 60_000],
	['600 per minute', 600, 60_000],
];

const KINDS: Array<
	[name: string, create: (count: number, windowMs: number, phase: number) => Check]
> = [
	['aligned window', alignedWindow],
	['free window', freeWindow],
	['sliding window', slidingWindow],
	['token bucket', tokenBucket],
];

const quota = (check: Check, isTold: boolean): Service => ({
	arrives(now) {
		const ms = check(now);
		if (ms === undefined) return undefined;
		return isTold ? { retryAfterMs: wholeSeconds(ms) } : {};
	},
	done() {},
});

function atMostOpen(most: number, isTold: boolean): Service {
	let open = 0;
	return {
		arrives() {
			if (open >= most) return isTold ? { retryAfterMs: 1_000 } : {};
			open++;
			return undefined;
		},
		done() {
			open--;
		},
	};
}

export const MODELS: Model[] = [
	{ name: 'no quota', processes: 1, create: () => ({ arrives: () => undefined, done() {} }) },
	...KINDS.flatMap(([kind, create]) =>
		QUOTAS.map(([size, count, windowMs]) => ({
			name: `${kind}, ${size}`,
			windowMs: create === tokenBucket ? undefined : windowMs,
			processes: 1,
			create: (phase: number) => quota(create(count, windowMs, phase), true),
		})),
	),
	...KINDS.flatMap(([kind, create]) =>
		QUOTAS.filter(([, count]) => count === 10 || count === 100).map(([size, count, windowMs]) => ({
			name: `${kind}, ${size}, no Retry-After`,
			windowMs: create === tokenBucket ? undefined : windowMs,
			processes: 1,
			create: (phase: number) => quota(create(count, windowMs, phase), false),
		})),
	),
	...[2, 4].flatMap((processes) =>
		QUOTAS.filter(([, count]) => count === 10 || count === 100).map(([size, count, windowMs]) => ({
			name: `aligned window, ${size}, ${processes} processes`,
			windowMs,
			processes,
			create: (phase: number) => quota(alignedWindow(count, windowMs, phase), true),
		})),
	),
	...[4, 10].flatMap((most) =>
		[true, false].map((isTold) => ({
			name: `at most ${most} open${isTold ? '' : ', no Retry-After'}`,
			processes: 1,
			create: () => atMostOpen(most, isTold),
		})),
	),
];
