import { createCoolDown } from './coolDown';
import { FULL, type Permit, type Probe, type Wait } from './permit';
import { createWindowBudget } from './windowBudget';

/**
 * What a service accepts, as far as its refusals tell. Pure: every call is told the time in ms.
 *
 * A refusal means that too many were sent in a window, or that too many were in flight. One request, a
 * probe, finds out which of the two; after that only that one is limited. Now and then a probe goes
 * beyond what was learned, to see whether the service accepts more. docs/limiter.md has the figure of
 * each rule: what the limiter falls short of without it.
 */

/** A refusal comes quickly: a request that has not been refused by then is being served. */
const SHORTEST_VERDICT_MS = 50;
const LONGEST_VERDICT_MS = 1_000;
const VERDICT_MARGIN = 1.5;
/** While more than the learned window budget is tested, requests beyond this part of it go one at a time. */
const CAREFUL_PART = 0.9;
/** Clean windows, or rounds of full concurrency, before the next probe: doubled by each that fails. */
const MOST_CLEAN_ROUNDS = 16;
/** After a refusal within what was learned, so many times fewer. */
const SOONER = 3;

export interface LearnedLimits {
	/** What the next request tests, or why it has to wait. @param inFlight others */
	probeNext(now: number, inFlight: number): Probe | Wait | undefined;
	acquired(permit: Permit): void;
	/** Its request goes out, later than the permit was given. */
	sent(permit: Permit): void;
	/** Nothing is known of how its request ended; it may not have been sent. */
	givenBack(permit: Permit): void;
	/** Its request was answered, and not refused. */
	served(permit: Permit, now: number): void;
	/** Its request was accepted. @param inFlight others */
	accepted(inFlight: number): void;
	/**
	 * Its request was refused.
	 * @param askedMs what the service asks for, where it does
	 * @param chance from 0 to 1, for the jitter of the backoff
	 * @returns for how many ms a cool-down began; undefined where one was under way
	 */
	refused(
		permit: Permit,
		now: number,
		askedMs: number | undefined,
		chance: number,
	): number | undefined;
	/** Until when nothing is sent. */
	readonly coolsDownUntil: number;
	/** The window that was learned, in ms; 0 before. */
	readonly windowMs: number;
}

