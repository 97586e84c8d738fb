import fc from 'fast-check';
import {
	createLimiter,
	type Limiter,
} from '../../../../nodes/MerchantData/service/limiter/limiter.ts';
import {
	type Ended,
	isWait,
	type Permit,
} from '../../../../nodes/MerchantData/service/limiter/permit.ts';

const ok: Ended = { as: 'accepted' };
const limited = (retryAfterMs?: number): Ended => ({ as: 'rateLimited', retryAfterMs });
const MIB = 2 ** 20;

/** Lets in and sends as many as the limiter takes now, at most `most`. */
function sendAll(limiter: Limiter, now: number, most = 100, maxParallelRequests = 16): Permit[] {
	const permits: Permit[] = [];
	while (permits.length < most) {
		const admission = limiter.acquire(now, { order: 0, maxParallelRequests });
		if (isWait(admission)) break;
		limiter.sent(admission, now, 0);
		permits.push(admission);
	}
	return permits;
}

const answerAll = (limiter: Limiter, permits: Permit[], now: number, how: Ended = ok) =>
	permits.map((permit) => limiter.answered(permit, now, how, 0.5));

/** Why the limiter takes no more. */
const waits = (limiter: Limiter, now: number) =>
	limiter.acquire(now, { order: 0, maxParallelRequests: 16 });

describe('what is in flight', () => {
	it('is twelve at first, or three quarters of what the first execution may send, where that is more', () => {
		expect(sendAll(createLimiter(), 0, 100, 1)).toHaveLength(12);
		expect(sendAll(createLimiter(), 0, 100, 17)).toHaveLength(12);
		const limiter = createLimiter();
		expect(sendAll(limiter, 0, 100, 18)).toHaveLength(13);
		expect(limiter.acquire(0, { order: 0, maxParallelRequests: 40 })).toEqual({
			for: 'limit',
			ms: Infinity,
		});
	});

	it('grows with each accepted answer while it is full', () => {
		const limiter = createLimiter();
		const first = sendAll(limiter, 0, 100, 40);
		expect(first).toHaveLength(30);
		for (const permit of first.slice(0, 6)) {
			limiter.answered(permit, 100, ok, 0);
			expect(sendAll(limiter, 100)).toHaveLength(2);
		}
		expect(waits(limiter, 100)).toEqual({ for: 'limit', ms: Infinity });
	});

	it('does not grow where fewer are asked for', () => {
		const limiter = createLimiter();
		for (let now = 0; now < 2_000; now += 100)
			answerAll(limiter, sendAll(limiter, now, 8), now + 50);
		expect(sendAll(limiter, 2_000)).toHaveLength(12);
	});

	it('that was halved grows back with every accepted answer', () => {
		const limiter = createLimiter();
		answerAll(limiter, sendAll(limiter, 0), 100, { as: 'overloaded' });
		for (let now = 200; now < 1_400; now += 100)
			answerAll(limiter, sendAll(limiter, now, 1), now + 50);
		expect(sendAll(limiter, 2_000)).toHaveLength(12);
	});

	it('is halved once per round trip by a service that is overloaded, down to one', () => {
		const limiter = createLimiter();
		const first = sendAll(limiter, 0);
		answerAll(limiter, first, 100, { as: 'overloaded' });
		const second = sendAll(limiter, 200);
		expect(second).toHaveLength(6);
		for (let now = 300, open = second; now < 800; now += 100) {
			answerAll(limiter, open, now, { as: 'overloaded' });
			open = sendAll(limiter, now + 50);
		}
		expect(waits(limiter, 900)).toEqual({ for: 'limit', ms: Infinity });
	});

	it('holds 8 MiB of bodies, or one that is larger', () => {
		const limiter = createLimiter();
		const huge = waits(limiter, 0) as Permit;
		limiter.sent(huge, 0, 9 * MIB);
		expect(waits(limiter, 0)).toEqual({ for: 'bodies', ms: Infinity });
		limiter.release(huge);
		const [half, other] = [waits(limiter, 0) as Permit, waits(limiter, 0) as Permit];
		limiter.sent(half, 0, 4 * MIB);
		limiter.sent(other, 0, 4 * MIB);
		expect(isWait(waits(limiter, 0))).toBe(true);
		limiter.sent(half, 0, 3 * MIB);
		expect(isWait(waits(limiter, 0))).toBe(false);
	});

	it('gives a permit back once', () => {
		const limiter = createLimiter();
		const [permit, ...others] = sendAll(limiter, 0);
		limiter.release(permit!);
		limiter.release(permit!);
		expect(limiter.answered(permit!, 0, limited(1_000), 0)).toBeUndefined();
		expect(others.length + sendAll(limiter, 0).length).toBe(12);
	});
});

