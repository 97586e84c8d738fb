import type { Permit } from '../../../../nodes/MerchantData/service/limiter/permit.ts';
import {
	createWindowBudget,
	type WindowBudget,
} from '../../../../nodes/MerchantData/service/limiter/windowBudget.ts';

/** Sends so many at each of these times. */
function send(budget: WindowBudget, ...times: number[]): Permit[] {
	return times.map((at) => {
		const sent = { at, endedAt: Infinity } as Permit;
		budget.add(sent);
		return sent;
	});
}
const many = (count: number, at: number) => Array.from({ length: count }, () => at);
const coolDown = (beganAt: number, waitMs: number, refusedAt = beganAt, isKnown = true) => ({
	beganAt,
	until: beganAt + waitMs,
	refusedAt,
	isKnown,
});

it('bounds nothing before it has learned', () => {
	const budget = createWindowBudget();
	send(budget, ...many(100, 0));
	expect(budget.windowMs).toBe(0);
	expect(budget.waitMs(0, 1)).toBe(0);
});

it('learns how many were accepted since it opened, in a usual window', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, ...many(10, 0));
	budget.learn(coolDown(50, 10_000));
	expect(budget.windowMs).toBe(10_000);
	expect(budget.waitMs(100, 1)).toBe(9_950);
	expect(budget.waitMs(10_050, 1)).toBe(0);
});

it.each([
	[1_000, 40, 1_000],
	[10_000, 900, 10_000],
	[59_000, 400, 60_000],
	[7_000, 100, 7_100],
	[3_000, 100, 3_100],
	[4_000, 100, 5_000],
	[19_100, 100, 20_000],
])('takes %d ms asked for after %d ms for a window of %d ms', (waitMs, beganAt, windowMs) => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, 0);
	budget.learn(coolDown(beganAt, waitMs));
	expect(budget.windowMs).toBe(windowMs);
});

it('takes a guess for longer than what was refused again', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, 0);
	budget.learn(coolDown(5_500, 6_500, 5_400, false));
	expect(budget.windowMs).toBe(10_000);
});

it('learns nothing of the length from a window that was spent slowly, but that it is no shorter', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, 0, 1_000, 2_000, 9_000, 9_500);
	budget.learn(coolDown(10_000, 2_000));
	expect(budget.windowMs).toBe(2_000);
	// Two of them in the window.
	expect(budget.waitMs(10_000, 1)).toBe(9_000 + 2_050 - 10_000);
});

it('does not count what was served before the cool-down, unless nothing was since', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, ...many(8, 0));
	budget.reopen(1_000);
	const [late] = send(budget, 1_000);
	send(budget, 1_000, 1_000);
	budget.learn(coolDown(1_050, 1_000));
	expect(budget.waitMs(1_050, 1)).toBe(1_000);
	const whole = createWindowBudget();
	whole.reopen(0);
	send(whole, ...many(8, 0));
	whole.reopen(1_000);
	whole.remove(late!);
	whole.learn(coolDown(1_050, 4_000));
	expect(whole.windowMs).toBe(5_000);
	expect(whole.waitMs(1_050, 1)).toBe(4_000);
	whole.reopen(6_000);
	send(whole, ...many(7, 6_000));
	expect(whole.waitMs(6_000, 1)).toBe(0);
	send(whole, 6_000);
	expect(whole.waitMs(6_000, 1)).toBe(5_050);
});

it('lets one more in while it is within a part of what was learned', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, ...many(10, 0));
	budget.learn(coolDown(50, 1_000));
	send(budget, ...many(8, 2_000));
	expect(budget.waitMs(2_000, 0.9)).toBe(0);
	send(budget, 2_000);
	expect(budget.waitMs(2_000, 0.9)).toBe(1_050);
	expect(budget.waitMs(2_000, 1)).toBe(0);
});

it('counts at least one', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	budget.learn(coolDown(50, 1_000));
	expect(budget.waitMs(50, 1)).toBe(0);
	send(budget, 100);
	expect(budget.waitMs(100, 1)).toBe(1_050);
});

it('that was spent slowly is as long as the wait at least, and no shorter than what was learned', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	budget.learn(coolDown(100_000, 9_500));
	expect(budget.windowMs).toBe(10_000);
	budget.learn(coolDown(100_000, 2_000));
	expect(budget.windowMs).toBe(10_000);
});

it('grows by what was accepted in a window', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, 0, 0);
	budget.learn(coolDown(50, 1_000));
	send(budget, 2_000, 2_000, 2_000);
	budget.grow(2_500);
	expect(budget.waitMs(2_500, 1)).toBe(550);
	budget.grow(9_000);
	send(budget, 9_000, 9_000);
	expect(budget.waitMs(9_000, 1)).toBe(0);
});

it('tells when the oldest of the window leaves it', () => {
	const budget = createWindowBudget();
	budget.reopen(0);
	send(budget, 0, 0);
	budget.learn(coolDown(50, 1_000));
	send(budget, 5_000, 5_400);
	expect(budget.passesMs(5_500)).toBe(550);
	expect(budget.passesMs(9_000)).toBe(0);
});

it('tells how many were open at a time', () => {
	const budget = createWindowBudget();
	const [a, b, c] = send(budget, 0, 10, 20);
	a!.endedAt = 15;
	expect([0, 10, 14, 15, 20].map(budget.inFlightAt)).toEqual([1, 2, 2, 1, 2]);
	budget.remove(b!);
	budget.remove(b!);
	expect(budget.inFlightAt(20)).toBe(1);
	c!.endedAt = 25;
	expect(budget.inFlightAt(25)).toBe(0);
});

it('remembers the latest thousands', () => {
	const budget = createWindowBudget();
	send(budget, ...many(8_193, 0));
	expect(budget.inFlightAt(0)).toBe(4_096);
});
