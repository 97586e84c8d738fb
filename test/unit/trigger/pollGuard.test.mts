import type { IPollFunctions } from 'n8n-workflow';
import {
	inTurn,
	isLatest,
	isSpent,
	markSpent,
} from '../../../nodes/MerchantData/trigger/pollGuard.ts';

beforeEach(() => jest.useFakeTimers());

let ids = 0;

/** An activation of a node, whose polls share one context. */
const activationOf = (workflow = `w${++ids}`, node = 'trigger') =>
	({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) }) as IPollFunctions;

it('knows the latest activation of each node', async () => {
	const workflow = `w${++ids}`;
	const activations = [activationOf(workflow), activationOf(workflow), activationOf()];
	const ends: Array<() => void> = [];
	const work = async () => await new Promise<unknown[]>((resolve) => ends.push(() => resolve([])));
	const polls = activations.map(async (each) => await inTurn(each, work));
	expect(activations.map(isLatest)).toEqual([false, true, true]);
	ends[0]!();
	await polls[0];
	expect(activations.map(isLatest)).toEqual([false, true, true]);
	for (const end of ends) end();
	await Promise.all(polls);
	expect(activations.some(isLatest)).toBe(false);
});

it('remembers for each node from which states rows were returned', () => {
	const workflow = `w${++ids}`;
	const [first, second, another] = [workflow, workflow, undefined].map((id) => activationOf(id));
	expect(['state', undefined].some((state) => isSpent(second!, state))).toBe(false);
	markSpent(first!, 'state');
	markSpent(another!, 'other');
	expect(isSpent(second!, 'state')).toBe(true);
	expect(['other', undefined].some((state) => isSpent(second!, state))).toBe(false);
	const others = [another!, activationOf(workflow, 'another')];
	expect(others.some((each) => isSpent(each, 'state'))).toBe(false);
});

it.each([1, -1])('forgets a state after 30 s, also if the clock was set: %i', (direction) => {
	const [first, second] = [1, 2].map(() => activationOf(`of ${direction}`));
	const now = Date.now();
	markSpent(first!, 'state');
	const isSpentAfter = (ms: number) => {
		jest.setSystemTime(now + direction * ms);
		return isSpent(second!, 'state');
	};
	expect([30_000, 30_001].map(isSpentAfter)).toEqual([true, false]);
});
