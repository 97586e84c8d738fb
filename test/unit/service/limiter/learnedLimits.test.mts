import {
	createLearnedLimits,
	type LearnedLimits,
} from '../../../../nodes/MerchantData/service/limiter/learnedLimits.ts';
import type { Permit, Probe } from '../../../../nodes/MerchantData/service/limiter/permit.ts';

/** Sends requests as a traffic does, and answers them. */
function newTraffic(limits: LearnedLimits = createLearnedLimits()) {
	const open: Permit[] = [];
	const take = (request: Permit, now: number) => {
		request.endedAt = now;
		open.splice(open.indexOf(request), 1);
	};
	const next = (now: number) => limits.probeNext(now, open.length);
	/** Lets one in, which is not sent yet. */
	function letIn(now: number): Permit | undefined {
		const probe = next(now);
		if (typeof probe === 'object') return undefined;
		const request: Permit = {
			order: 0,
			acquiredAt: now,
			at: now,
			endedAt: Infinity,
			bytes: 0,
			isSent: false,
			isHeld: true,
			probe,
			endsHeaderLimit: false,
		};
		limits.acquired(request);
		open.push(request);
		return request;
	}
	function send(now: number): Permit | undefined {
		const request = letIn(now);
		if (request) limits.sent(Object.assign(request, { isSent: true, at: now }));
		return request;
	}
	return {
		limits,
		open,
		next,
		letIn,
		send,
		giveBack(request: Permit, now: number) {
			take(request, now);
			limits.givenBack(request);
		},
		/** As many as go now, at most `most`. */
		sendAll(now: number, most = 16) {
			const sent: Permit[] = [];
			while (open.length < 16 && sent.length < most) {
				const request = send(now);
				if (!request) break;
				sent.push(request);
			}
			return sent;
		},
		accept(now: number, ...requests: Permit[]) {
			for (const request of requests) {
				take(request, now);
				limits.served(request, now);
				limits.accepted(open.length);
			}
		},
		refuse(now: number, askedMs: number | undefined, ...requests: Permit[]) {
			return requests.map((request) => {
				take(request, now);
				return limits.refused(request, now, askedMs, 0.5);
			});
		},
	};
}

type Traffic = ReturnType<typeof newTraffic>;

/** One is answered, and as many are sent as go then. */
const turn = (traffic: Traffic, now: number) => {
	traffic.accept(now, traffic.open[0]!);
	return traffic.sendAll(now);
};
/** So many turns, until more are sent than were answered. */
function untilProbe(traffic: Traffic, from: number): [turns: number, now: number] {
	for (let turns = 1; turns < 500; turns++) {
		const now = from + turns * 10;
		if (turn(traffic, now).length > 1) return [turns, now];
	}
	throw new Error('nothing was tried');
}

const probesOf = (requests: Permit[]): Array<Probe | undefined> =>
	requests.map(({ probe }) => probe);
/** What so many requests try that are within what is known. */
const known = (count: number) => Array<Probe | undefined>(count).fill(undefined);
const QUOTA = { for: 'quota' };
const FULL = { for: 'limit', ms: Infinity };

it('limits nothing before the first refusal', () => {
	const traffic = newTraffic();
	expect(probesOf(traffic.sendAll(0))).toEqual(known(16));
	expect(traffic.limits.windowMs).toBe(0);
	expect(traffic.limits.coolsDownUntil).toBe(-Infinity);
});

it('is closed for as long as the service asks, and says so once', () => {
	const traffic = newTraffic();
	const [a, b] = traffic.sendAll(0, 2);
	expect(traffic.refuse(50, 3_000, a!, b!)).toEqual([3_000, undefined]);
	expect(traffic.limits.coolsDownUntil).toBe(3_050);
	expect(traffic.next(1_000)).toEqual({ for: 'quota', ms: 2_050 });
	expect(traffic.next(3_050)).toBeUndefined();
});

it('measures the window from the first request since the traffic opened', () => {
	const traffic = newTraffic();
	traffic.sendAll(0, 2);
	traffic.sendAll(3_900, 2);
	traffic.refuse(4_000, 6_000, traffic.open[3]!);
	expect(traffic.limits.windowMs).toBe(10_000);
	traffic.sendAll(20_050, 1);
	traffic.sendAll(23_000, 1);
	traffic.refuse(23_050, 12_000, traffic.open[3]!);
	expect(traffic.limits.windowMs).toBe(15_000);
});

