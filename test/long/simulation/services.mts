/** Models of services, in virtual time (ms). */

export interface Model {
	name: string;
	kind: string;
	/** Whether it has a quota and says `Retry-After`, as the specification has it ("Limits"). */
	isSpecified: boolean;
	/** Processes that send at once, on one quota. */
	processes: number;
	/** A new service that has answered nothing yet. @param phase of its clock, from 0 to 1 */
	create(phase: number): Service;
}

export interface Service {
	/** A request arrives. @returns undefined if it is served, else what the 429 says */
	arrives(now: number): { retryAfterMs?: number } | undefined;
	done?(): void;
}

type Check = (now: number) => number | undefined;

/** `Retry-After` is in whole seconds, at least one. */
const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000)) * 1_000;

/** @param startOf when the window of a request begins that is in none */
function fixedWindow(count: number, windowMs: number, startOf: (now: number) => number): Check {
	let from = -Infinity;
	let spent = 0;
	return (now) => {
		if (now >= from + windowMs) [from, spent] = [startOf(now), 0];
		return ++spent > count ? from + windowMs - now : undefined;
	};
}

const freeWindow = (count: number, windowMs: number) => fixedWindow(count, windowMs, (now) => now);

function alignedWindow(count: number, windowMs: number, phase: number): Check {
	const before = phase * windowMs;
	const startOf = (now: number) => now - ((now + before) % windowMs);
	return fixedWindow(count, windowMs, startOf);
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

const SIZES: Array<[name: string, count: number, windowMs: number]> = [
	['5 per second', 5, 1_000],
	['10 per second', 10, 1_000],
	['100 per 10 s', 100, 10_000],
	['60 per minute', 60, 60_000],
	['600 per minute', 600, 60_000],
];
/** For the models that are a variation of another. */
const TWO_SIZES = SIZES.slice(1, 3);

const KINDS: Array<
	[name: string, create: (count: number, windowMs: number, phase: number) => Check]
> = [
	['Quota by the clock', alignedWindow],
	['Quota from the first request on', freeWindow],
	['Quota in any stretch of time', slidingWindow],
	['Token bucket', tokenBucket],
];

/** A model that is not as the specification has it, for one process. */
const model = (kind: string, name: string, create: Model['create']): Model => ({
	name,
	kind,
	isSpecified: false,
	processes: 1,
	create,
});

const ofQuota = (
	[name, create]: (typeof KINDS)[number],
	sizes: typeof SIZES,
	{ kind = name, isSpecified = true, processes = 1 }: Partial<Model> = {},
): Model[] =>
	sizes.map(([size, count, windowMs]) => ({
		...model(kind, `${name}, ${size}`, (phase) => {
			const check = create(count, windowMs, phase);
			return {
				arrives(now) {
					const ms = check(now);
					return ms === undefined ? ms : isSpecified ? { retryAfterMs: wholeSeconds(ms) } : {};
				},
			};
		}),
		isSpecified,
		processes,
	}));

/** As it is reported: 5 requests a second and 100 a minute, and each 429 says to wait for ten seconds. */
const twoQuotas = model('Two quotas at once, Retry-After: 10', 'Two quotas at once', (phase) => {
	const checks = [alignedWindow(5, 1_000, phase), alignedWindow(100, 60_000, phase)];
	const isRefused = (now: number) => checks.some((check) => check(now) !== undefined);
	return { arrives: (now) => (isRefused(now) ? { retryAfterMs: 10_000 } : undefined) };
});

function ofOpen(most: number, isTold: boolean): Model {
	const name = `At most ${most} open${isTold ? '' : ', without Retry-After'}`;
	return model('At most 4 or 10 requests open', name, () => {
		let open = 0;
		return {
			arrives() {
				if (open >= most) return isTold ? { retryAfterMs: 1_000 } : {};
				open++;
				return undefined;
			},
			done: () => void open--,
		};
	});
}

export const MODELS: Model[] = [
	...KINDS.flatMap((kind) => ofQuota(kind, SIZES)),
	...[2, 4].flatMap((processes) =>
		ofQuota(KINDS[0]!, TWO_SIZES, { kind: 'Quota shared by 2 or 4 processes', processes }),
	),
	...KINDS.flatMap((kind) =>
		ofQuota(kind, TWO_SIZES, { kind: 'Quota, without Retry-After', isSpecified: false }),
	),
	twoQuotas,
	...[4, 10].flatMap((most) => [ofOpen(most, true), ofOpen(most, false)]),
	model('No quota', 'No quota', () => ({ arrives: () => undefined })),
];
