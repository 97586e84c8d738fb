import { createLimiter } from '../../../nodes/MerchantData/service/limiter/limiter.ts';
import { isWait, type Permit } from '../../../nodes/MerchantData/service/limiter/permit.ts';
import type { Model } from './services.mts';

/** Lets clients send requests to a model of a service, in virtual time. */

export interface Measured {
	/** Until the last request was accepted, in ms. */
	ms: number;
	refusals: number;
	/** Refusals after the first event: the first 429 and what was in flight with it. */
	laterRefusals: number;
	/** Most refusals in one window of the service, or second where it has none. */
	worstWindow: number;
	/** Windows (or seconds) after the first event. */
	laterWindows: number;
}

/** What decides when a request may be sent. */
export interface Sender {
	/** @returns a ticket, or when to ask again */
	ask(now: number): { ticket: unknown } | { ms: number };
	accepted(ticket: unknown, now: number): void;
	refused(ticket: unknown, now: number, retryAfterMs: number | undefined): void;
}

/** @returns numbers from 0 to 1, the same for the same seed (mulberry32) */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function limiterSender(ceiling: number, random: () => number): Sender {
	const limiter = createLimiter();
	let inFlight = 0;
	return {
		ask(now) {
			if (inFlight >= ceiling) return { ms: Infinity };
			const permit = limiter.acquire(now, { order: 0, maxParallelRequests: ceiling });
			if (isWait(permit)) return { ms: permit.ms };
			inFlight++;
			limiter.sent(permit, now, 0);
			return { ticket: permit };
		},
		accepted(ticket, now) {
			inFlight--;
			limiter.answered(ticket as Permit, now, { as: 'accepted' }, random());
		},
		refused(ticket, now, retryAfterMs) {
			inFlight--;
			limiter.answered(ticket as Permit, now, { as: 'rateLimited', retryAfterMs }, random());
		},
	};
}

/** So many in flight, and a cool-down that Retry-After, or the same backoff, closes. */
export function fixedSender(width: number, random: () => number): Sender {
	let inFlight = 0;
	let until = 0;
	let closedAt = -1;
	let closings = 0;
	return {
		ask(now) {
			if (now < until) return { ms: until - now };
			if (inFlight >= width) return { ms: Infinity };
			inFlight++;
			return { ticket: now };
		},
		accepted(ticket) {
			inFlight--;
			if ((ticket as number) > closedAt) closings = 0;
		},
		refused(ticket, now, retryAfterMs) {
			inFlight--;
			if (retryAfterMs !== undefined) until = Math.max(until, now + retryAfterMs);
			if ((ticket as number) <= closedAt) return;
			closedAt = now;
			if (retryAfterMs === undefined)
				until = now + Math.min(60_000, 1_000 * 2 ** closings) * (0.5 + random() / 2);
			closings++;
		},
	};
}

interface Event {
	at: number;
	order: number;
	happens(): void;
}

/** A queue of events by time (binary heap). */
function createQueue() {
	const heap: Event[] = [];
	let orders = 0;
	const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);
	return {
		add(at: number, happens: () => void) {
			const event = { at, order: orders++, happens };
			let index = heap.push(event) - 1;
			while (index > 0) {
				const parent = (index - 1) >> 1;
				if (!isBefore(event, heap[parent]!)) break;
				heap[index] = heap[parent]!;
				index = parent;
			}
			heap[index] = event;
		},
		next(): Event | undefined {
			const first = heap[0];
			const last = heap.pop();
			if (!first || !last || heap.length === 0) return first;
			let index = 0;
			for (;;) {
				let child = 2 * index + 1;
				if (child >= heap.length) break;
				if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
				if (!isBefore(heap[child]!, last)) break;
				heap[index] = heap[child]!;
				index = child;
			}
			heap[index] = last;
			return first;
		},
	};
}

/** A refusal comes sooner than an answer, but not sooner than the network lets it. */
const REFUSAL_MS = 50;
/** Bounds a run whose sender never lets the last request go. */
const MOST_EVENTS = 2_000_000;

export function simulate(
	model: Model,
	answerMs: number,
	requests: number,
	seed: number,
	createSender: (random: () => number) => Sender,
	trace?: (line: string) => void,
): Measured {
	const random = randomOf(seed);
	// Each process starts at another time of the service's clock, whatever else is drawn.
	const service = model.create(random());
	const queue = createQueue();
	const refusals: number[] = [];
	let left = requests * model.processes;
	let end = 0;
	for (let process = 0; process < model.processes; process++) {
		const sender = createSender(randomOf(seed * 31 + process));
		const draw = randomOf(seed * 17 + process);
		const jittered = (ms: number) => ms * (0.8 + 0.4 * draw());
		let toSend = requests;
		let wakesAt = Infinity;
		const pump = (now: number) => {
			while (toSend > 0) {
				const answer = sender.ask(now);
				if ('ms' in answer) {
					const at = now + answer.ms;
					if (at < wakesAt) {
						wakesAt = at;
						queue.add(at, () => {
							if (wakesAt === at) wakesAt = Infinity;
							pump(at);
						});
					}
					return;
				}
				toSend--;
				const { ticket } = answer;
				const arrival = now + Math.min(5 + 20 * draw(), answerMs / 4);
				queue.add(arrival, () => {
					const refusal = service.arrives(arrival);
					if (trace)
						trace(
							`${Math.round(now)} p${process} ${refusal ? '429' : 'ok'} ${refusal?.retryAfterMs ?? ''}`,
						);
					if (refusal) {
						refusals.push(arrival);
						const answeredAt =
							now +
							jittered(Math.max(REFUSAL_MS, answerMs / 4 < REFUSAL_MS ? answerMs : REFUSAL_MS));
						queue.add(answeredAt, () => {
							sender.refused(ticket, answeredAt, refusal.retryAfterMs);
							toSend++;
							pump(answeredAt);
						});
						return;
					}
					const answeredAt = now + jittered(answerMs);
					queue.add(answeredAt, () => {
						service.done();
						left--;
						end = answeredAt;
						sender.accepted(ticket, answeredAt);
						pump(answeredAt);
					});
				});
			}
		};
		pump(0);
	}
	for (let events = 0; left > 0; events++) {
		const event = queue.next();
		if (!event || events > MOST_EVENTS)
			throw new Error(`${model.name}: ${left} requests are stuck`);
		event.happens();
	}
	const windowMs = model.windowMs ?? 1_000;
	const firstEnd = (refusals[0] ?? 0) + REFUSAL_MS * 2;
	const byWindow = new Map<number, number>();
	for (const at of refusals) {
		const window = Math.floor(at / windowMs);
		byWindow.set(window, (byWindow.get(window) ?? 0) + 1);
	}
	return {
		ms: end,
		refusals: refusals.length,
		laterRefusals: refusals.filter((at) => at > firstEnd).length,
		worstWindow: Math.max(0, ...byWindow.values()),
		laterWindows: Math.max(1, (end - firstEnd) / windowMs),
	};
}