describe('a service that asks for a second', () => {
	/** Ten are sent, and four refused; six are open. */
	function refused() {
		const traffic = newTraffic();
		const sent = traffic.sendAll(0, 10);
		expect(traffic.refuse(50, 1_000, ...sent.slice(6))[0]).toBe(1_000);
		return traffic;
	}

	it('is sent one request as soon as places are free, and no more until that is known to be served', () => {
		const traffic = refused();
		expect(traffic.next(60)).toEqual({ for: 'quota', ms: 990 });
		traffic.accept(100, traffic.open[0]!);
		expect(traffic.next(100)).toEqual({ for: 'quota', ms: 950 });
		traffic.accept(110, traffic.open[0]!);
		const probe = traffic.send(110)!;
		expect(probe.probe).toBe('early');
		traffic.accept(115, traffic.open[0]!);
		expect(traffic.next(120)).toEqual({ for: 'quota', ms: 65 });
	});

	it('counts open requests where that one is served: the traffic opens, for as many', () => {
		const traffic = refused();
		traffic.accept(100, ...traffic.open.slice(0, 2));
		const probe = traffic.send(100)!;
		traffic.accept(150, probe);
		expect(traffic.limits.coolsDownUntil).toBe(150);
		traffic.sendAll(150);
		expect(traffic.open).toHaveLength(6);
		expect(traffic.next(150)).toEqual(FULL);
		expect(traffic.limits.windowMs).toBe(1_000);
	});

	it('counts requests in a window where that one is refused too', () => {
		const traffic = refused();
		traffic.accept(100, ...traffic.open.slice(0, 2));
		expect(traffic.refuse(150, 1_000, traffic.send(100)!)).toEqual([undefined]);
		expect(traffic.next(1_149)).toEqual({ for: 'quota', ms: 1 });
		const sent = traffic.sendAll(1_150);
		// As many as were served, and one to see whether more are.
		expect(probesOf(sent)).toEqual([...known(6), 'window']);
	});

	it('counts them where that one was sent in the millisecond of the refusal, too', () => {
		const traffic = refused();
		traffic.accept(50, ...traffic.open.slice(0, 2));
		traffic.refuse(100, 1_000, traffic.send(50)!);
		expect(probesOf(traffic.sendAll(1_100))).toEqual([...known(6), 'window']);
	});

	it('closes anew where that one is refused when the second is over', () => {
		const traffic = refused();
		traffic.accept(990, ...traffic.open.slice(0, 2));
		expect(traffic.refuse(1_050, 1_000, traffic.send(1_000)!)).toEqual([1_000]);
	});

	it('tells no other window by refusing that one, nor others after it', () => {
		const traffic = refused();
		traffic.accept(990, ...traffic.open.slice(0, 2));
		traffic.refuse(1_040, 1_000, traffic.send(1_000)!);
		expect(traffic.limits.windowMs).toBe(1_000);
		traffic.refuse(1_045, 1_000, traffic.open[0]!);
		expect(traffic.limits.windowMs).toBe(1_000);
	});

	it('is believed to accept what was served, whatever it still refuses while that one is under way', () => {
		const traffic = refused();
		traffic.accept(100, ...traffic.open.slice(0, 2));
		const probe = traffic.send(110)!;
		traffic.refuse(120, 1_000, traffic.open[0]!);
		traffic.refuse(150, 1_000, probe);
		expect(probesOf(traffic.sendAll(1_150, 5))).toEqual(known(5));
	});

	it('is measured anew from that one on, where it is served', () => {
		const traffic = refused();
		traffic.accept(990, ...traffic.open.slice(0, 2));
		traffic.accept(1_040, traffic.send(1_000)!);
		const [, second] = traffic.sendAll(2_000, 2);
		traffic.refuse(2_100, 1_000, second!);
		expect(traffic.limits.windowMs).toBe(2_000);
	});

	it.each<[string, number, (traffic: Traffic) => void]>([
		['does not count what was sent after it', 2, (traffic) => traffic.sendAll(40, 1)],
		['counts what was answered since', 2, (traffic) => traffic.accept(40, traffic.open[1]!)],
		[
			'does not count what was answered before',
			1,
			(traffic) => traffic.accept(20, traffic.open[1]!),
		],
	])('accepts as many as were open when it looked at what it refused: %s', (_, most, meanwhile) => {
		const traffic = newTraffic();
		const [first] = traffic.sendAll(0, 3);
		meanwhile(traffic);
		traffic.refuse(50, 1_000, first!);
		traffic.accept(900, ...traffic.open.slice());
		expect(traffic.sendAll(1_050)).toHaveLength(most + 1);
		expect(probesOf(traffic.open)).toEqual([...known(most), 'concurrency']);
	});

	it('is sent one more than were open, where its second is over before one of them is answered', () => {
		const traffic = refused();
		const probe = traffic.send(1_050)!;
		expect(probe.probe).toBe('concurrency');
		expect(traffic.next(1_124)).toMatchObject(QUOTA);
		// Not refused in time: it was not the open ones.
		expect(traffic.next(1_125)).toBeUndefined();
		expect(traffic.sendAll(1_125).length).toBeGreaterThan(2);
	});

	it('accepts no more than were open, where that one is refused', () => {
		const traffic = refused();
		traffic.refuse(1_100, 1_000, traffic.send(1_050)!);
		traffic.accept(2_200, ...traffic.open.slice(0, 1));
		expect(probesOf(traffic.sendAll(2_200))).toEqual([undefined]);
		expect(traffic.next(2_200)).toEqual(FULL);
		// Two rounds of six; the first was answered before.
		expect(untilProbe(traffic, 2_200)[0]).toBe(11);
	});

	it('is not tried where nothing was open when it refused', () => {
		const traffic = newTraffic();
		traffic.refuse(50, 1_000, traffic.send(0)!);
		expect(traffic.next(1_049)).toEqual({ for: 'quota', ms: 1 });
		expect(traffic.send(1_050)!.probe).toBeUndefined();
	});

	it('that asks for longer is not tried', () => {
		const traffic = newTraffic();
		const [a, ...others] = traffic.sendAll(0, 10);
		traffic.refuse(50, 1_001, a!);
		traffic.accept(60, ...others);
		expect(traffic.next(60)).toMatchObject(QUOTA);
	});
});

