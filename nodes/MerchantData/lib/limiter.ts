import { backoffMs } from './backoff';

/** The first cool-down after a 429 without `Retry-After`. */
const FIRST_COOL_DOWN_MS = 1_000;
const RAISED_EVERY_MS = 2_000;
/** Or this many times the last cool-down, if that is longer: one request too many costs another cool-down. */
const RAISED_EVERY_COOL_DOWNS = 3;
/** If the first 429 comes with fewer in flight, somebody else uses the quota. */
const LEAST_FIRST_LIMIT = 16;
/** Most bytes of bodies in flight, which are in memory, for each limiter. */
const MOST_BODY_BYTES = 8 * 2 ** 20;

export interface Ended {
	/** 429; 502, 503, 504 or no answer in time; any other way. */
	as: 'rateLimited' | 'overloaded' | 'other';
	retryAfterMs?: number;
}

export interface InFlight {
	readonly since: number;
	bytes: number;
}

/** Learns how many requests may be in flight, by the rule of docs/decisions.md, "The limiter". It is told the time. */
export class Limiter {
	private inFlight = 0;
	private bytesInFlight = 0;
	private limit = Infinity;
	private loweredAt = -Infinity;
	private raisedAt = -Infinity;
	private raisedEveryMs = RAISED_EVERY_MS;
	private opensAt = -Infinity;
	/** Cool-downs since a request ended in another way. */
	private coolDowns = 0;

	/** How long the next request waits: for the rest of a cool-down, or (Infinity) for an answer to another. */
	waitMs(now: number): number {
		if (now < this.opensAt) return this.opensAt - now;
		const isFull = this.inFlight >= this.limit || this.bytesInFlight >= MOST_BODY_BYTES;
		return isFull ? Infinity : 0;
	}

	begin(now: number): InFlight {
		this.inFlight++;
		return { since: now, bytes: 0 };
	}

	sent(request: InFlight, bytes: number): void {
		this.bytesInFlight += bytes - request.bytes;
		request.bytes = bytes;
	}

	/** @param ended undefined if nothing is known of its end */
	end({ since, bytes }: InFlight, now: number, ended: Ended | undefined, chance: number): void {
		if (ended?.as === 'rateLimited' || ended?.as === 'overloaded') this.lower(now);
		else if (ended) this.raise(since, now);
		this.inFlight--;
		this.bytesInFlight -= bytes;
		if (ended?.as === 'rateLimited') this.coolDown(now, ended.retryAfterMs, chance);
		else if (ended && since >= this.opensAt) this.coolDowns = 0;
	}

	private lower(now: number): void {
		const first = Math.max(this.inFlight, LEAST_FIRST_LIMIT);
		this.limit = Math.max(1, (this.limit === Infinity ? first : this.limit) - 1);
		this.loweredAt = now;
	}

	private raise(since: number, now: number): void {
		// An earlier request says nothing about what the service accepts now.
		const isNew = since > this.loweredAt;
		const isDue = now - Math.max(this.loweredAt, this.raisedAt) >= this.raisedEveryMs;
		if (!isNew || !isDue || this.inFlight < this.limit) return;
		this.limit++;
		this.raisedAt = now;
	}

	/** If the refused request was sent before the cool-down, it only extends the cool-down. */
	private coolDown(now: number, retryAfterMs: number | undefined, chance: number): void {
		if (now >= this.opensAt) this.coolDowns++;
		const ms = retryAfterMs ?? backoffMs(FIRST_COOL_DOWN_MS, this.coolDowns - 1, chance);
		this.opensAt = Math.max(this.opensAt, now + ms);
		this.raisedEveryMs = Math.max(RAISED_EVERY_MS, RAISED_EVERY_COOL_DOWNS * ms);
	}
}
