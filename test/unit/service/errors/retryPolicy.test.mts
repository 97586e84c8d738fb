import {
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
} from '../../../../nodes/MerchantData/service/endpoints.ts';
import { readError } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import {
	type Answer,
	endedAs,
	type FailedAttempt,
	repeatAfterMs,
} from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { answerOf } from '../../../kit/client.mts';

const answer = (status: number, headers: Answer['headers'] = {}) =>
	answerOf(status, '', headers) as FailedAttempt;
/** What kept an answer from coming. */
const none = (code: string) => readError({ code });

describe('the wait before a repetition', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, FailedAttempt, number, number]>([
		['what the service asks for', answer(503, { 'retry-after': '7' }), 3, 7_000],
		['a backoff if that cannot be read', answer(503, { 'retry-after': 'soon' }), 0, 750],
		['a growing backoff', answer(503), 2, 3_000],
		['a backoff if no answer came', none('ECONNREFUSED'), 1, 1_500],
		['none after a 429, whose limiter waits', answer(429, { 'retry-after': '7' }), 1, 0],
	])('is %s', (_, attempt, repeat, ms) => {
		const before = Array<FailedAttempt>(repeat).fill(answer(429));
		expect(repeatAfterMs(ENDPOINTS.sql, {}, [...before, attempt], ms)).toBe(ms);
	});

	it('is no longer than may be waited', () => {
		const wait = (status: number, leftMs: number) =>
			repeatAfterMs(ENDPOINTS.sql, {}, [answer(status)], leftMs);
		expect([wait(503, 749), wait(429, 0), wait(429, -1)]).toEqual([undefined, 0, undefined]);
	});
});

describe('a repetition', () => {
	const may = (name: EndpointName, ended: FailedAttempt[], more = {}) => {
		const endpoint: Endpoint = ENDPOINTS[name];
		return repeatAfterMs(endpoint, more, ended, Infinity) !== undefined;
	};
	const wanted = { retryServerErrors: true };
	const refused = none('ECONNREFUSED');
	/** After how many such ends in a row it is given up; 20 for never. */
	const triesOf = (last: FailedAttempt, more = {}, before: FailedAttempt[] = []) => {
		const ended = [...before, last];
		while (ended.length < 20 && may('sql', ended, more)) ended.push(last);
		return ended.length;
	};
	/** As a status would be that a read may repeat, and that is no server error. */
	const early = { ...answer(425), row: answer(502).row } as FailedAttempt;

	it.each<[string, EndpointName, FailedAttempt, object, boolean]>([
		['a read after a 500', 'sql', answer(500), {}, true],
		['a push after a 500', 'pushAds', answer(500), {}, false],
		['a push after a 500, if it is wanted', 'pushAds', answer(500), wanted, true],
		['a push after another status, though it is wanted', 'pushAds', early, wanted, false],
		['a push whose answer was lost', 'pushAds', none('ECONNRESET'), wanted, false],
		['a push that never left', 'pushAds', none('ECONNREFUSED'), {}, true],
		['a push that was held up', 'pushAds', answer(429), {}, true],
		['what was refused', 'sql', answer(400), wanted, false],
	])('of %s', (_, name, attempt, more, isMade) => {
		expect(may(name, [attempt], more)).toBe(isMade);
	});

	it('is counted for each way of ending, also for who wants fewer', () => {
		const before = [refused, answer(500), answer(429)];
		expect(triesOf(answer(502), {}, before)).toBe(before.length + 2);
		expect(triesOf(refused, { mostRetries: 2 }, before)).toBe(before.length + 2);
		expect(triesOf(answer(502), { mostRetries: 2 })).toBe(2);
		expect(triesOf(refused, { mostRetries: 0 })).toBe(1);
		expect(triesOf(answer(429), { mostRetries: 0 }, before)).toBe(20);
	});
});

const retryAfter = (time: string) => answer(429, { 'retry-after': time });

it.each<[ReturnType<typeof endedAs>, FailedAttempt[]]>([
	[{ as: 'other' }, [200, 302, 400, 401, 500].map((status) => answer(status))],
	[{ as: 'other' }, ['ECONNRESET', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'].map(none)],
	[{ as: 'overloaded' }, [...[502, 503, 504].map((status) => answer(status)), none('ETIMEDOUT')]],
	[{ as: 'rateLimited', retryAfterMs: 7_000 }, [retryAfter('7')]],
	[{ as: 'rateLimited', retryAfterMs: undefined }, [retryAfter('soon')]],
])('to its limiter it is %j', (ended, attempts) => {
	for (const attempt of attempts) expect(endedAs(attempt)).toEqual(ended);
});
