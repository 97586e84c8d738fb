import type { IPollFunctions } from 'n8n-workflow';
import { isSpent, markSpent } from '../../../nodes/MerchantData/trigger/spent.ts';

beforeEach(() => {
	jest.useFakeTimers();
});

let ids = 0;
/** The context of a poll. */
const contextOf = (workflow: string, node = 'trigger') =>
	({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) }) as IPollFunctions;

it('knows a state from which another poll has given rows out', () => {
	const workflow = `w${++ids}`;
	const first = contextOf(workflow);
	const second = contextOf(workflow);
	expect(isSpent(second, 'state 1')).toBe(false);
	markSpent(first, 'state 1');
	expect(isSpent(second, 'state 1')).toBe(true);
	expect(isSpent(second, 'state 2')).toBe(false);
	expect(isSpent(second, undefined)).toBe(false);
});

it('leaves a poll alone that shares the context, and so the state', () => {
	const context = contextOf(`w${++ids}`);
	markSpent(context, 'state');
	expect(isSpent(context, 'state')).toBe(false);
});

it('knows it of this node alone', () => {
	const workflow = `w${++ids}`;
	markSpent(contextOf(workflow), 'state');
	expect(isSpent(contextOf(`w${++ids}`), 'state')).toBe(false);
	expect(isSpent(contextOf(workflow, 'another'), 'state')).toBe(false);
});

it('knows the states of several nodes at once', () => {
	const [one, other] = [`w${++ids}`, `w${++ids}`];
	markSpent(contextOf(one), 'state');
	markSpent(contextOf(other), 'state');
	expect([one, other].map((workflow) => isSpent(contextOf(workflow), 'state'))).toEqual([
		true,
		true,
	]);
});

it('forgets it after 30 s: what was not saved by then is given out again', () => {
	const workflow = `w${++ids}`;
	markSpent(contextOf(workflow), 'state');
	jest.advanceTimersByTime(30_000);
	expect(isSpent(contextOf(workflow), 'state')).toBe(true);
	jest.advanceTimersByTime(1);
	expect(isSpent(contextOf(workflow), 'state')).toBe(false);
	markSpent(contextOf(workflow), 'another');
	jest.setSystemTime(Date.now() - 1);
	expect(isSpent(contextOf(workflow), 'state')).toBe(false);
});