describe('a service that accepts so many open requests', () => {
	/** It has refused a fifth, and served the next. */
	function ofFour() {
		const traffic = newTraffic();
		const sent = traffic.sendAll(0, 5);
		traffic.refuse(50, 1_000, sent[4]!);
		traffic.accept(100, ...traffic.open.slice(0, 2));
		traffic.accept(200, traffic.send(100)!);
		traffic.sendAll(200);
		expect(traffic.open).toHaveLength(4);
		return traffic;
	}

	it('is tried with one more after two rounds, and after twice as many once that is refused', () => {
		const traffic = ofFour();
		const [turns, now] = untilProbe(traffic, 200);
		// Two rounds of four; the first was answered before.
		expect(turns).toBe(7);
		expect(traffic.open.at(-1)!.probe).toBe('concurrency');
		traffic.refuse(now + 5, 1_000, traffic.open.at(-1)!);
		traffic.accept(now + 10, ...traffic.open.slice(0, 2));
		traffic.accept(now + 20, traffic.send(now + 10)!);
		traffic.sendAll(now + 20);
		const [more] = untilProbe(traffic, now + 20);
		expect(more).toBe(15);
	});

	it('is sent one more from then on where that is served', () => {
		const traffic = ofFour();
		const [, now] = untilProbe(traffic, 200);
		traffic.accept(now + 100, traffic.open.at(-1)!);
		traffic.sendAll(now + 100);
		expect(traffic.open).toHaveLength(5);
		expect(traffic.next(now + 100)).toEqual(FULL);
	});

	it('is not tried because of what is answered while fewer are open', () => {
		const traffic = ofFour();
		traffic.accept(200, ...traffic.open.slice(0, 2));
		for (let now = 210; now < 700; now += 10) {
			traffic.send(now);
			traffic.accept(now, traffic.open[0]!);
		}
		traffic.sendAll(700);
		expect(traffic.open).toHaveLength(4);
		expect(traffic.next(700)).toEqual(FULL);
	});

	it('is sent as much as before, where others are refused with the one that went too far', () => {
		const traffic = ofFour();
		const [, now] = untilProbe(traffic, 200);
		traffic.refuse(now + 5, 1_000, traffic.open.at(-1)!);
		traffic.refuse(now + 6, 1_000, traffic.open[0]!);
		expect(probesOf(traffic.sendAll(now + 1_010))).toEqual([undefined]);
		expect(traffic.open).toHaveLength(4);
	});

	it('is tried with one more later, where it refused one more and then what it accepted', () => {
		const traffic = ofFour();
		const reopen = (at: number) => {
			traffic.accept(at, ...traffic.open.slice(0, 2));
			traffic.accept(at + 10, traffic.send(at)!);
			traffic.sendAll(at + 10);
		};
		const [, now] = untilProbe(traffic, 200);
		traffic.refuse(now + 5, 1_000, traffic.open.at(-1)!);
		reopen(now + 10);
		traffic.refuse(now + 25, 1_000, traffic.open.at(-1)!);
		reopen(now + 30);
		expect(traffic.open).toHaveLength(3);
		// Eight rounds of three; the first was answered before.
		expect(untilProbe(traffic, now + 40)[0]).toBe(23);
	});

	it('is counted by the window, and tried at once, where it takes none in the place of another', () => {
		const traffic = ofFour();
		const [, now] = untilProbe(traffic, 200);
		traffic.refuse(now + 5, 1_000, traffic.open.at(-1)!);
		traffic.accept(now + 10, ...traffic.open.slice(0, 2));
		traffic.refuse(now + 20, 1_000, traffic.send(now + 10)!);
		traffic.accept(now + 30, ...traffic.open.slice());
		expect(probesOf(traffic.sendAll(now + 1_020)).at(-1)).toBe('window');
	});

	it('is sent one less where it refuses what it accepted, however many are open', () => {
		const traffic = ofFour();
		const [, now] = untilProbe(traffic, 200);
		traffic.refuse(now + 5, undefined, traffic.open.at(-1)!);
		const fifth = traffic.send(now + 755)!;
		expect(fifth.probe).toBe('coolDown');
		expect(traffic.next(now + 805)).toEqual(FULL);
		traffic.refuse(now + 900, 1_000, fifth);
		traffic.accept(now + 1_900, traffic.open[0]!);
		expect(traffic.open).toHaveLength(3);
		expect(traffic.next(now + 1_900)).toEqual(FULL);
	});

	it('is sent no more than that where nothing is answered before it opens', () => {
		const traffic = ofFour();
		traffic.refuse(250, 1_000, traffic.open[3]!);
		expect(traffic.next(1_250)).toEqual(FULL);
	});

	it('is sent one less where it refuses what it accepted, and counted by the window the next time', () => {
		const traffic = ofFour();
		traffic.refuse(250, 1_000, traffic.open[3]!);
		traffic.accept(300, ...traffic.open.slice(0, 2));
		traffic.accept(350, traffic.send(300)!);
		traffic.sendAll(350);
		expect(traffic.open).toHaveLength(3);
		traffic.refuse(400, 1_000, traffic.open[2]!);
		traffic.accept(450, ...traffic.open.slice());
		expect(traffic.next(450)).toMatchObject(QUOTA);
	});
});

