import {
	createQuota,
	type Quota,
	type Sent,
} from '../../../../nodes/MerchantData/service/limiter/windowBudget.ts';

/** Sends so many at each of these times. */
function send(quota: Quota, ...times: number[]): Sent[] {
	return times.map((at) => {
		const sent = { at, endedAt: Infinity };
		quota.add(sent);
		return sent;
	});
}
const many = (count: number, at: number) => Array.from({ length: count }, () => at);
const closed = (closedAt: number, waitMs: number, refusedAt = closedAt, isKnown = true) => ({
	closedAt,
	until: closedAt + waitMs,
	refusedAt,
	isKnown,
});

it('bounds nothing before it has learned', () => {
	const quota = createQuota();
	send(quota, ...many(100, 0));
	expect(quota.windowMs).toBe(0);
	expect(quota.waitMs(0, 1)).toBe(0);
});

it('learns how many were borne since it opened, in a usual window', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, ...many(10, 0));
	quota.learn(closed(50, 10_000));
	expect(quota.windowMs).toBe(10_000);
	expect(quota.waitMs(100, 1)).toBe(9_950);
	expect(quota.waitMs(10_050, 1)).toBe(0);
});

it.each([
	[1_000, 40, 1_000],
	[10_000, 900, 10_000],
	[59_000, 400, 60_000],
	[7_000, 100, 7_100],
	[3_000, 100, 3_100],
	[4_000, 100, 5_000],
	[19_100, 100, 20_000],
])('takes %d ms asked for after %d ms for a window of %d ms', (waitMs, closedAt, windowMs) => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, 0);
	quota.learn(closed(closedAt, waitMs));
	expect(quota.windowMs).toBe(windowMs);
});

it('takes a guess for longer than what was refused again', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, 0);
	quota.learn(closed(5_500, 6_500, 5_400, false));
	expect(quota.windowMs).toBe(10_000);
});

it('learns nothing of the length from a window that was spent slowly, but that it is no shorter', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, 0, 1_000, 2_000, 9_000, 9_500);
	quota.learn(closed(10_000, 2_000));
	expect(quota.windowMs).toBe(2_000);
	// Two of them in the window.
	expect(quota.waitMs(10_000, 1)).toBe(9_000 + 2_050 - 10_000);
});

it('does not count what was borne before the lane closed, unless nothing was since', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, ...many(8, 0));
	quota.reopen(1_000);
	const [late] = send(quota, 1_000);
	send(quota, 1_000, 1_000);
	quota.learn(closed(1_050, 1_000));
	expect(quota.waitMs(1_050, 1)).toBe(1_000);
	const whole = createQuota();
	whole.reopen(0);
	send(whole, ...many(8, 0));
	whole.reopen(1_000);
	whole.remove(late!);
	whole.learn(closed(1_050, 4_000));
	expect(whole.windowMs).toBe(5_000);
	expect(whole.waitMs(1_050, 1)).toBe(4_000);
	whole.reopen(6_000);
	send(whole, ...many(7, 6_000));
	expect(whole.waitMs(6_000, 1)).toBe(0);
	send(whole, 6_000);
	expect(whole.waitMs(6_000, 1)).toBe(5_050);
});

it('lets one more in while it is within a part of what was learned', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, ...many(10, 0));
	quota.learn(closed(50, 1_000));
	send(quota, ...many(8, 2_000));
	expect(quota.waitMs(2_000, 0.9)).toBe(0);
	send(quota, 2_000);
	expect(quota.waitMs(2_000, 0.9)).toBe(1_050);
	expect(quota.waitMs(2_000, 1)).toBe(0);
});

it('counts at least one', () => {
	const quota = createQuota();
	quota.reopen(0);
	quota.learn(closed(50, 1_000));
	expect(quota.waitMs(50, 1)).toBe(0);
	send(quota, 100);
	expect(quota.waitMs(100, 1)).toBe(1_050);
});

it('widens to a longer wait, and never narrows', () => {
	const quota = createQuota();
	quota.widen(closed(0, 9_500));
	expect(quota.windowMs).toBe(10_000);
	quota.widen(closed(0, 2_000));
	expect(quota.windowMs).toBe(10_000);
});

it('grows by what was borne in a window', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, 0, 0);
	quota.learn(closed(50, 1_000));
	send(quota, 2_000, 2_000, 2_000);
	quota.grow(2_500);
	expect(quota.waitMs(2_500, 1)).toBe(550);
	quota.grow(9_000);
	send(quota, 9_000, 9_000);
	expect(quota.waitMs(9_000, 1)).toBe(0);
});

it('tells when the oldest of the window leaves it', () => {
	const quota = createQuota();
	quota.reopen(0);
	send(quota, 0, 0);
	quota.learn(closed(50, 1_000));
	send(quota, 5_000, 5_400);
	expect(quota.passesMs(5_500)).toBe(550);
	expect(quota.passesMs(9_000)).toBe(0);
});

it('tells how many were open at a time', () => {
	const quota = createQuota();
	const [a, b, c] = send(quota, 0, 10, 20);
	a!.endedAt = 15;
	expect([0, 10, 14, 15, 20].map(quota.openAt)).toEqual([1, 2, 2, 1, 2]);
	quota.remove(b!);
	quota.remove(b!);
	expect(quota.openAt(20)).toBe(1);
	c!.endedAt = 25;
	expect(quota.openAt(25)).toBe(0);
});

it('remembers the latest thousands', () => {
	const quota = createQuota();
	send(quota, ...many(8_193, 0));
	expect(quota.openAt(0)).toBe(4_096);
});
