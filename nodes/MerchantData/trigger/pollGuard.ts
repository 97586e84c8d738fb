import type { IPollFunctions } from 'n8n-workflow';

/** What the process remembers of an activation; n8n gives all its polls one context. */
interface Activation {
	/** Ends with the poll that is under way. */
	underWay?: Promise<void>;
	/** Failed polls in a row. */
	failures: number;
	/** No poll goes out before, in ms. */
	restsUntil: number;
}

const activations = new WeakMap<IPollFunctions, Activation>();

/** The activation whose poll began last, by workflow and node. */
const latest = new Map<string, IPollFunctions>();

const MINUTE_MS = 60_000;
const LONGEST_REST_MS = 60 * MINUTE_MS;

/** How long to rest before the next poll: not after the first failure, then 2, 4, 8 … 60 minutes. */
const restMs = (failures: number): number =>
	failures < 2 ? 0 : Math.min(2 ** (failures - 1) * MINUTE_MS, LONGEST_REST_MS);

/**
 * Does the work of a poll, unless another one of its activation is under way, or the activation rests
 * after failures. (Where n8n 2.x keeps cursors itself, each poll has a context of its own: then n8n does
 * both.)
 * @param work is told whether it is still the latest: n8n 1.x takes what a poll of an earlier activation
 *   gives, so the earlier one has to give up
 * @returns null where nothing was done
 */
export async function inTurn<T>(
	context: IPollFunctions,
	work: (isLatest: () => boolean) => Promise<T>,
): Promise<T | null> {
	const activation = activations.get(context) ?? { failures: 0, restsUntil: 0 };
	activations.set(context, activation);
	// n8n 2.x ends the evaluation of expressions with whichever poll ends first, so this one waits.
	if (activation.underWay) return await activation.underWay.then(() => null);
	const startedAt = Date.now();
	if (startedAt < activation.restsUntil) return null;

	const node = `${context.getWorkflow().id}:${context.getNode().id}`;
	const isLatest = () => latest.get(node) === context;
	latest.set(node, context);
	const result = work(isLatest);
	const end = (failures: number) => {
		activation.underWay = undefined;
		activation.failures = failures;
		// Polls are due on the minute, and begin a little earlier or later.
		activation.restsUntil = startedAt + restMs(failures) - MINUTE_MS / 2;
		if (isLatest()) latest.delete(node);
	};
	activation.underWay = result.then(
		() => end(0),
		() => end(activation.failures + 1),
	);
	return await result;
}

/** Modes in which n8n itself activates a workflow: it starts, or takes over from another process. */
const STARTS: readonly string[] = ['init', 'leadershipChange'];

/** Activations that have polled. (Polls with durable cursors have other contexts, which are no starts.) */
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
