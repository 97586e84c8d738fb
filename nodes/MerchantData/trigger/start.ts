import type { IPollFunctions } from 'n8n-workflow';

/** What n8n calls an activation that is its own doing, when it starts or takes over from another process. */
const STARTS: readonly string[] = ['init', 'leadershipChange'];

/** By activation: n8n gives its polls one context. Durable polls have others, which are no starts. */
const begun = new WeakSet<IPollFunctions>();

/**
 * Whether this is the poll with which n8n activates a trigger at its own start. If it throws, n8n 2.x
 * gives the trigger up after five tries, as it seems still active, and 1.x pauses it for longer and
 * longer; on both no execution tells of it. The answer is yes once per activation.
 */
export function isPollAtStart(context: IPollFunctions): boolean {
	const isFirst = !begun.has(context);
	begun.add(context);
	return isFirst && STARTS.includes(context.getActivationMode());
}