describe('a service that accepts so many in a window', () => {
	/** Ten in ten seconds. */
	function ofTen() {
		const traffic = newTraffic();
		const sent = traffic.sendAll(0, 11);
		traffic.refuse(50, 10_000, sent[10]!);
		traffic.accept(100, ...sent.slice(0, 10));
		return traffic;
	}

	/**
	 * Serves ten in ten seconds, one after the other, in 20 ms each.
	 * @returns the windows between its refusals
	 */
	function serve(traffic: Traffic, until: number): number[] {
		const servedAt: number[] = [];
		const refusedAt: number[] = [];
		for (let now = 10_050; now < until; now += 20) {
			const request = traffic.send(now);
			if (!request) continue;
			const waitMs = (servedAt.at(-10) ?? -Infinity) + 10_000 - now;
			if (waitMs > 0) {
				refusedAt.push(now);
				traffic.refuse(now + 20, waitMs, request);
			} else {
				servedAt.push(now);
				traffic.accept(now + 20, request);
			}
		}
		return refusedAt.slice(1).map((at, index) => Math.round((at - refusedAt[index]!) / 10_000));
	}

	it('is sent nine, then one at a time', () => {
		const traffic = ofTen();
		const sent = traffic.sendAll(10_050);
		expect(probesOf(sent)).toEqual([...known(9), 'window']);
		expect(traffic.next(10_060)).toMatchObject(QUOTA);
		traffic.accept(10_070, sent[9]!);
		expect(traffic.send(10_070)!.probe).toBe('window');
	});

	it('is sent what was borne from then on', () => {
		const traffic = ofTen();
		traffic.accept(10_070, ...traffic.sendAll(10_050));
		traffic.accept(10_090, traffic.send(10_070)!);
		expect(probesOf(traffic.sendAll(30_000))).toEqual([...known(10), 'window']);
	});

	it('is sent one more a window after it refused that, to the millisecond', () => {
		const traffic = ofTen();
		traffic.accept(15_010, ...traffic.sendAll(15_000));
		traffic.refuse(15_020, 2_000, traffic.send(15_010)!);
		expect(traffic.next(25_019)).toEqual({ for: 'quota', ms: 31 });
		expect(traffic.next(25_020)).toBe('window');
	});

	it('is waited for until the oldest has left the window, where it names no time after one more', () => {
		const traffic = ofTen();
		traffic.accept(10_070, ...traffic.sendAll(10_050));
		expect(traffic.refuse(10_100, undefined, traffic.send(10_070)!)).toEqual([10_000]);
	});

	it('counts what was let in, unless that was given back and had not been sent', () => {
		const traffic = ofTen();
		const permits = Array.from({ length: 9 }, () => traffic.letIn(10_050)!);
		expect(traffic.next(10_050)).toBe('window');
		traffic.giveBack(permits[0]!, 10_060);
		expect(traffic.next(10_060)).toBeUndefined();
		const sent = traffic.send(10_060)!;
		traffic.giveBack(sent, 10_070);
		expect(traffic.next(10_070)).toBe('window');
	});

	it('is sent one more after a window, and after ever more windows where that is refused', () => {
		expect(serve(ofTen(), 700_000)).toEqual([1, 3, 7, 15, 15, 15]);
	});

	it('is tried sooner, not at once, where it accepts less than was known', () => {
		const traffic = ofTen();
		// It is to be tried after fifteen windows.
		serve(traffic, 600_000);
		const sent = traffic.sendAll(650_000);
		expect(probesOf(sent)).toEqual(known(10));
		traffic.accept(650_010, ...sent.slice(0, 5));
		traffic.refuse(650_050, 10_000, ...sent.slice(5));
		traffic.accept(680_040, ...traffic.sendAll(680_000));
		expect(traffic.next(680_040)).toMatchObject(QUOTA);
		expect(probesOf(traffic.sendAll(694_000))).toEqual([...known(5), 'window']);
	});

	it('is tried at once where it refuses others with one more: it accepts less than was known', () => {
		const traffic = ofTen();
		traffic.accept(10_070, ...traffic.sendAll(10_050));
		traffic.refuse(10_100, 10_000, traffic.send(10_070)!);
		traffic.accept(20_160, ...traffic.sendAll(20_150).slice(5));
		const probe = traffic.send(20_160)!;
		expect(probe.probe).toBe('window');
		traffic.refuse(20_200, 10_000, probe, ...traffic.open.slice(0, 5));
		expect(probesOf(traffic.sendAll(30_250))).toEqual([...known(5), 'window']);
	});

	it('is sent no more than it accepted for a while, where one more was refused', () => {
		const traffic = ofTen();
		traffic.accept(10_070, ...traffic.sendAll(10_050));
		traffic.refuse(10_100, 10_000, traffic.send(10_070)!);
		const second = traffic.sendAll(20_150);
		expect(probesOf(second).slice(0, 9)).toEqual(known(9));
		traffic.accept(20_170, ...second);
		const third = traffic.send(20_170)!;
		traffic.refuse(20_200, 10_000, third);
		traffic.sendAll(30_250);
		expect(probesOf(traffic.open)).toEqual(known(10));
		expect(traffic.next(30_250)).toMatchObject({ for: 'quota' });
	});

	it('is believed to be slower where it refuses several', () => {
		const traffic = ofTen();
		const sent = traffic.sendAll(10_050);
		traffic.refuse(10_100, 10_000, ...sent.slice(5));
		traffic.accept(10_100, ...traffic.open.slice());
		const next = traffic.sendAll(20_150);
		expect(next.filter(({ probe }) => probe === undefined)).toHaveLength(5);
	});
});