describe('a refusal', () => {
	it.each([
		['the time it names', 3_000, 3_000],
		['an hour at most', 86_400_000, 3_600_000],
		['backoff where it names none', undefined, 750],
		['backoff where it names none that can be waited', 0, 750],
	])('closes the limiter for %s', (_, retryAfterMs, ms) => {
		const limiter = createLimiter();
		const [permit] = sendAll(limiter, 0, 1);
		expect(limiter.answered(permit!, 100, limited(retryAfterMs), 0.5)).toBe(ms);
		expect(waits(limiter, 200)).toEqual({ for: 'quota', ms: ms - 100 });
	});

	it('of the same burst only extends the cool-down', () => {
		const limiter = createLimiter();
		const [a, b, c] = sendAll(limiter, 0, 3);
		expect(limiter.answered(a!, 10, limited(2_000), 0)).toBe(2_000);
		expect(limiter.answered(b!, 20, limited(4_000), 0)).toBeUndefined();
		expect(limiter.answered(c!, 30, limited(2_000), 0)).toBeUndefined();
		expect(waits(limiter, 2_020)).toEqual({ for: 'quota', ms: 2_000 });
	});

	it('of a request that was given its permit before and was sent during the cool-down extends it', () => {
		const limiter = createLimiter();
		const [early] = sendAll(limiter, 0, 1);
		const late = waits(limiter, 0) as Permit;
		expect(limiter.answered(early!, 10, limited(2_000), 0)).toBe(2_000);
		limiter.sent(late, 500, 0);
		expect(limiter.answered(late, 550, limited(3_000), 0)).toBeUndefined();
		expect(waits(limiter, 1_550)).toEqual({ for: 'quota', ms: 2_000 });
	});

	it('of the only request leaves the limiter closed for its time, however short', () => {
		const limiter = createLimiter();
		const [permit] = sendAll(limiter, 0, 1);
		expect(limiter.answered(permit!, 10, limited(1_000), 0)).toBe(1_000);
		expect(waits(limiter, 1_009)).toEqual({ for: 'quota', ms: 1 });
		expect(isWait(waits(limiter, 1_010))).toBe(false);
	});
});

describe('a quota that was learned', () => {
	it('is kept, without another refusal, for as long as it is not worth a try', () => {
		const limiter = createLimiter();
		const log: number[] = [];
		let refusals = 0;
		let open: Array<{ permit: Permit; at: number }> = [];
		for (let now = 0; now < 60_000; now += 10) {
			for (const { permit, at } of open.filter((one) => one.at <= now - 100)) {
				const recent = log.filter((time) => time > at - 10_000).length;
				if (recent < 20) log.push(at);
				else refusals++;
				const retryAfterMs = Math.ceil(((log.at(-20) ?? 0) + 10_000 - at) / 1_000) * 1_000;
				limiter.answered(permit, now, recent < 20 ? ok : limited(retryAfterMs), 0);
			}
			open = open.filter((one) => one.at > now - 100);
			open.push(...sendAll(limiter, now).map((permit) => ({ permit, at: now })));
		}
		expect(log.length).toBeGreaterThanOrEqual(100);
		expect(refusals).toBeLessThan(24);
	});
});

describe('rate-limit headers', () => {
	const left = (requests: number | string, reset: number | string = 30): Ended => ({
		as: 'accepted',
		headers: { 'ratelimit-remaining': `${requests}`, 'ratelimit-reset': `${reset}` },
	});

	it('hold the limiter back once nothing is left, until the quota is whole, a minute at most', () => {
		for (const [reset, ms] of [
			[30, 30_000],
			[3_000, 60_000],
		] as const) {
			const limiter = createLimiter();
			answerAll(limiter, sendAll(limiter, 0, 1), 0, left(2, reset));
			expect(sendAll(limiter, 0)).toHaveLength(2);
			expect(waits(limiter, 1_000)).toEqual({ for: 'quota', ms: ms - 1_000 });
			expect(isWait(waits(limiter, ms))).toBe(false);
		}
	});

	it('count what is in flight', () => {
		const limiter = createLimiter();
		const [first, second] = sendAll(limiter, 0, 4);
		limiter.answered(first!, 10, left(4), 0);
		expect(sendAll(limiter, 10)).toHaveLength(1);
		limiter.answered(second!, 10, left(4), 0);
		expect(sendAll(limiter, 10)).toHaveLength(1);
	});

	it('are not believed again where none is left right after the quota was to be whole', () => {
		const limiter = createLimiter();
		answerAll(limiter, sendAll(limiter, 0, 1), 0, left(0));
		answerAll(limiter, sendAll(limiter, 30_000, 1), 30_000, left(0));
		expect(sendAll(limiter, 30_000)).toHaveLength(12);
	});

	it('are believed on, where some were left when the quota was to be whole', () => {
		const limiter = createLimiter();
		answerAll(limiter, sendAll(limiter, 0, 1), 0, left(1, 1));
		const [, second] = sendAll(limiter, 2_000, 2);
		limiter.answered(second!, 2_000, left(0), 0);
		expect(waits(limiter, 2_000)).toEqual({ for: 'quota', ms: 30_000 });
	});

	it('never let more through', () => {
		const limiter = createLimiter();
		answerAll(limiter, sendAll(limiter, 0, 1), 0, left(10_000));
		expect(sendAll(limiter, 0)).toHaveLength(12);
	});
});

