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
	({
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
	}) as IPollFunctions;

it('knows which activation of a node is the latest, whatever other nodes and earlier ones do', async () => {
	const workflow = `w${++ids}`;
	const activations = [activationOf(workflow), activationOf(workflow), activationOf()];
	const ends: Array<() => void> = [];
	const polls = activations.map(
		async (each) =>
			await inTurn(each, async () => await new Promise<void>((end) => ends.push(end))),
	);
	expect(activations.map(isLatest)).toEqual([false, true, true]);
	ends[0]!();
	await polls[0];
	expect(activations.map(isLatest)).toEqual([false, true, true]);
	for (const end of ends) end();
	await Promise.all(polls);
	expect(activations.some(isLatest)).toBe(false);
});

describe('a state from which rows were given out', () => {
	it('is known to other polls of this node, and to them alone', () => {
		const [workflow, another] = [`w${++ids}`, `w${++ids}`];
		const [first, second] = [activationOf(workflow), activationOf(workflow)];
		expect(isSpent(second, 'state')).toBe(false);
		markSpent(first, 'state');
		markSpent(activationOf(another), 'other');
		expect(isSpent(second, 'state')).toBe(true);
		expect(['other', undefined].some((state) => isSpent(second, state))).toBe(false);
		// The polls of one activation share the state.
		expect(isSpent(first, 'state')).toBe(false);
		expect(isSpent(activationOf(another), 'state')).toBe(false);
		expect(isSpent(activationOf(workflow, 'another'), 'state')).toBe(false);
	});

	it.each([1, -1])('may be used again 30 s away, if the clock was set as well: %i', (direction) => {
		const workflow = `w${++ids}`;
		const now = Date.now();
		markSpent(activationOf(workflow), 'state');
		jest.setSystemTime(now + direction * 30_000);
		expect(isSpent(activationOf(workflow), 'state')).toBe(true);
		jest.setSystemTime(now + direction * 30_001);
		expect(isSpent(activationOf(workflow), 'state')).toBe(false);
	});
});
