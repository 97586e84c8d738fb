import type { IPollFunctions } from 'n8n-workflow';

/** What the process remembers of an activation. n8n gives the same context to all its polls. */
interface Activation {
	/** Resolves when the poll that is under way ends. */
	underWay?: Promise<void>;
	/** Failed polls in a row. */
	failures: number;
	/** No poll starts before this time, in ms. */
	restsUntil: number;
}

const activations = new WeakMap<IPollFunctions, Activation>();

/** The activation whose poll began last, by workflow and node. */
const latest = new Map<string, IPollFunctions>();

const MINUTE_MS = 60_000;
const LONGEST_REST_MS = 60 * MINUTE_MS;

/** How long to rest before the next poll: 0 after the first failure, then 2, 4, 8 … 60 minutes. */
const restMs = (failures: number): number =>
	failures < 2 ? 0 : Math.min(2 ** (failures - 1) * MINUTE_MS, LONGEST_REST_MS);

/**
 * Does the work of a poll, unless another poll of the same activation is under way, or the activation
 * rests after failures. (If n8n 2.x keeps the cursors itself, each poll has a context of its own, and
 * n8n takes care of both.)
 * @param work may ask whether its activation is still the latest. If not, it must give no items: n8n 1.x
 *   would start the workflow with them
 * @returns null if nothing was done
 */
export async function inTurn<T>(
	context: IPollFunctions,
	work: (isLatest: () => boolean) => Promise<T>,
): Promise<T | null> {
	const activation = activations.get(context) ?? { failures: 0, restsUntil: 0 };
	activations.set(context, activation);
	// n8n 2.x ends the evaluation of expressions with the first poll that ends, so this one waits for the other.
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
		// Polls begin a little before or after the full minute.
		activation.restsUntil = startedAt + restMs(failures) - MINUTE_MS / 2;
		if (isLatest()) latest.delete(node);
	};
	activation.underWay = result.then(
		() => end(0),
		() => end(activation.failures + 1),
	);
	return await result;
}

/** The modes in which n8n itself activates a workflow: when it starts, or takes over from another process. */
const STARTS: readonly string[] = ['init', 'leadershipChange'];

/** Activations that have polled. (With durable cursors each poll has its own context, but its mode is no start.) */
const begun = new WeakSet<IPollFunctions>();

/**
 * Whether this is the poll with which n8n activates a trigger when n8n itself starts. It must not throw:
 * after five failures n8n 2.x stops trying, although the trigger still looks active, n8n 1.x tries less
 * and less often, and neither shows a failed execution. True at most once per activation.
 */
export function isPollAtStart(context: IPollFunctions): boolean {
	const isFirst = !begun.has(context);
	begun.add(context);
	return isFirst && STARTS.includes(context.getActivationMode());
}
