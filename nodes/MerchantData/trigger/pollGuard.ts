import type { IPollFunctions } from 'n8n-workflow';

/**
 * Prevents overlapping polls from returning a row twice. All polls of an activation have the same context. (With durable
 * cursors of n8n 2.x, each poll has its own.)
 */

/** The last poll to begin, by workflow and node. */
const underWay = new Map<string, { context: IPollFunctions; end: Promise<void> }>();

const nodeOf = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/** Whether no other activation has begun a poll since. If one has, this poll must return no items. */
export const isLatest = (context: IPollFunctions): boolean =>
	underWay.get(nodeOf(context))?.context === context;

/** Does the work of a poll, unless another one of the same activation is running. */
export async function inTurn<T>(context: IPollFunctions, work: () => Promise<T[]>): Promise<T[]> {
	const node = nodeOf(context);
	// n8n 2.x ends the evaluation of expressions with the first poll that ends, so this one waits for the other.
	if (isLatest(context)) return await underWay.get(node)!.end.then(() => []);
	const result = work();
	const end = () => void (isLatest(context) && underWay.delete(node));
	underWay.set(node, { context, end: result.then(end, end) });
	return await result;
}

/** Activations that have polled. (With durable cursors each poll has its own context, but then its mode is not a start.) */
const begun = new WeakSet<IPollFunctions>();

/** Whether this is the first poll since n8n started. That one must not throw, or n8n would give up the trigger. */
export function isPollAtStart(context: IPollFunctions): boolean {
	const isFirst = !begun.has(context);
	begun.add(context);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/**
 * The state from which a poll last returned rows, by workflow and node. With durable cursors, two polls that are due at
 * the same time, as after a restart, begin with the same state and would return the same rows.
 */
const spent = new Map<string, { state: unknown; at: number }>();

/** Longer than n8n needs to save a state, and shorter than the time between polls. */
const SAVED_AFTER_MS = 30_000;

// In both directions, because the clock may have been set meanwhile.
const isSaved = (at: number): boolean => Math.abs(Date.now() - at) > SAVED_AFTER_MS;

export function markSpent(context: IPollFunctions, state: unknown): void {
	for (const [node, { at }] of spent) if (isSaved(at)) spent.delete(node);
	spent.set(nodeOf(context), { state, at: Date.now() });
}

/** Whether a poll of the node has just returned rows from this state. */
export function isSpent(context: IPollFunctions, state: unknown): boolean {
	const last = spent.get(nodeOf(context));
	return !!last && last.state === state && !isSaved(last.at);
}
