import {
	type Bounds,
	createBounds,
	type Request,
	type Tries,
} from '../../../../nodes/MerchantData/service/limiter/learnedLimits.ts';

/** Sends requests as a lane does, and answers them. */
function newLane(bounds: Bounds = createBounds()) {
	const open: Request[] = [];
	const take = (request: Request, now: number) => {
		request.endedAt = now;
		open.splice(open.indexOf(request), 1);
	};
	const next = (now: number) => bounds.triedNext(now, open.length);
	/** Lets one in, which is not sent yet. */
	function letIn(now: number): Request | undefined {
		const tries = next(now);
		if (typeof tries === 'object') return undefined;
		const request: Request = { letInAt: now, at: now, endedAt: Infinity, isSent: false, tries };
		bounds.letIn(request);
		open.push(request);
		return request;
	}
	function send(now: number): Request | undefined {
		const request = letIn(now);
		if (request) bounds.sent(request, now);
		return request;
	}
	return {
		bounds,
		open,
		next,
		letIn,
		send,
		giveBack(request: Request, now: number) {
			take(request, now);
			bounds.giveBack(request);
		},
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

type Lane = ReturnType<typeof newLane>;

/** One is answered, and as many are sent as go then. */
const turn = (lane: Lane, now: number) => {
	lane.accept(now, lane.open[0]!);
	return lane.sendAll(now);
};
/** So many turns, until more are sent than were answered. */
function untilTry(lane: Lane, from: number): [turns: number, now: number] {
	for (let turns = 1; turns < 500; turns++) {
		const now = from + turns * 10;
		if (turn(lane, now).length > 1) return [turns, now];
	}
	throw new Error('nothing was tried');
}

const triesOf = (requests: Request[]): Array<Tries | undefined> =>
	requests.map(({ tries }) => tries);
/** What so many requests try that are within what is known. */
const known = (count: number) => Array<Tries | undefined>(count).fill(undefined);
const QUOTA = { for: 'quota' };
const FULL = { for: 'limit', ms: Infinity };

it('bounds nothing before the first refusal', () => {
	const lane = newLane();
	expect(triesOf(lane.sendAll(0))).toEqual(known(16));
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

it('measures the window from the first request since the lane opened', () => {
	const lane = newLane();
	lane.sendAll(0, 2);
	lane.sendAll(3_900, 2);
	lane.refuse(4_000, 6_000, lane.open[3]!);
	expect(lane.bounds.windowMs).toBe(10_000);
	lane.sendAll(20_050, 1);
	lane.sendAll(23_000, 1);
	lane.refuse(23_050, 12_000, lane.open[3]!);
	expect(lane.bounds.windowMs).toBe(15_000);
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
		lane.accept(115, lane.open[0]!);
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
		expect(triesOf(sent)).toEqual([...known(6), 'window']);
	});

	it('counts them where that one was sent in the millisecond of the refusal, too', () => {
		const lane = refused();
		lane.accept(50, ...lane.open.slice(0, 2));
		lane.refuse(100, 1_000, lane.send(50)!);
		expect(triesOf(lane.sendAll(1_100))).toEqual([...known(6), 'window']);
	});

	it('closes anew where that one is refused when the second is over', () => {
		const lane = refused();
		lane.accept(990, ...lane.open.slice(0, 2));
		expect(lane.refuse(1_050, 1_000, lane.send(1_000)!)).toEqual([1_000]);
	});

	it('tells no other window by refusing that one, nor others after it', () => {
		const lane = refused();
		lane.accept(990, ...lane.open.slice(0, 2));
		lane.refuse(1_040, 1_000, lane.send(1_000)!);
		expect(lane.bounds.windowMs).toBe(1_000);
		lane.refuse(1_045, 1_000, lane.open[0]!);
		expect(lane.bounds.windowMs).toBe(1_000);
	});

	it('is believed to bear what was served, whatever it still refuses while that one is under way', () => {
		const lane = refused();
		lane.accept(100, ...lane.open.slice(0, 2));
		const scout = lane.send(110)!;
		lane.refuse(120, 1_000, lane.open[0]!);
		lane.refuse(150, 1_000, scout);
		expect(triesOf(lane.sendAll(1_150, 5))).toEqual(known(5));
	});

	it('is measured anew from that one on, where it is served', () => {
		const lane = refused();
		lane.accept(990, ...lane.open.slice(0, 2));
		lane.accept(1_040, lane.send(1_000)!);
		const [, second] = lane.sendAll(2_000, 2);
		lane.refuse(2_100, 1_000, second!);
		expect(lane.bounds.windowMs).toBe(2_000);
	});

	it.each<[string, number, (lane: Lane) => void]>([
		['does not count what was sent after it', 2, (lane) => lane.sendAll(40, 1)],
		['counts what was answered since', 2, (lane) => lane.accept(40, lane.open[1]!)],
		['does not count what was answered before', 1, (lane) => lane.accept(20, lane.open[1]!)],
	])('bears as many as were open when it looked at what it refused: %s', (_, most, meanwhile) => {
		const lane = newLane();
		const [first] = lane.sendAll(0, 3);
		meanwhile(lane);
		lane.refuse(50, 1_000, first!);
		lane.accept(900, ...lane.open.slice());
		expect(lane.sendAll(1_050)).toHaveLength(most + 1);
		expect(triesOf(lane.open)).toEqual([...known(most), 'open']);
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
		// Four rounds of six; the first was answered before.
		expect(untilTry(lane, 2_200)[0]).toBe(23);
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

	it('is tried with one more after four rounds, and after twice as many once that is refused', () => {
		const lane = ofFour();
		const [turns, now] = untilTry(lane, 200);
		// Four rounds of four; the first was answered before.
		expect(turns).toBe(15);
		expect(lane.open.at(-1)!.tries).toBe('open');
		lane.refuse(now + 5, 1_000, lane.open.at(-1)!);
		lane.accept(now + 10, ...lane.open.slice(0, 2));
		lane.accept(now + 20, lane.send(now + 10)!);
		lane.sendAll(now + 20);
		const [more] = untilTry(lane, now + 20);
		expect(more).toBe(31);
	});

	it('is sent one more from then on where that is served', () => {
		const lane = ofFour();
		const [, now] = untilTry(lane, 200);
		lane.accept(now + 100, lane.open.at(-1)!);
		lane.sendAll(now + 100);
		expect(lane.open).toHaveLength(5);
		expect(lane.next(now + 100)).toEqual(FULL);
	});

	it('is not tried because of what is answered while fewer are open', () => {
		const lane = ofFour();
		lane.accept(200, ...lane.open.slice(0, 2));
		for (let now = 210; now < 700; now += 10) {
			lane.send(now);
			lane.accept(now, lane.open[0]!);
		}
		lane.sendAll(700);
		expect(lane.open).toHaveLength(4);
		expect(lane.next(700)).toEqual(FULL);
	});

	it('bears what it bore, where others are refused with the one that went too far', () => {
		const lane = ofFour();
		const [, now] = untilTry(lane, 200);
		lane.refuse(now + 5, 1_000, lane.open.at(-1)!);
		lane.refuse(now + 6, 1_000, lane.open[0]!);
		expect(triesOf(lane.sendAll(now + 1_010))).toEqual([undefined]);
		expect(lane.open).toHaveLength(4);
	});

	it('is tried with one more later, where it refused one more and then what it bore', () => {
		const lane = ofFour();
		const reopen = (at: number) => {
			lane.accept(at, ...lane.open.slice(0, 2));
			lane.accept(at + 10, lane.send(at)!);
			lane.sendAll(at + 10);
		};
		const [, now] = untilTry(lane, 200);
		lane.refuse(now + 5, 1_000, lane.open.at(-1)!);
		reopen(now + 10);
		lane.refuse(now + 25, 1_000, lane.open.at(-1)!);
		reopen(now + 30);
		expect(lane.open).toHaveLength(3);
		// Sixteen rounds of three; the first was answered before.
		expect(untilTry(lane, now + 40)[0]).toBe(47);
	});

	it('is counted by the window, and tried at once, where it takes none in the place of another', () => {
		const lane = ofFour();
		const [, now] = untilTry(lane, 200);
		lane.refuse(now + 5, 1_000, lane.open.at(-1)!);
		lane.accept(now + 10, ...lane.open.slice(0, 2));
		lane.refuse(now + 20, 1_000, lane.send(now + 10)!);
		lane.accept(now + 30, ...lane.open.slice());
		expect(triesOf(lane.sendAll(now + 1_020)).at(-1)).toBe('window');
	});

	it('is sent one less where it refuses what it bore, however many are open', () => {
		const lane = ofFour();
		const [, now] = untilTry(lane, 200);
		lane.refuse(now + 5, undefined, lane.open.at(-1)!);
		const fifth = lane.send(now + 755)!;
		expect(fifth.tries).toBe('gate');
		expect(lane.next(now + 805)).toEqual(FULL);
		lane.refuse(now + 900, 1_000, fifth);
		lane.accept(now + 1_900, lane.open[0]!);
		expect(lane.open).toHaveLength(3);
		expect(lane.next(now + 1_900)).toEqual(FULL);
	});

	it('is sent no more than that where nothing is answered before it opens', () => {
		const lane = ofFour();
		lane.refuse(250, 1_000, lane.open[3]!);
		expect(lane.next(1_250)).toEqual(FULL);
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

	/**
	 * Serves ten in ten seconds, one after the other, in 20 ms each.
	 * @returns the windows between its refusals
	 */
	function serve(lane: Lane, until: number): number[] {
		const servedAt: number[] = [];
		const refusedAt: number[] = [];
		for (let now = 10_050; now < until; now += 20) {
			const request = lane.send(now);
			if (!request) continue;
			const waitMs = (servedAt.at(-10) ?? -Infinity) + 10_000 - now;
			if (waitMs > 0) {
				refusedAt.push(now);
				lane.refuse(now + 20, waitMs, request);
			} else {
				servedAt.push(now);
				lane.accept(now + 20, request);
			}
		}
		return refusedAt.slice(1).map((at, index) => Math.round((at - refusedAt[index]!) / 10_000));
	}

	it('is sent nine, then one at a time', () => {
		const lane = ofTen();
		const sent = lane.sendAll(10_050);
		expect(triesOf(sent)).toEqual([...known(9), 'window']);
		expect(lane.next(10_060)).toMatchObject(QUOTA);
		lane.accept(10_070, sent[9]!);
		expect(lane.send(10_070)!.tries).toBe('window');
	});

	it('is sent what was borne from then on', () => {
		const lane = ofTen();
		lane.accept(10_070, ...lane.sendAll(10_050));
		lane.accept(10_090, lane.send(10_070)!);
		expect(triesOf(lane.sendAll(30_000))).toEqual([...known(10), 'window']);
	});

	it('is sent one more a window after it refused that, to the millisecond', () => {
		const lane = ofTen();
		lane.accept(15_010, ...lane.sendAll(15_000));
		lane.refuse(15_020, 2_000, lane.send(15_010)!);
		expect(lane.next(25_019)).toEqual({ for: 'quota', ms: 31 });
		expect(lane.next(25_020)).toBe('window');
	});

	it('has a longer window where it asks for longer after one more', () => {
		const lane = ofTen();
		lane.accept(10_070, ...lane.sendAll(10_050));
		lane.refuse(10_100, 15_000, lane.send(10_070)!);
		expect(lane.bounds.windowMs).toBe(15_000);
	});

	it('is waited for until the oldest has left the window, where it names no time after one more', () => {
		const lane = ofTen();
		lane.accept(10_070, ...lane.sendAll(10_050));
		expect(lane.refuse(10_100, undefined, lane.send(10_070)!)).toEqual([10_000]);
	});

	it('counts what was let in, unless that was given back and had not been sent', () => {
		const lane = ofTen();
		const places = Array.from({ length: 9 }, () => lane.letIn(10_050)!);
		expect(lane.next(10_050)).toBe('window');
		lane.giveBack(places[0]!, 10_060);
		expect(lane.next(10_060)).toBeUndefined();
		const sent = lane.send(10_060)!;
		lane.giveBack(sent, 10_070);
		expect(lane.next(10_070)).toBe('window');
	});

	it('is sent one more after a window, and after ever more windows where that is refused', () => {
		expect(serve(ofTen(), 700_000)).toEqual([1, 3, 7, 15, 15, 15]);
	});

	it('is tried sooner, not at once, where it bears less than was known', () => {
		const lane = ofTen();
		// It is to be tried after fifteen windows.
		serve(lane, 600_000);
		const sent = lane.sendAll(650_000);
		expect(triesOf(sent)).toEqual(known(10));
		lane.accept(650_010, ...sent.slice(0, 5));
		lane.refuse(650_050, 10_000, ...sent.slice(5));
		lane.accept(680_040, ...lane.sendAll(680_000));
		expect(lane.next(680_040)).toMatchObject(QUOTA);
		expect(triesOf(lane.sendAll(694_000))).toEqual([...known(5), 'window']);
	});

	it('is tried at once where it refuses others with one more: it bears less than was known', () => {
		const lane = ofTen();
		lane.accept(10_070, ...lane.sendAll(10_050));
		lane.refuse(10_100, 10_000, lane.send(10_070)!);
		lane.accept(20_160, ...lane.sendAll(20_150).slice(5));
		const scout = lane.send(20_160)!;
		expect(scout.tries).toBe('window');
		lane.refuse(20_200, 10_000, scout, ...lane.open.slice(0, 5));
		expect(triesOf(lane.sendAll(30_250))).toEqual([...known(5), 'window']);
	});

	it('is sent no more than it bore for a while, where one more was refused', () => {
		const lane = ofTen();
		lane.accept(10_070, ...lane.sendAll(10_050));
		lane.refuse(10_100, 10_000, lane.send(10_070)!);
		const second = lane.sendAll(20_150);
		expect(triesOf(second).slice(0, 9)).toEqual(known(9));
		lane.accept(20_170, ...second);
		const third = lane.send(20_170)!;
		lane.refuse(20_200, 10_000, third);
		lane.sendAll(30_250);
		expect(triesOf(lane.open)).toEqual(known(10));
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

	/** Ten are sent, and four refused; six are open. */
	function refused() {
		const lane = newLane();
		const sent = lane.sendAll(5_000, 10);
		lane.refuse(5_050, undefined, ...sent.slice(6));
		expect(lane.bounds.closedUntil).toBe(5_800);
		return lane;
	}

	it('is sent one request after each backoff, and then as many at once as it bore', () => {
		const lane = refused();
		const scout = lane.send(5_800)!;
		expect(scout.tries).toBe('gate');
		lane.refuse(5_850, undefined, scout);
		expect(lane.send(7_350)!.tries).toBe('gate');
		expect(lane.next(7_424)).toEqual({ for: 'quota', ms: 1 });
		// It was not refused in time: as many may be open as before, and one more is tried.
		expect(lane.next(7_425)).toBe('open');
		lane.accept(7_430, lane.open[0]!);
		expect(lane.next(7_430)).toBe('open');
		lane.accept(7_430, lane.open[0]!);
		expect(lane.next(7_430)).toBeUndefined();
	});

	it('is sent no more in a window because of the one after the backoff', () => {
		const lane = newLane();
		lane.accept(40, ...lane.sendAll(0, 5));
		lane.refuse(50, undefined, lane.send(45)!);
		lane.accept(850, lane.send(800)!);
		expect(triesOf(lane.sendAll(3_000))).toEqual([...known(5), 'window']);
	});

	it.each([
		[10, 50],
		[100, 150],
		[600, 900],
		[2_000, 1_000],
	])(
		'and refuses after %d ms is believed to serve what it has not refused after %d',
		(took, ms) => {
			const lane = newLane();
			lane.refuse(5_000 + took, undefined, lane.send(5_000)!);
			const now = lane.bounds.closedUntil;
			lane.send(now);
			expect(lane.next(now + ms - 1)).toEqual({ for: 'quota', ms: 1 });
			expect(lane.next(now + ms)).not.toBe('gate');
		},
	);

	it.each([0, 50])('is not believed to serve again because of what was let in at %d', (at) => {
		const lane = newLane();
		const [first] = lane.sendAll(0, 1);
		const second = lane.send(at)!;
		lane.refuse(50, undefined, first!);
		lane.accept(60, second);
		expect(lane.next(800)).toBe('gate');
	});

	it.each([0, 50])('closes the lane once for all that was let in until then, as at %d', (at) => {
		const lane = newLane();
		const [first] = lane.sendAll(0, 1);
		const second = lane.send(at)!;
		lane.refuse(50, undefined, first!);
		lane.refuse(60, undefined, second);
		expect(lane.bounds.closedUntil).toBe(800);
	});

	it('has the shortest backoff again once it has served something', () => {
		const lane = newLane();
		lane.refuse(50, 3_000, lane.send(0)!);
		lane.accept(3_100, lane.send(3_050)!);
		expect(lane.refuse(9_050, undefined, lane.send(9_000)!)).toEqual([750]);
	});

	it('waits on for the scout until it was sent, and lets another go where it never was', () => {
		const lane = refused();
		const scout = lane.letIn(5_800)!;
		expect(lane.next(9_000)).toEqual({ for: 'quota', ms: 75 });
		lane.giveBack(lane.open[0]!, 9_000);
		expect(lane.next(9_000)).toEqual({ for: 'quota', ms: 75 });
		lane.giveBack(scout, 9_000);
		expect(lane.next(9_000)).toBe('gate');
	});
});
