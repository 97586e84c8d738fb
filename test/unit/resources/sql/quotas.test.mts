import type { IDataObject } from 'n8n-workflow';
import { type Reply, type SentRequest, SHOP, useFakeTime } from '../../../kit/execution.mts';
import { limited } from '../../../kit/client.mts';
import { runOperation } from '../../../kit/runOperation.mts';

useFakeTime();

/** A service with two quotas at once, as it is reported: 5 requests a second and 100 a minute. */
function reported(answerMs: number) {
	const windows = [
		{ limit: 5, ms: 1_000, endsAt: 0, used: 0 },
		{ limit: 100, ms: 60_000, endsAt: 0, used: 0 },
	];
	const refusal: Reply = { ...limited(10), afterMs: 50 };
	return ({ options }: SentRequest): Reply => {
		const now = Date.now();
		for (const window of windows) {
			if (window.endsAt <= now) Object.assign(window, { endsAt: now + window.ms, used: 0 });
			if (++window.used > window.limit) return refusal;
		}
		const { period } = JSON.parse(String(options.body)) as { period: { startDate: string } };
		return { body: JSON.stringify([{ day: period.startDate }]), afterMs: answerMs };
	};
}

/** The days of the answers and of the failures, in their order, and what is said of the failures. */
async function askedByDay(days: number, answerMs: number, maxWait: number) {
	const parameters: IDataObject = {
		resource: 'sql',
		operation: 'executeQuery',
		shopDomain: SHOP,
		query: 'SELECT 1',
		period: 'lastNDays',
		days,
		options: { splitBy: 'day', maxWait },
	};
	const { jsons, tookMs } = await runOperation(parameters, { replies: reported(answerMs) });
	const textsOf = (name: string) =>
		jsons.flatMap(({ [name]: text }) => (text === undefined ? [] : String(text)));
	return {
		tookMs,
		given: textsOf('day'),
		failed: textsOf('startDate'),
		descriptions: textsOf('description'),
	};
}

const daysUpToYesterday = (days: number): string[] =>
	Array.from({ length: days }, (_, index) =>
		new Date(Date.now() - (days - index) * 86_400_000).toISOString().slice(0, 10),
	);

describe('daily parts of a query under 5 requests a second and 100 a minute', () => {
	it.each([
		[365, 300],
		[730, 2_000],
	])('%i come complete, in order, if each takes %i ms', async (days, answerMs) => {
		const expected = daysUpToYesterday(days);
		const { given, failed, tookMs } = await askedByDay(days, answerMs, 300);
		expect([given, failed]).toEqual([expected, []]);
		// The quota of a minute alone takes that long.
		expect(tookMs).toBeLessThan(((days / 100) * 60_000 + 60_000) * 1.5);
	});

	it('are told one by one if the time to wait is too short, and how much all of them need', async () => {
		const expected = daysUpToYesterday(365);
		const { given, failed, descriptions } = await askedByDay(365, 300, 60);
		expect(given.length).toBeGreaterThan(50);
		expect([...given, ...failed].sort()).toEqual(expected);
		expect(descriptions).toHaveLength(failed.length);
		const needed =
			/Of 365 queries, (\d+) were answered\. At this pace, all of them need a "Max Wait" of about (\d+) seconds/;
		const [, answered, seconds] = needed.exec(descriptions[0]!)!;
		expect(Number(answered)).toBeLessThanOrEqual(given.length);
		const enough = await askedByDay(365, 300, Number(seconds));
		expect([enough.given, enough.failed]).toEqual([daysUpToYesterday(365), []]);
	});
});
