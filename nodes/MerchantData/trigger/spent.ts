import type { IPollFunctions } from 'n8n-workflow';

/**
 * States from which a poll has already given rows out. n8n 2.x with durable cursors reads the state for a
 * poll before the poll begins, and saves the next one after it has ended, with the execution that it
 * starts. Polls that are due together, as after a restart, would give out the same rows once each.
 */
const spent = new Map<string, { by: IPollFunctions; at: number }>();

/** Longer than n8n takes to save, and shorter than the time between polls: rows whose state was not saved come again. */
const SAVED_AFTER_MS = 30_000;

const key = (context: IPollFunctions, state: unknown): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id, state]);

/** Remembers that a poll has given rows out, going on from a state. */
export function markSpent(context: IPollFunctions, state: unknown): void {
	const now = Date.now();
	for (const [id, { at }] of spent) if (now - at > SAVED_AFTER_MS) spent.delete(id);
	spent.set(key(context, state), { by: context, at: now });
}

/** Whether another poll has just given rows out from this state, so that this poll's is an old one. */
export function isSpent(context: IPollFunctions, state: unknown): boolean {
	const last = spent.get(key(context, state));
	// A shared context already sees the new state.
	return last !== undefined && last.by !== context && Date.now() - last.at <= SAVED_AFTER_MS;
}
