import fc from 'fast-check';
import {
	type Answered,
	createLane,
	isWait,
	type Lane,
	type Place,
} from '../../../../nodes/MerchantData/service/limiter/limiter.ts';

const ok: Answered = { as: 'accepted' };
const limited = (retryAfterMs?: number): Answered => ({ as: 'rateLimited', retryAfterMs });
const MIB = 2 ** 20;

/** Lets in and sends as many as the lane takes now, at most `most`. */
function sendAll(lane: Lane, now: number, most = 100, maxParallelRequests = 16): Place[] {
	const places: Place[] = [];
	while (places.length < most) {
		const admission = lane.admit(now, maxParallelRequests);
		if (isWait(admission)) break;
		lane.sent(admission, now, 0);
		places.push(admission);
	}
	return places;
}

const answerAll = (lane: Lane, places: Place[], now: number, how: Answered = ok) =>
	places.map((place) => lane.answered(place, now, how, 0.5));

/** Why the lane takes no more. */
const waits = (lane: Lane, now: number) => lane.admit(now, 16);

describe('what is in flight', () => {
	it('is twelve at first, or three quarters of what the first execution may send, where that is more', () => {
		expect(sendAll(createLane(), 0, 100, 1)).toHaveLength(12);
		expect(sendAll(createLane(), 0, 100, 17)).toHaveLength(12);
		const lane = createLane();
		expect(sendAll(lane, 0, 100, 18)).toHaveLength(13);
		expect(lane.admit(0, 40)).toEqual({ for: 'limit', ms: Infinity });
	});

	it('grows with each accepted answer while it is full', () => {
		const lane = createLane();
		const first = sendAll(lane, 0, 100, 40);
		expect(first).toHaveLength(30);
		for (const place of first.slice(0, 6)) {
			lane.answered(place, 100, ok, 0);
			expect(sendAll(lane, 100)).toHaveLength(2);
		}
		expect(waits(lane, 100)).toEqual({ for: 'limit', ms: Infinity });
	});

	it('does not grow where fewer are asked for', () => {
		const lane = createLane();
		for (let now = 0; now < 2_000; now += 100) answerAll(lane, sendAll(lane, now, 8), now + 50);
		expect(sendAll(lane, 2_000)).toHaveLength(12);
	});

	it('that was halved grows back with every accepted answer', () => {
		const lane = createLane();
		answerAll(lane, sendAll(lane, 0), 100, { as: 'overloaded' });
		for (let now = 200; now < 1_400; now += 100) answerAll(lane, sendAll(lane, now, 1), now + 50);
		expect(sendAll(lane, 2_000)).toHaveLength(12);
	});

	it('is halved once per round trip by a service that is overloaded, down to one', () => {
		const lane = createLane();
		const first = sendAll(lane, 0);
		answerAll(lane, first, 100, { as: 'overloaded' });
		const second = sendAll(lane, 200);
		expect(second).toHaveLength(6);
		for (let now = 300, open = second; now < 800; now += 100) {
			answerAll(lane, open, now, { as: 'overloaded' });
			open = sendAll(lane, now + 50);
		}
		expect(waits(lane, 900)).toEqual({ for: 'limit', ms: Infinity });
	});

	it('holds 8 MiB of bodies, or one that is larger', () => {
		const lane = createLane();
		const huge = waits(lane, 0) as Place;
		lane.sent(huge, 0, 9 * MIB);
		expect(waits(lane, 0)).toEqual({ for: 'bodies', ms: Infinity });
		lane.leave(huge);
		const [half, other] = [waits(lane, 0) as Place, waits(lane, 0) as Place];
		lane.sent(half, 0, 4 * MIB);
		lane.sent(other, 0, 4 * MIB);
		expect(isWait(waits(lane, 0))).toBe(true);
		lane.sent(half, 0, 3 * MIB);
		expect(isWait(waits(lane, 0))).toBe(false);
	});

	it('gives a place back once', () => {
		const lane = createLane();
		const [place, ...others] = sendAll(lane, 0);
		lane.leave(place!);
		lane.leave(place!);
		expect(lane.answered(place!, 0, limited(1_000), 0)).toBeUndefined();
		expect(others.length + sendAll(lane, 0).length).toBe(12);
	});
});