export function createLearnedLimits(): LearnedLimits {
	const coolDown = createCoolDown();
	const budget = createWindowBudget();
	/** What the service limits. `either` is being tested, and concurrency is limited meanwhile. */
	let limits = 'nothing' as 'nothing' | 'either' | 'concurrency' | 'window';
	/** Requests that may be in flight. */
	let concurrency = Infinity;
	/** Refusals at no more than that, since more was tested. */
	let failures = 0;
	/** Accepted answers while as many were in flight as may be. */
	let fullAnswers = 0;
	let cleanRounds = 1;
	/** The permit of the probe, until it is known what comes of it. */
	let probe: Permit | undefined;
	/** What the refused probe tested. The limits learned before it still stand. */
	let refusedProbe: Probe | undefined;
	/** Whether no permit was given since the last refusal. */
	let isReopening = true;
	let verdictMs = LONGEST_VERDICT_MS;

	const limitsConcurrency = () => limits === 'either' || limits === 'concurrency';

	function limitWindow(): void {
		// The service takes less than before, or requests came too close together: probe again soon.
		cleanRounds = limits === 'window' ? Math.max(1, cleanRounds / SOONER) : 1;
		limits = 'window';
		concurrency = Infinity;
	}

	function probeSucceeded({ probe: tested, at }: Permit, now: number): void {
		probe = undefined;
		coolDown.served();
		if (tested === 'early') {
			limits = 'concurrency';
			coolDown.end(now);
			budget.reopen(at);
			isReopening = false;
		} else if (tested === 'concurrency' && limits === 'either') {
			limitWindow();
		} else if (tested === 'concurrency') {
			concurrency++;
			failures = 0;
			fullAnswers = 0;
		} else if (tested === 'window') {
			budget.grow(now);
		}
	}

	/** No more than were in flight when the service looked at a request that it refused. */
	function lowerConcurrency({ at }: Permit, now: number): void {
		concurrency = Math.min(concurrency, budget.inFlightAt((at + now) / 2));
		if (concurrency === 0) limitWindow();
	}

	/** What the refusal that began a cool-down tells. */
	function learn(permit: Permit, now: number): void {
		if (refusedProbe === 'concurrency' || refusedProbe === 'window') {
			if (limits !== 'either') cleanRounds = Math.min(2 * cleanRounds, MOST_CLEAN_ROUNDS);
			if (refusedProbe === 'concurrency') limits = 'concurrency';
			failures = 0;
			return;
		}
		if (refusedProbe === 'early') return limitWindow();
		budget.learn(coolDown.period);
		if (refusedProbe === 'coolDown') return;
		const isOneOff = limits === 'concurrency' && ++failures === 1;
		if (!isOneOff && (limits !== 'nothing' || !coolDown.isShort)) return limitWindow();
		if (!isOneOff) limits = 'either';
		concurrency--;
		cleanRounds = 2 * cleanRounds;
		lowerConcurrency(permit, now);
	}

	return {
		probeNext(now, inFlight) {
			if (probe) {
				const ms = probe.isSent ? probe.at + verdictMs - now : verdictMs;
				if (ms > 0) return { for: 'quota', ms };
				probeSucceeded(probe, now);
			}
			const { beganAt, until } = coolDown.period;
			if (now < until) {
				// Others were in flight when it was refused, and were answered since.
				const hasRoom = limitsConcurrency() && inFlight < Math.max(1, concurrency - 1);
				return hasRoom && coolDown.isShort ? 'early' : { for: 'quota', ms: until - now };
			}
			if (coolDown.isDoubtful) return 'coolDown';
			if (limitsConcurrency()) {
				if (inFlight < concurrency) return undefined;
				const isDue = limits === 'either' || fullAnswers >= cleanRounds * concurrency;
				return isDue ? 'concurrency' : FULL;
			}
			const isDue = now - beganAt >= (cleanRounds - 1) * budget.windowMs;
			const ms = budget.waitMs(now, isDue ? CAREFUL_PART : 1);
			if (ms === 0) return undefined;
			return isDue ? 'window' : { for: 'quota', ms };
		},
		acquired(permit) {
			if (isReopening && permit.probe !== 'early') {
				budget.reopen(permit.at);
				isReopening = false;
			}
			budget.add(permit);
			if (permit.probe) probe = permit;
		},
		sent(permit) {
			// In the order of sending.
			budget.remove(permit);
			budget.add(permit);
		},
		givenBack(permit) {
			if (!permit.isSent) budget.remove(permit);
			if (permit === probe) probe = undefined;
		},
		served(permit, now) {
			if (permit.acquiredAt > coolDown.period.beganAt) coolDown.served();
			if (permit === probe) probeSucceeded(permit, now);
		},
		accepted(inFlight) {
			if (inFlight >= concurrency - 1) fullAnswers++;
		},
		refused(permit, now, askedMs, chance) {
			budget.remove(permit);
			if (permit !== probe && permit.acquiredAt <= coolDown.period.beganAt) {
				coolDown.extend(now, askedMs);
				if (refusedProbe === 'early' || refusedProbe === 'concurrency') return undefined;
				// More were refused than the probe alone.
				if (refusedProbe === 'window') cleanRounds = 1;
				if (limitsConcurrency()) lowerConcurrency(permit, now);
				budget.learn(coolDown.period);
				return undefined;
			}
			refusedProbe = probe?.probe;
			probe = undefined;
			isReopening = true;
			fullAnswers = 0;
			const verdict = Math.max(SHORTEST_VERDICT_MS, VERDICT_MARGIN * (now - permit.at));
			verdictMs = Math.min(verdict, LONGEST_VERDICT_MS);
			const wasOpen = now >= coolDown.period.until;
			const knownMs = refusedProbe === 'window' ? budget.passesMs(now) : undefined;
			coolDown.begin(now, permit.at, askedMs, knownMs, chance);
			learn(permit, now);
			return wasOpen ? coolDown.period.until - now : undefined;
		},
		get coolsDownUntil() {
			return coolDown.period.until;
		},
		get windowMs() {
			return budget.windowMs;
		},
	};
}
