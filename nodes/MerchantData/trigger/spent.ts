import type { IPollFunctions } from 'n8n-workflow';

/**
 * States from which a poll has already output rows. With durable cursors n8n 2.x reads the state before a
 * poll begins, and saves the next state after it has ended. Two polls that are due at the same time, as
 * after a restart, begin with the same state, and both would output the same rows.
 */
const spent = new Map<string, { by: IPollFunctions; at: number }>();

/**
 * Longer than n8n needs to save a state. Shorter than the time between polls: if it was not saved, the
 * rows must come again.
 */
const SAVED_AFTER_MS = 30_000;

const key = (context: IPollFunctions, state: unknown): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id, state]);

/** Remembers that a poll that began with this state has output rows. */
export function markSpent(context: IPollFunctions, state: unknown): void {
	const now = Date.now();
	for (const [id, { at }] of spent) if (now - at > SAVED_AFTER_MS) spent.delete(id);
	spent.set(key(context, state), { by: context, at: now });
}

/** Whether another poll that began with this state has just output rows. */
export function isSpent(context: IPollFunctions, state: unknown): boolean {
	const last = spent.get(key(context, state));
	// Polls of the same context see the new state at once.
	return last !== undefined && last.by !== context && Date.now() - last.at <= SAVED_AFTER_MS;
}