describe('a refusal', () => {
	it.each([
		['the time it names', 3_000, 3_000],
		['an hour at most', 86_400_000, 3_600_000],
		['backoff where it names none', undefined, 750],
		['backoff where it names none that can be waited', 0, 750],
	])('closes the lane for %s', (_, retryAfterMs, ms) => {
		const lane = createLane();
		const [place] = sendAll(lane, 0, 1);
		expect(lane.answered(place!, 100, limited(retryAfterMs), 0.5)).toBe(ms);
		expect(waits(lane, 200)).toEqual({ for: 'quota', ms: ms - 100 });
	});

	it('of the same burst only extends the gate', () => {
		const lane = createLane();
		const [a, b, c] = sendAll(lane, 0, 3);
		expect(lane.answered(a!, 10, limited(2_000), 0)).toBe(2_000);
		expect(lane.answered(b!, 20, limited(4_000), 0)).toBeUndefined();
		expect(lane.answered(c!, 30, limited(2_000), 0)).toBeUndefined();
		expect(waits(lane, 2_020)).toEqual({ for: 'quota', ms: 2_000 });
	});

	it('of a request that was let in before and went out while it was closed extends the gate', () => {
		const lane = createLane();
		const [early] = sendAll(lane, 0, 1);
		const late = waits(lane, 0) as Place;
		expect(lane.answered(early!, 10, limited(2_000), 0)).toBe(2_000);
		lane.sent(late, 500, 0);
		expect(lane.answered(late, 550, limited(3_000), 0)).toBeUndefined();
		expect(waits(lane, 1_550)).toEqual({ for: 'quota', ms: 2_000 });
	});

	it('of the only request leaves the lane closed for its time, however short', () => {
		const lane = createLane();
		const [place] = sendAll(lane, 0, 1);
		expect(lane.answered(place!, 10, limited(1_000), 0)).toBe(1_000);
		expect(waits(lane, 1_009)).toEqual({ for: 'quota', ms: 1 });
		expect(isWait(waits(lane, 1_010))).toBe(false);
	});
});

describe('a quota that was learned', () => {
	it('is kept, without another refusal, for as long as it is not worth a try', () => {
		const lane = createLane();
		const log: number[] = [];
		let refusals = 0;
		let open: Array<{ place: Place; at: number }> = [];
		for (let now = 0; now < 60_000; now += 10) {
			for (const { place, at } of open.filter((one) => one.at <= now - 100)) {
				const recent = log.filter((time) => time > at - 10_000).length;
				if (recent < 20) log.push(at);
				else refusals++;
				const retryAfterMs = Math.ceil(((log.at(-20) ?? 0) + 10_000 - at) / 1_000) * 1_000;
				lane.answered(place, now, recent < 20 ? ok : limited(retryAfterMs), 0);
			}
			open = open.filter((one) => one.at > now - 100);
			open.push(...sendAll(lane, now).map((place) => ({ place, at: now })));
		}
		expect(log.length).toBeGreaterThanOrEqual(100);
		expect(refusals).toBeLessThan(24);
	});
});

describe('rate-limit headers', () => {
	const left = (requests: number | string, reset: number | string = 30): Answered => ({
		as: 'accepted',
		headers: { 'ratelimit-remaining': `${requests}`, 'ratelimit-reset': `${reset}` },
	});

	it('hold the lane back once nothing is left, until the quota is whole, a minute at most', () => {
		for (const [reset, ms] of [
			[30, 30_000],
			[3_000, 60_000],
		] as const) {
			const lane = createLane();
			answerAll(lane, sendAll(lane, 0, 1), 0, left(2, reset));
			expect(sendAll(lane, 0)).toHaveLength(2);
			expect(waits(lane, 1_000)).toEqual({ for: 'quota', ms: ms - 1_000 });
			expect(isWait(waits(lane, ms))).toBe(false);
		}
	});

	it('count what is in flight', () => {
		const lane = createLane();
		const [first, second] = sendAll(lane, 0, 4);
		lane.answered(first!, 10, left(4), 0);
		expect(sendAll(lane, 10)).toHaveLength(1);
		lane.answered(second!, 10, left(4), 0);
		expect(sendAll(lane, 10)).toHaveLength(1);
	});

	it('are not believed again where none is left right after the quota was to be whole', () => {
		const lane = createLane();
		answerAll(lane, sendAll(lane, 0, 1), 0, left(0));
		answerAll(lane, sendAll(lane, 30_000, 1), 30_000, left(0));
		expect(sendAll(lane, 30_000)).toHaveLength(12);
	});

	it('are believed on, where some were left when the quota was to be whole', () => {
		const lane = createLane();
		answerAll(lane, sendAll(lane, 0, 1), 0, left(1, 1));
		const [, second] = sendAll(lane, 2_000, 2);
		lane.answered(second!, 2_000, left(0), 0);
		expect(waits(lane, 2_000)).toEqual({ for: 'quota', ms: 30_000 });
	});

	it('never let more through', () => {
		const lane = createLane();
		answerAll(lane, sendAll(lane, 0, 1), 0, left(10_000));
		expect(sendAll(lane, 0)).toHaveLength(12);
	});
});

