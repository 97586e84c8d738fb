import {
	createBounds,
	type Gate,
	type Request,
} from '../../../nodes/MerchantData/transport/bounds.ts';

/** Bounds of a lane that has sent so many at the time 0, of which the last was refused. */
function refusedOnce(count: number, { waitMs = 1_000, burst = 1 } = {}) {
	const bounds = createBounds();
	const request = (at: number, more: Partial<Request> = {}): Request => {
		const made = { at, openThen: 1, wasFull: true, isAhead: false, ...more };
		bounds.spend(made);
		return made;
	};
	const gateAt = (now: number, ms = waitMs): Gate => ({
		closedAt: now,
		until: now + ms,
		isTold: true,
		isEarly: false,
	});
	const all = Array.from({ length: count }, (_, index) => request(index, { openThen: index + 1 }));
	const gate = gateAt(50);
	bounds.refused(all.pop()!, 50, count - 1, gate);
	for (let more = 1; more < burst; more++) bounds.extended(all.pop()!, gate, true);
	return { bounds, request, gate, gateAt };
}

it('hold nothing back before the first refusal', () => {
	const bounds = createBounds();
	expect(bounds.atMost).toBe(Infinity);
	expect(bounds.windowMs).toBeUndefined();
	expect([bounds.isGuess, bounds.mayBeOpen]).toEqual([false, false]);
	expect([bounds.waitMs(0), bounds.isBeyond(0), bounds.isAhead(0)]).toEqual([0, false, false]);
	bounds.accepted({ at: 0, openThen: 1, wasFull: true, isAhead: false }, 1, {
		closedAt: 0,
		until: 0,
		isTold: true,
		isEarly: false,
	});
	expect(bounds.atMost).toBe(Infinity);
});

describe('after the first refusal', () => {
	it('as few may be open as the service bore, and the window is a guess', () => {
		const { bounds } = refusedOnce(8, { burst: 4 });
		expect(bounds.atMost).toBe(4);
		expect(bounds.windowMs).toBe(1_000);
		expect([bounds.isGuess, bounds.mayBeOpen]).toEqual([true, true]);
		expect(bounds.waitMs(60)).toBe(0);
		expect(bounds.isAhead(60)).toBe(false);
	});

	it('one may always be open', () => {
		expect(refusedOnce(1).bounds.atMost).toBe(1);
		expect(refusedOnce(3, { burst: 3 }).bounds.atMost).toBe(1);
	});

	it('the first request beyond what that window bore is told', () => {
		const { bounds, gate } = refusedOnce(8, { burst: 4 });
		bounds.served(2_000, gate);
		const beyond = Array.from({ length: 7 }, () => bounds.isBeyond(2_001));
		expect(beyond).toEqual([false, false, false, false, true, false, false]);
	});
});

describe('who goes on without a refusal', () => {
	it('far beyond what a window would bear was not counted per window', () => {
		const { bounds, request, gate } = refusedOnce(8, { burst: 4 });
		bounds.served(2_000, gate);
		for (let index = 0; index < 9; index++) bounds.accepted(request(2_010), 2_100, gate);
		expect([bounds.isGuess, bounds.mayBeOpen]).toEqual([false, true]);
		expect(bounds.windowMs).toBeUndefined();
		expect(bounds.atMost).toBe(4);
	});

	it('slower than the window has it may open one more', () => {
		const { bounds, request, gate } = refusedOnce(8, { burst: 4 });
		bounds.served(2_000, gate);
		for (let now = 2_500; now <= 4_000; now += 500) bounds.accepted(request(now), now, gate);
		expect(bounds.atMost).toBe(5);
		expect(bounds.isGuess).toBe(true);
	});
});

describe('a second refusal', () => {
	it('after as many requests as before: they are counted per window', () => {
		const { bounds, request, gate, gateAt } = refusedOnce(8, { burst: 4 });
		bounds.served(2_000, gate);
		for (let index = 0; index < 4; index++) request(2_000 + index);
		bounds.refused(request(2_010, { openThen: 4 }), 2_060, 3, gateAt(2_060));
		expect(bounds.atMost).toBe(Infinity);
		expect([bounds.isGuess, bounds.mayBeOpen]).toEqual([false, false]);
		expect(bounds.waitMs(2_070)).toBeGreaterThan(900);
		expect(bounds.isAhead(2_070)).toBe(true);
		expect(bounds.isBeyond(2_070)).toBe(true);
	});

	it('of one more than before, slower than the window has it: the open ones are counted', () => {
		const { bounds, request, gate, gateAt } = refusedOnce(8, { burst: 4 });
		bounds.served(2_000, gate);
		for (let now = 2_500; now <= 4_000; now += 500) bounds.accepted(request(now), now, gate);
		bounds.refused(request(5_900, { openThen: 5 }), 5_950, 4, gateAt(5_950));
		expect([bounds.isGuess, bounds.mayBeOpen]).toEqual([false, true]);
		expect(bounds.atMost).toBe(4);
		expect(bounds.windowMs).toBeUndefined();
	});

	it('after fewer than before, with as many open: fewer may be open, once', () => {
		const { bounds, request, gate, gateAt } = refusedOnce(20, { burst: 10 });
		bounds.served(2_000, gate);
		const second = gateAt(2_060);
		bounds.refused(request(2_010, { openThen: 10 }), 2_060, 9, second);
		expect(bounds.atMost).toBe(9);
		expect(bounds.isGuess).toBe(true);
		bounds.served(4_000, second);
		bounds.refused(request(4_010, { openThen: 9 }), 4_060, 8, gateAt(4_060));
		expect(bounds.isGuess).toBe(false);
		expect(bounds.atMost).toBe(8);
		expect(bounds.windowMs).toBe(1_000);
	});
});

describe('where the open ones are counted', () => {
	/** A service that bears four at once, which is known. */
	function fourOpen() {
		const made = refusedOnce(8, { burst: 4 });
		made.bounds.served(2_000, made.gate);
		const accept = (now: number, count: number, gate = made.gate) => {
			for (let index = 0; index < count; index++)
				made.bounds.accepted(made.request(now), now, gate);
		};
		accept(2_100, 9);
		return { ...made, accept };
	}

	it('one more may be open after twenty times the wait, and again after a round trip', () => {
		const { bounds, accept } = fourOpen();
		accept(21_049, 10);
		expect(bounds.atMost).toBe(4);
		accept(21_050, 1);
		expect(bounds.atMost).toBe(5);
		accept(21_100, 4);
		expect(bounds.atMost).toBe(5);
		accept(21_100, 1);
		expect(bounds.atMost).toBe(6);
	});

	it('that one is taken back where it is refused, for twice as long', () => {
		const { bounds, accept, request, gateAt } = fourOpen();
		accept(21_050, 4);
		const gate = gateAt(21_100);
		bounds.refused(request(21_060, { openThen: 2 }), 21_100, 2, gate);
		expect(bounds.atMost).toBe(4);
		bounds.served(22_200, gate);
		accept(62_099, 10, gate);
		expect(bounds.atMost).toBe(4);
		accept(62_100, 1, gate);
		expect(bounds.atMost).toBe(5);
	});

	it('a refusal with none open starts anew', () => {
		const { bounds, request, gateAt } = fourOpen();
		bounds.refused(request(3_000), 3_050, 0, gateAt(3_050));
		expect(bounds.isGuess).toBe(true);
		expect(bounds.windowMs).toBe(2_000);
	});
});
