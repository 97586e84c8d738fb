import type { Waiter } from './waiter';

/**
 * Holds back requests to one endpoint with one credential after a 429, across everything that this
 * process runs: quotas differ per endpoint ("Limits"), and every request sent before Retry-After
 * has passed would be refused.
 *
 * While the service has lately refused, requests pass one at a time, so that a queue let go at once
 * costs a single refusal per quota window instead of one per execution.
 */
interface Gate {
	/** Nothing is sent before this time (ms since the epoch). */
	opensAt: number;
	/** Requests pass one at a time until then. */
	singleFileUntil: number;
	/** Ends when the request before has been answered. */
	last: Promise<void>;
}

/** How long after a refusal requests still pass one at a time. */
const SINGLE_FILE_MS = 60_000;

const gates = new Map<string, Gate>();

function gateOf(key: string): Gate {
	const known = gates.get(key);
	if (known) return known;
	const gate: Gate = { opensAt: 0, singleFileUntil: 0, last: Promise.resolve() };
	gates.set(key, gate);
	return gate;
}

/** To be called when the request that passed the gate has been answered. */
export type Leave = () => void;

/**
 * Waits until a request may be sent.
 * @param key endpoint and credential
 * @param patienceMs how long this may take
 * @returns undefined where it would take longer, or the execution was cancelled
 */
export async function passGate(
	key: string,
	waiter: Waiter,
	patienceMs: number,
): Promise<Leave | undefined> {
	if (waiter.cancelled) return undefined;
	const gate = gateOf(key);
	const started = Date.now();
	if (started >= gate.singleFileUntil) return () => {};

	const before = gate.last;
	let leave: Leave = () => {};
	gate.last = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const hold = async () => {
		const holdMs = gate.opensAt - Date.now();
		return holdMs <= patienceMs - (Date.now() - started) && (await waiter.pause(holdMs));
	};
	if ((await waiter.turn(before, patienceMs)) && (await hold())) return leave;
	// Whoever is behind must still wait for whoever is before.
	void before.then(leave);
	return undefined;
}

/** Lets nothing more through the gate for `ms` milliseconds. */
export function holdGate(key: string, ms: number): void {
	const gate = gateOf(key);
	gate.opensAt = Math.max(gate.opensAt, Date.now() + ms);
	gate.singleFileUntil = Math.max(gate.singleFileUntil, gate.opensAt + SINGLE_FILE_MS);
}