describe('what was learned', () => {
	it('has faded once the lane has been idle for ten minutes, not while it is closed or in use', () => {
		const lane = createLane();
		const [place] = sendAll(lane, 0, 1);
		expect(lane.isFaded(10_000_000)).toBe(false);
		answerAll(lane, [place!], 1_000, limited(1_200_000));
		expect(lane.isFaded(1_200_999)).toBe(false);
		expect(lane.isFaded(2_500_000)).toBe(true);
		const used = createLane();
		answerAll(used, sendAll(used, 0, 1), 1_000);
		expect(used.isFaded(600_999)).toBe(false);
		expect(used.isFaded(601_000)).toBe(true);
	});
});

describe('a service that counts', () => {
	/** A service in steps of 10 ms that answers after 200 ms, and refuses after 50 ms. */
	function serve(lane: Lane, untilMs: number, refuses: (open: number, now: number) => number) {
		let open: Array<{ place: Place; end: number; how: Answered }> = [];
		const accepted: number[] = [];
		const refused: number[] = [];
		for (let now = 0; now < untilMs; now += 10) {
			for (const { place, how } of open.filter(({ end }) => end <= now))
				lane.answered(place, now, how, 0.5);
			open = open.filter(({ end }) => end > now);
			for (let place = sendAll(lane, now, 1)[0]; place; place = sendAll(lane, now, 1)[0]) {
				const served = open.filter(({ how }) => how.as === 'accepted').length;
				const waitMs = refuses(served, now);
				(waitMs > 0 ? refused : accepted).push(now);
				const how = waitMs > 0 ? limited(waitMs) : ok;
				open.push({ place, end: now + (waitMs > 0 ? 50 : 200), how });
			}
		}
		return { accepted, refused };
	}

	it('open requests is sent as many at once as it bears', () => {
		const { accepted, refused } = serve(createLane(), 60_000, (open) => (open < 4 ? 0 : 1_000));
		// 20 per second.
		expect(accepted.length).toBeGreaterThan(0.9 * 60 * 20);
		expect(refused.length).toBeLessThan(30);
	});

	it('requests per second is sent as many a second as it bears', () => {
		const times: number[] = [];
		const { accepted, refused } = serve(createLane(), 60_000, (_, now) => {
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
		how: fc.constantFrom<Answered | 'leave'>(
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

	it('the bodies and what the service asks for are kept, and the lane opens within an hour', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
				const lane = createLane();
				const open: Place[] = [];
				let now = 0;
				let opensAt = 0;
				for (const { afterMs, bytes, how, which } of steps) {
					now += afterMs;
					const admission = waits(lane, now);
					if (isWait(admission)) {
						expect(admission.ms).toBeGreaterThan(0);
						if (admission.for === 'quota') expect(admission.ms).toBeLessThanOrEqual(3_600_000);
					} else {
						const total = open.reduce((sum, place) => sum + place.bytes, 0);
						expect(total).toBeLessThan(8 * MIB);
						lane.sent(admission, now, bytes);
						open.push(admission);
						expect(now).toBeGreaterThanOrEqual(opensAt);
					}
					const [place] = open.splice(which % Math.max(1, open.length), 1);
					if (!place) continue;
					if (how === 'leave') lane.leave(place);
					else {
						const closedMs = lane.answered(place, now, how, 0.5);
						if (closedMs !== undefined) opensAt = now + closedMs;
					}
				}
				for (const place of open) lane.leave(place);
				let hours = 0;
				for (let wait = waits(lane, now); isWait(wait); wait = waits(lane, now)) {
					expect(wait.ms).toBeLessThanOrEqual(3_600_000);
					now += wait.ms;
					expect(++hours).toBeLessThan(5);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
