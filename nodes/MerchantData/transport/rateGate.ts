import { sleep } from 'n8n-workflow';
import { SLICE_MS, type Waiter } from './waiter';

/**
 * Keeps requests to one endpoint with one credential within its quota, across everything that this
 * process runs ("Limits": rate limits differ per endpoint).
 *
 * After a 429 nothing passes until Retry-After is over. And requests pass one at a time, so that
 * the end of a quota costs one refusal, not one per execution. Two things keep this from slowing
 * down what has no quota: who waits for a slow answer is not waited for long, and an endpoint that
 * has answered often without ever refusing lets everything pass.
 */
interface Gate {
	/** Nothing is sent before this time (ms since the epoch). */
	opensAt: number;
	hasRefused: boolean;
	accepted: number;
	/** Ends when whoever came last has been answered. */
	last: Promise<void>;
}

/** A refusal comes at once; who has waited longer for an answer is served, and the next may go. */
const REFUSED_BY_THEN_MS = 1_000;
/** More than the quota of a short window, so that a burst cannot come before the first refusal. */
const TRUSTED_AFTER = 50;

const gates = new Map<string, Gate>();

function gateOf(key: string): Gate {
	const known = gates.get(key);
	if (known) return known;
	const gate: Gate = { opensAt: 0, hasRefused: false, accepted: 0, last: Promise.resolve() };
	gates.set(key, gate);
	return gate;
}

/** The place of one request, and of its repetitions, in the line before a gate. */
export interface Turn {
	/**
	 * Waits until the request may be sent.
	 * @param patienceMs gives how long the gate may stay closed
	 * @returns false where it stays closed for longer, or the execution was cancelled
	 */
	comes(patienceMs: () => number): Promise<boolean>;
	/** The service refused the request: closes the gate for `ms` milliseconds, and keeps the place. */
	refused(ms: number): void;
	/** The service answered anything else: the next one may go. */
	answered(isAccepted: boolean): void;
	/** Gives the place up, if it is still held. */
	leave(): void;
}

/** @param key endpoint and credential */
export function lineUp(key: string, waiter: Waiter): Turn {
	const gate = gateOf(key);
	let place: { before: Promise<void>; leave: () => void } | undefined;
	let sendings = 0;

	const isOpen = () => gate.opensAt <= Date.now();

	function takePlace() {
		const before = gate.last;
		let leave = () => {};
		gate.last = new Promise((resolve) => (leave = resolve));
		return { before, leave };
	}

	function letTheNextGo(): void {
		sendings++;
		place?.leave();
		place = undefined;
	}

	async function letTheNextGoInTime(): Promise<void> {
		const sending = ++sendings;
		const time = Date.now() + REFUSED_BY_THEN_MS;
		while (Date.now() < time) {
			await sleep(SLICE_MS);
			if (sending !== sendings) return;
		}
		letTheNextGo();
	}

	return {
		async comes(patienceMs) {
			if (!gate.hasRefused && gate.accepted >= TRUSTED_AFTER) return !waiter.cancelled;
			const { before, leave } = (place ??= takePlace());
			while (gate.opensAt - Date.now() <= patienceMs()) {
				if (!(await waiter.pause(gate.opensAt - Date.now()))) break;
				if (!(await waiter.turn(before, isOpen)) || !isOpen()) continue;
				void letTheNextGoInTime();
				return true;
			}
			// Whoever is behind must still wait for whoever is before.
			void before.then(leave);
			place = undefined;
			return false;
		},
		refused(ms) {
			sendings++;
			gate.hasRefused = true;
			gate.opensAt = Math.max(gate.opensAt, Date.now() + ms);
		},
		answered(isAccepted) {
			if (isAccepted) gate.accepted++;
			letTheNextGo();
		},
		leave: letTheNextGo,
	};
}
