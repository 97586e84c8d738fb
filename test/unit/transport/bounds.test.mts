import {
	type Bounds,
	createBounds,
	type Request,
	type Tries,
} from '../../../nodes/MerchantData/transport/bounds.ts';

/** Sends requests as a lane does, and answers them. */
function newLane(bounds: Bounds = createBounds()) {
	const open: Request[] = [];
	const take = (request: Request, now: number) => {
		request.endedAt = now;
		open.splice(open.indexOf(request), 1);
	};
	const next = (now: number) => bounds.triedNext(now, open.length);
	function send(now: number): Request | undefined {
		const tries = next(now);
		if (typeof tries === 'object') return undefined;
		const request: Request = { letInAt: now, at: now, endedAt: Infinity, isSent: false, tries };
		bounds.letIn(request);
		bounds.sent(request, now);
		open.push(request);
		return request;
	}
	return {
		bounds,
		open,
		next,
		send,
		/** As many as go now, at most `most`. */
		sendAll(now: number, most = 16) {
			const sent: Request[] = [];
			while (open.length < 16 && sent.length < most) {
				const request = send(now);
				if (!request) break;
				sent.push(request);
			}
			return sent;
		},
		accept(now: number, ...requests: Request[]) {
			for (const request of requests) {
				take(request, now);
				bounds.served(request, now);
				bounds.accepted(open.length);
			}
		},
		refuse(now: number, askedMs: number | undefined, ...requests: Request[]) {
			return requests.map((request) => {
				take(request, now);
				return bounds.refused(request, now, askedMs, 0.5);
			});
		},
	};
}

const triesOf = (requests: Request[]): Array<Tries | undefined> =>
	requests.map(({ tries }) => tries);
const QUOTA = { for: 'quota' };
const FULL = { for: 'place', ms: Infinity };

it('bounds nothing before the first refusal', () => {
	const lane = newLane();
	expect(triesOf(lane.sendAll(0))).toEqual(Array(16).fill(undefined));
	expect(lane.bounds.windowMs).toBe(0);
	expect(lane.bounds.closedUntil).toBe(-Infinity);
});

it('is closed for as long as the service asks, and says so once', () => {
	const lane = newLane();
	const [a, b] = lane.sendAll(0, 2);
	expect(lane.refuse(50, 3_000, a!, b!)).toEqual([3_000, undefined]);
	expect(lane.bounds.closedUntil).toBe(3_050);
	expect(lane.next(1_000)).toEqual({ for: 'quota', ms: 2_050 });
	expect(lane.next(3_050)).toBeUndefined();
});