describe('what was learned', () => {
	it('has faded once the limiter has been idle for ten minutes, not while it is closed or in use', () => {
		const limiter = createLimiter();
		const [permit] = sendAll(limiter, 0, 1);
		expect(limiter.isFaded(10_000_000)).toBe(false);
		answerAll(limiter, [permit!], 1_000, limited(1_200_000));
		expect(limiter.isFaded(1_200_999)).toBe(false);
		expect(limiter.isFaded(2_500_000)).toBe(true);
		const used = createLimiter();
		answerAll(used, sendAll(used, 0, 1), 1_000);
		expect(used.isFaded(600_999)).toBe(false);
		expect(used.isFaded(601_000)).toBe(true);
	});
});

describe('a service that counts', () => {
	/** A service in steps of 10 ms that answers after 200 ms, and refuses after 50 ms. */
	function serve(
		limiter: Limiter,
		untilMs: number,
		refuses: (open: number, now: number) => number,
	) {
		let open: Array<{ permit: Permit; end: number; how: Ended }> = [];
		const accepted: number[] = [];
		const refused: number[] = [];
		for (let now = 0; now < untilMs; now += 10) {
			for (const { permit, how } of open.filter(({ end }) => end <= now))
				limiter.answered(permit, now, how, 0.5);
			open = open.filter(({ end }) => end > now);
			for (let permit = sendAll(limiter, now, 1)[0]; permit; permit = sendAll(limiter, now, 1)[0]) {
				const served = open.filter(({ how }) => how.as === 'accepted').length;
				const waitMs = refuses(served, now);
				(waitMs > 0 ? refused : accepted).push(now);
				const how = waitMs > 0 ? limited(waitMs) : ok;
				open.push({ permit, end: now + (waitMs > 0 ? 50 : 200), how });
			}
		}
		return { accepted, refused };
	}

	it('open requests is sent as many at once as it accepts', () => {
		const { accepted, refused } = serve(createLimiter(), 60_000, (open) => (open < 4 ? 0 : 1_000));
		// 20 per second.
		expect(accepted.length).toBeGreaterThan(0.9 * 60 * 20);
		expect(refused.length).toBeLessThan(30);
	});

	it('requests per second is sent as many a second as it accepts', () => {
		const times: number[] = [];
		const { accepted, refused } = serve(createLimiter(), 60_000, (_, now) => {
			if ((times.at(-10) ?? -1_000) > now - 1_000) return 1_000;
			times.push(now);
			return 0;
		});
		expect(accepted.length).toBeGreaterThan(0.85 * 60 * 10);
		expect(refused.length).toBeLessThan(30);
	});
});

describe('whatever happens', () => {
	const step = fc.record({
		afterMs: fc.integer({ min: 0, max: 3_000 }),
		bytes: fc.constantFrom(0, 1, 5 * MIB, 9 * MIB),
		how: fc.constantFrom<Ended | 'leave'>(
			ok,
			ok,
			ok,
			{ as: 'other' },
			{ as: 'overloaded' },
			limited(2_000),
			limited(7_000),
			limited(1e12),
			{ as: 'accepted', headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '9999999999' } },
			'leave',
		),
		which: fc.nat(),
	});

	it('the bodies and what the service asks for are kept, and the limiter opens within an hour', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
				const limiter = createLimiter();
				const open: Permit[] = [];
				let now = 0;
				let opensAt = 0;
				for (const { afterMs, bytes, how, which } of steps) {
					now += afterMs;
					const admission = waits(limiter, now);
					if (isWait(admission)) {
						expect(admission.ms).toBeGreaterThan(0);
						if (admission.for === 'quota') expect(admission.ms).toBeLessThanOrEqual(3_600_000);
					} else {
						const total = open.reduce((sum, permit) => sum + permit.bytes, 0);
						expect(total).toBeLessThan(8 * MIB);
						limiter.sent(admission, now, bytes);
						open.push(admission);
						expect(now).toBeGreaterThanOrEqual(opensAt);
					}
					const [permit] = open.splice(which % Math.max(1, open.length), 1);
					if (!permit) continue;
					if (how === 'leave') limiter.release(permit);
					else {
						const closedMs = limiter.answered(permit, now, how, 0.5);
						if (closedMs !== undefined) opensAt = now + closedMs;
					}
				}
				for (const permit of open) limiter.release(permit);
				let hours = 0;
				for (let wait = waits(limiter, now); isWait(wait); wait = waits(limiter, now)) {
					expect(wait.ms).toBeLessThanOrEqual(3_600_000);
					now += wait.ms;
					expect(++hours).toBeLessThan(5);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
