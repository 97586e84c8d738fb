import type { Check } from './case';
import { failed, type Finding, ok, problem, skipped, warning } from './finding';

/** What is checked of the service, whatever the credential is. */

const DAY_MS = 86_400_000;
/** From how many days on; a check that runs weekly is to tell of it before it is too late. */
const PROBLEM_DAYS = 8;
const WARNING_DAYS = 21;

const NO_ANSWER = skipped('There was no answer');

/** HTTPS addresses and their certificates; plain http is for the machine itself. */
export const ADDRESS: Check = {
	check: 'address',
	needs: [],
	find({ evidence: { address, result, answer, stuckAt, fields, certificateEnd } }) {
		if (stuckAt === 'address') {
			return result.outcome === 'accepted'
				? problem(`${address} answers with a web page`, 'Check the base URL in the credential.')
				: failed(result);
		}
		if (answer === undefined) return NO_ANSWER;
		if (!address.startsWith('https:')) return ok(`${address} answers (without a certificate)`);
		if (fields.ignoreSSLIssues === true) {
			return warning(
				`${address} answers, and its certificate is not checked`,
				'Turn "Ignore SSL Issues" off in the credential: it is for test systems.',
			);
		}
		return judgeCertificate(address, certificateEnd, Date.now());
	},
};

/** @param end ms since the epoch, where it is known */
export function judgeCertificate(address: string, end: number | undefined, now: number): Finding {
	if (end === undefined) return ok(`${address} answers, and its certificate is trusted`);
	const days = Math.floor((end - now) / DAY_MS);
	const found = `${address} answers, and its certificate is good for ${days} more ${days === 1 ? 'day' : 'days'}`;
	if (days >= WARNING_DAYS) return ok(found);
	const remedy = 'Have whoever runs the service renew it: after that, no request gets through.';
	return days < PROBLEM_DAYS ? problem(found, remedy) : warning(found, remedy);
}

const SLOW_MS = 10_000;

export const ANSWER_TIME: Check = {
	check: 'answerTime',
	needs: ['address'],
	find: ({ evidence: { answer, tookMs } }) =>
		answer === undefined ? NO_ANSWER : judgeAnswerTime(tookMs),
};

/** @param tookMs waits and repetitions included */
export function judgeAnswerTime(tookMs: number): Finding {
	if (tookMs < SLOW_MS) return ok(`The answer came after ${tookMs} ms`);
	return warning(
		`The answer came after ${(tookMs / 1_000).toFixed(1)} s`,
		'Look at the load of this n8n and of the service; "Timeout" in the options bounds the wait.',
	);
}

const PROBLEM_MS = 300_000;
const WARNING_MS = 60_000;

export const CLOCK: Check = {
	check: 'clock',
	needs: ['address'],
	find({ evidence: { answer, aheadMs } }) {
		if (answer === undefined) return NO_ANSWER;
		return aheadMs === undefined
			? skipped('The service did not tell its time')
			: judgeClock(aheadMs);
	},
};

/** @param aheadMs how far the clock of the service is ahead of ours */
export function judgeClock(aheadMs: number): Finding {
	const offMs = Math.abs(aheadMs);
	const seconds = Math.round(offMs / 1_000);
	if (offMs < WARNING_MS) return ok(`The clocks differ by ${seconds} s`);
	const found = `The clock of the service is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of this machine`;
	const remedy =
		'Set the clock of this machine, by NTP for instance: periods such as "Today", and when a token expires, go by it.';
	return offMs < PROBLEM_MS ? warning(found, remedy) : problem(found, remedy);
}