describe('a service that asks for a second', () => {
	/** Ten are sent, and four refused; six are open. */
	function refused() {
		const lane = newLane();
		const sent = lane.sendAll(0, 10);
		expect(lane.refuse(50, 1_000, ...sent.slice(6))[0]).toBe(1_000);
		return lane;
	}

	it('is sent one request as soon as places are free, and no more until that is known to be served', () => {
		const lane = refused();
		expect(lane.next(60)).toEqual({ for: 'quota', ms: 990 });
		lane.accept(100, lane.open[0]!);
		expect(lane.next(100)).toEqual({ for: 'quota', ms: 950 });
		lane.accept(110, lane.open[0]!);
		const scout = lane.send(110)!;
		expect(scout.tries).toBe('place');
		expect(lane.next(120)).toEqual({ for: 'quota', ms: 65 });
	});

	it('counts open requests where that one is served: the lane opens, for as many', () => {
		const lane = refused();
		lane.accept(100, ...lane.open.slice(0, 2));
		const scout = lane.send(100)!;
		lane.accept(150, scout);
		expect(lane.bounds.closedUntil).toBe(150);
		lane.sendAll(150);
		expect(lane.open).toHaveLength(6);
		expect(lane.next(150)).toEqual(FULL);
		expect(lane.bounds.windowMs).toBe(1_000);
	});

	it('counts requests in a window where that one is refused too', () => {
		const lane = refused();
		lane.accept(100, ...lane.open.slice(0, 2));
		expect(lane.refuse(150, 1_000, lane.send(100)!)).toEqual([undefined]);
		expect(lane.next(1_149)).toEqual({ for: 'quota', ms: 1 });
		const sent = lane.sendAll(1_150);
		// As many as were served, and one to see whether more are.
		expect(triesOf(sent)).toEqual([...Array<undefined>(6).fill(undefined), 'window']);
	});

	it('is sent one more than were open, where its second is over before one of them is answered', () => {
		const lane = refused();
		const scout = lane.send(1_050)!;
		expect(scout.tries).toBe('open');
		expect(lane.next(1_124)).toMatchObject(QUOTA);
		// Not refused in time: it was not the open ones.
		expect(lane.next(1_125)).toBeUndefined();
		expect(lane.sendAll(1_125).length).toBeGreaterThan(2);
	});

	it('bears no more than were open, where that one is refused', () => {
		const lane = refused();
		lane.refuse(1_100, 1_000, lane.send(1_050)!);
		lane.accept(2_200, ...lane.open.slice(0, 1));
		expect(triesOf(lane.sendAll(2_200))).toEqual([undefined]);
		expect(lane.next(2_200)).toEqual(FULL);
	});

	it('is not tried where nothing was open when it refused', () => {
		const lane = newLane();
		lane.refuse(50, 1_000, lane.send(0)!);
		expect(lane.next(1_049)).toEqual({ for: 'quota', ms: 1 });
		expect(lane.send(1_050)!.tries).toBeUndefined();
	});

	it('that asks for longer is not tried', () => {
		const lane = newLane();
		const [a, ...others] = lane.sendAll(0, 10);
		lane.refuse(50, 1_001, a!);
		lane.accept(60, ...others);
		expect(lane.next(60)).toMatchObject(QUOTA);
	});
});

describe('a service that bears so many open requests', () => {
	/** It has refused a fifth, and served the next. */
	function ofFour() {
		const lane = newLane();
		const sent = lane.sendAll(0, 5);
		lane.refuse(50, 1_000, sent[4]!);
		lane.accept(100, ...lane.open.slice(0, 2));
		lane.accept(200, lane.send(100)!);
		lane.sendAll(200);
		expect(lane.open).toHaveLength(4);
		return lane;
	}
	/** One is answered, and one sent. */
	const turn = (lane: ReturnType<typeof newLane>, now: number) => {
		lane.accept(now, lane.open[0]!);
		return lane.sendAll(now);
	};
	function untilTry(lane: ReturnType<typeof newLane>, from: number): [turns: number, now: number] {
		for (let turns = 1; turns < 500; turns++) {
			if (turn(lane, from + turns * 10).length > 1) return [turns, from + turns * 10];
		}
		throw new Error('nothing was tried');
	}

	it('is tried with one more after four rounds, and after twice as many once that is refused', () => {
		const lane = ofFour();
		const [turns, now] = untilTry(lane, 200);
		expect(turns).toBeGreaterThan(10);
		expect(turns).toBeLessThanOrEqual(16);
		expect(lane.open.at(-1)!.tries).toBe('open');
		lane.refuse(now + 5, 1_000, lane.open.at(-1)!);
		lane.accept(now + 10, ...lane.open.slice(0, 2));
		lane.accept(now + 20, lane.send(now + 10)!);
		lane.sendAll(now + 20);
		const [more] = untilTry(lane, now + 20);
		expect(more).toBeGreaterThan(24);
		expect(more).toBeLessThanOrEqual(32);
	});

	it('is sent one more from then on where that is served', () => {
		const lane = ofFour();
		const [, now] = untilTry(lane, 200);
		lane.accept(now + 100, lane.open.at(-1)!);
		lane.sendAll(now + 100);
		expect(lane.open).toHaveLength(5);
		expect(lane.next(now + 100)).toEqual(FULL);
	});

	it('is sent one less where it refuses what it bore, and counted by the window the next time', () => {
		const lane = ofFour();
		lane.refuse(250, 1_000, lane.open[3]!);
		lane.accept(300, ...lane.open.slice(0, 2));
		lane.accept(350, lane.send(300)!);
		lane.sendAll(350);
		expect(lane.open).toHaveLength(3);
		lane.refuse(400, 1_000, lane.open[2]!);
		lane.accept(450, ...lane.open.slice());
		expect(lane.next(450)).toMatchObject(QUOTA);
	});
});