describe('a service that names no time', () => {
	it('is sent one request after the backoff, and others once that is known to be served', () => {
		const traffic = newTraffic();
		expect(traffic.refuse(50, undefined, traffic.send(0)!)).toEqual([750]);
		const probe = traffic.send(800)!;
		expect(probe.probe).toBe('coolDown');
		expect(traffic.next(800)).toMatchObject(QUOTA);
		expect(traffic.refuse(850, undefined, probe)).toEqual([1_500]);
		const again = traffic.send(2_350)!;
		expect(again.probe).toBe('coolDown');
		traffic.accept(2_400, again);
		expect(traffic.next(2_400)).not.toBe('coolDown');
	});

	/** Ten are sent, and four refused; six are open. */
	function refused() {
		const traffic = newTraffic();
		const sent = traffic.sendAll(5_000, 10);
		traffic.refuse(5_050, undefined, ...sent.slice(6));
		expect(traffic.limits.coolsDownUntil).toBe(5_800);
		return traffic;
	}

	it('is sent one request after each backoff, and then as many at once as it accepted', () => {
		const traffic = refused();
		const probe = traffic.send(5_800)!;
		expect(probe.probe).toBe('coolDown');
		traffic.refuse(5_850, undefined, probe);
		expect(traffic.send(7_350)!.probe).toBe('coolDown');
		expect(traffic.next(7_424)).toEqual({ for: 'quota', ms: 1 });
		// It was not refused in time: as many may be open as before, and one more is tried.
		expect(traffic.next(7_425)).toBe('concurrency');
		traffic.accept(7_430, traffic.open[0]!);
		expect(traffic.next(7_430)).toBe('concurrency');
		traffic.accept(7_430, traffic.open[0]!);
		expect(traffic.next(7_430)).toBeUndefined();
	});

	it('is sent no more in a window because of the one after the backoff', () => {
		const traffic = newTraffic();
		traffic.accept(40, ...traffic.sendAll(0, 5));
		traffic.refuse(50, undefined, traffic.send(45)!);
		traffic.accept(850, traffic.send(800)!);
		expect(probesOf(traffic.sendAll(3_000))).toEqual([...known(5), 'window']);
	});

	it.each([
		[10, 50],
		[100, 150],
		[600, 900],
		[2_000, 1_000],
	])(
		'and refuses after %d ms is believed to serve what it has not refused after %d',
		(took, ms) => {
			const traffic = newTraffic();
			traffic.refuse(5_000 + took, undefined, traffic.send(5_000)!);
			const now = traffic.limits.coolsDownUntil;
			traffic.send(now);
			expect(traffic.next(now + ms - 1)).toEqual({ for: 'quota', ms: 1 });
			expect(traffic.next(now + ms)).not.toBe('coolDown');
		},
	);

	it.each([0, 50])('is not believed to serve again because of what was let in at %d', (at) => {
		const traffic = newTraffic();
		const [first] = traffic.sendAll(0, 1);
		const second = traffic.send(at)!;
		traffic.refuse(50, undefined, first!);
		traffic.accept(60, second);
		expect(traffic.next(800)).toBe('coolDown');
	});

	it.each([0, 50])('closes the traffic once for all that was let in until then, as at %d', (at) => {
		const traffic = newTraffic();
		const [first] = traffic.sendAll(0, 1);
		const second = traffic.send(at)!;
		traffic.refuse(50, undefined, first!);
		traffic.refuse(60, undefined, second);
		expect(traffic.limits.coolsDownUntil).toBe(800);
	});

	it('has the shortest backoff again once it has served something', () => {
		const traffic = newTraffic();
		traffic.refuse(50, 3_000, traffic.send(0)!);
		traffic.accept(3_100, traffic.send(3_050)!);
		expect(traffic.refuse(9_050, undefined, traffic.send(9_000)!)).toEqual([750]);
	});

	it('waits on for the probe until it was sent, and lets another go where it never was', () => {
		const traffic = refused();
		const probe = traffic.letIn(5_800)!;
		expect(traffic.next(9_000)).toEqual({ for: 'quota', ms: 75 });
		traffic.giveBack(traffic.open[0]!, 9_000);
		expect(traffic.next(9_000)).toEqual({ for: 'quota', ms: 75 });
		traffic.giveBack(probe, 9_000);
		expect(traffic.next(9_000)).toBe('coolDown');
	});
});
