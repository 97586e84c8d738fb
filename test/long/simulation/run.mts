import { Limiter } from '../../../nodes/MerchantData/lib/limiter.ts';
import { backoffMs } from '../../../nodes/MerchantData/lib/backoff.ts';
import { random as randomOf } from '../../../sandbox/random.mts';
import type { Model } from './services.mts';

/** Lets clients send requests to a model of a service, in virtual time. */

/** What decides when a request may be sent: it is called with what the service answers. */
type End = (now: number, refusal: { retryAfterMs?: number } | undefined) => void;

/** @returns how a request ends that may be sent, or in how many ms to ask again */
type Sender = (now: number) => End | number;

type CreateSender = (random: () => number) => Sender;

/** At most so many in flight, as `orderedMap` lets an execution have. */
function atMost(width: number, sender: Sender): Sender {
	let inFlight = 0;
	return (now) => {
		const end = inFlight < width ? sender(now) : Infinity;
		if (typeof end === 'number') return end;
		inFlight++;
		return (...answer) => {
			inFlight--;
			end(...answer);
		};
	};
}

export const limiterSender =
	(width: number): CreateSender =>
	(random) => {
		const limiter = new Limiter();
		return atMost(width, (begun) => {
			const ms = limiter.waitMs(begun);
			if (ms > 0) return ms;
			const request = limiter.begin(begun);
			return (now, refusal) => {
				if (refusal) limiter.end(request, now, { as: 'rateLimited', ...refusal }, random());
				else limiter.end(request, now, { as: 'other' }, 0);
			};
		});
	};

/** So many in flight, and the same cool-down. */
export const fixedSender =
	(width: number): CreateSender =>
	(random) => {
		let until = 0;
		let closedAt = -1;
		let closings = 0;
		return atMost(width, (begun) => {
			if (begun < until) return until - begun;
			return (now, refusal) => {
				const isLater = begun > closedAt;
				if (!refusal) return void (isLater && (closings = 0));
				const { retryAfterMs } = refusal;
				if (retryAfterMs !== undefined) until = Math.max(until, now + retryAfterMs);
				if (!isLater) return;
				closedAt = now;
				if (retryAfterMs === undefined) until = now + backoffMs(1_000, closings, random());
				closings++;
			};
		});
	};

/** A refusal comes sooner than an answer, but not sooner than the network lets it. */
const REFUSAL_MS = 50;
/** Bounds a run whose sender never lets the last request go. */
const MOST_EVENTS = 2_000_000;

/** @param requests of each process. @returns how many ms it took until the last one was accepted */
export function simulate(
	model: Model,
	answerMs: number,
	requests: number,
	seed: number,
	createSender: CreateSender,
) {
	// Each process starts at another time of the service's clock, whatever else is drawn.
	const service = model.create(randomOf(seed)());
	/** What happens at which time, the earliest first. */
	const agenda: Array<{ at: number; happens(): void }> = [];
	function plan(at: number, happens: () => void): void {
		const before = agenda.findLastIndex((event) => event.at <= at);
		agenda.splice(before + 1, 0, { at, happens });
	}
	let refusals = 0;
	let left = requests * model.processes;
	let end = 0;

	function start(process: number): void {
		const sender = createSender(randomOf(seed * 31 + process));
		const draw = randomOf(seed * 17 + process);
		const jittered = (ms: number) => ms * (0.8 + 0.4 * draw());
		let toSend = requests;
		let wakesAt = Infinity;

		function pump(now: number): void {
			while (toSend > 0) {
				const answered = sender(now);
				if (typeof answered === 'number') return wake(now + answered);
				toSend--;
				send(answered, now);
			}
		}
		function wake(at: number): void {
			if (at >= wakesAt) return;
			wakesAt = at;
			plan(at, () => {
				if (wakesAt === at) wakesAt = Infinity;
				pump(at);
			});
		}
		function send(answered: End, now: number): void {
			const arrival = now + Math.min(5 + 20 * draw(), answerMs / 4);
			plan(arrival, () => {
				const refusal = service.arrives(arrival);
				const answeredAt = now + jittered(refusal ? REFUSAL_MS : answerMs);
				plan(answeredAt, () => {
					if (refusal) {
						refusals++;
						toSend++;
					} else {
						service.done?.();
						left--;
						end = answeredAt;
					}
					answered(answeredAt, refusal);
					pump(answeredAt);
				});
			});
		}
		pump(0);
	}

	for (let process = 0; process < model.processes; process++) start(process);
	for (let events = 0; left > 0; events++) {
		const event = agenda.shift();
		if (!event || events > MOST_EVENTS)
			throw new Error(`${model.name}: ${left} requests are stuck`);
		event.happens();
	}
	return { ms: end, refusals };
}