describe('a service that bears so many in a window', () => {
	/** Ten in ten seconds. */
	function ofTen() {
		const lane = newLane();
		const sent = lane.sendAll(0, 11);
		lane.refuse(50, 10_000, sent[10]!);
		lane.accept(100, ...sent.slice(0, 10));
		return lane;
	}

	it('is sent nine, then one at a time', () => {
		const lane = ofTen();
		const sent = lane.sendAll(10_050);
		expect(triesOf(sent)).toEqual([...Array<undefined>(9).fill(undefined), 'window']);
		expect(lane.next(10_060)).toMatchObject(QUOTA);
		lane.accept(10_070, sent[9]!);
		expect(lane.send(10_070)!.tries).toBe('window');
	});

	it('is sent no more than it bore for a while, where one more was refused', () => {
		const lane = ofTen();
		lane.accept(10_070, ...lane.sendAll(10_050));
		lane.refuse(10_100, 10_000, lane.send(10_070)!);
		const second = lane.sendAll(20_150);
		expect(triesOf(second).slice(0, 9)).toEqual(Array(9).fill(undefined));
		lane.accept(20_170, ...second);
		const third = lane.send(20_170)!;
		lane.refuse(20_200, 10_000, third);
		lane.sendAll(30_250);
		expect(triesOf(lane.open)).toEqual(Array(10).fill(undefined));
		expect(lane.next(30_250)).toMatchObject({ for: 'quota' });
	});

	it('is believed to be slower where it refuses several', () => {
		const lane = ofTen();
		const sent = lane.sendAll(10_050);
		lane.refuse(10_100, 10_000, ...sent.slice(5));
		lane.accept(10_100, ...lane.open.slice());
		const next = lane.sendAll(20_150);
		expect(next.filter(({ tries }) => tries === undefined)).toHaveLength(5);
	});
});

describe('a service that names no time', () => {
	it('is sent one request after the backoff, and others once that is known to be served', () => {
		const lane = newLane();
		expect(lane.refuse(50, undefined, lane.send(0)!)).toEqual([750]);
		const scout = lane.send(800)!;
		expect(scout.tries).toBe('gate');
		expect(lane.next(800)).toMatchObject(QUOTA);
		expect(lane.refuse(850, undefined, scout)).toEqual([1_500]);
		const again = lane.send(2_350)!;
		expect(again.tries).toBe('gate');
		lane.accept(2_400, again);
		expect(lane.next(2_400)).not.toBe('gate');
	});

	it('waits on for the scout until it was sent, and lets another go where it never was', () => {
		const { bounds, next } = newLane();
		const first: Request = {
			letInAt: 0,
			at: 0,
			endedAt: Infinity,
			isSent: true,
			tries: undefined,
		};
		bounds.letIn(first);
		first.endedAt = 50;
		bounds.refused(first, 50, undefined, 0.5);
		const scout: Request = {
			letInAt: 800,
			at: 800,
			endedAt: Infinity,
			isSent: false,
			tries: 'gate',
		};
		bounds.letIn(scout);
		expect(next(5_000)).toEqual({ for: 'quota', ms: 75 });
		bounds.giveBack(scout);
		expect(next(5_000)).toBe('gate');
	});
});
