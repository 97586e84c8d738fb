import {
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
} from '../../../../nodes/MerchantData/service/endpoints.ts';
import {
	type NoAnswer,
	readError,
} from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import {
	type Answer,
	endedAs,
	repeatAfterMs,
	RETRY_POLICY,
	situationOfStatus,
} from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { answerOf } from '../../../kit/client.mts';

it('repeats what is safe, as often as the specification says, and claims no more than it knows', () => {
	const rules = Object.entries(RETRY_POLICY).map(([situation, { repeat, outcome, ...more }]) =>
		[situation, repeat, 'atMost' in more ? more.atMost : '-', outcome].join(' '),
	);
	expect(rules).toEqual([
		'notSendable never - notSent',
		'neverOpened always 5 notSent',
		'untrusted never - notSent',
		'cancelled never - unknown',
		'timedOut ifRepeatable 1 unknown',
		'tooLarge never - unknown',
		'undecodable never - unknown',
		'answerLost ifRepeatable 5 unknown',
		'saidNo never - unknown',
		'redirected never - rejected',
		'seeOther never - unknown',
		// "Every 429 carries header Retry-After."
		'rateLimited always - rejected',
		// "Transient backend failure … retry once."
		'brokenOnce ifRepeatable 1 unknown',
		'gateway ifRepeatable 1 unknown',
		'unavailable ifRepeatable 1 rejected',
		'refused never - rejected',
	]);
});

it.each([
	['refused', [199, 400, 499]],
	['accepted', [200, 299]],
	['redirected', [300, 302, 304, 399]],
	['seeOther', [303]],
	['notSendable', [407]],
	['rateLimited', [429]],
	['brokenOnce', [500]],
	['gateway', [501, 502, 504, 599]],
	['unavailable', [503]],
])('%s is an answer with one of the statuses %j', (situation, statuses) => {
	for (const status of statuses)
		expect([status, situationOfStatus(status)]).toEqual([status, situation]);
});

const answer = (status: number, headers: Answer['headers'] = {}) => answerOf(status, '', headers);
/** What kept an answer from coming. */
const none = (code: string): NoAnswer => readError({ code }, createRedactor());

describe('the wait before a repetition', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, Answer | NoAnswer, number, number]>([
		['what the service asks for', answer(503, { 'retry-after': '7' }), 3, 7_000],
		['a backoff where that cannot be read', answer(503, { 'retry-after': 'soon' }), 0, 750],
		['a growing backoff', answer(503), 2, 3_000],
		['a backoff where no answer came', none('ECONNREFUSED'), 1, 1_500],
		['none after a 429, whose limiter waits', answer(429, { 'retry-after': '7' }), 1, 0],
	])('is %s', (_, attempt, repeat, ms) => {
		const before = Array<Answer>(repeat).fill(answer(429));
		expect(repeatAfterMs(ENDPOINTS.sql, {}, [...before, attempt], ms)).toBe(ms);
	});

	it('is no longer than may be waited', () => {
		expect(repeatAfterMs(ENDPOINTS.sql, {}, [answer(503)], 749)).toBeUndefined();
		expect(repeatAfterMs(ENDPOINTS.sql, {}, [answer(429)], 0)).toBe(0);
		expect(repeatAfterMs(ENDPOINTS.sql, {}, [answer(429)], -1)).toBeUndefined();
	});
});

describe('a repetition', () => {
	const may = (name: EndpointName, ended: Array<Answer | NoAnswer>, more = {}) => {
		const endpoint: Endpoint = ENDPOINTS[name];
		return repeatAfterMs(endpoint, more, ended, Infinity) !== undefined;
	};
	const wanted = { retryServerErrors: true };
	const refused = none('ECONNREFUSED');
	/** After how many such ends in a row it is given up; 20 for never. */
	const triesOf = (last: Answer | NoAnswer, more = {}, before: Array<Answer | NoAnswer> = []) => {
		const ended = [...before, last];
		while (ended.length < 20 && may('sql', ended, more)) ended.push(last);
		return ended.length;
	};

	it.each<[string, EndpointName, Answer | NoAnswer, object, boolean]>([
		['a read after a 500', 'sql', answer(500), {}, true],
		['a push after a 500', 'pushAds', answer(500), {}, false],
		['a push after a 500, where it is wanted', 'pushAds', answer(500), wanted, true],
		['a push whose answer was lost', 'pushAds', none('ECONNRESET'), wanted, false],
		['a read whose answer was lost', 'sql', none('ECONNRESET'), {}, true],
		['a push that never left', 'pushAds', none('ECONNREFUSED'), {}, true],
		['a push that was held up', 'pushAds', answer(429), {}, true],
		['what was refused', 'sql', answer(400), wanted, false],
		['what was accepted', 'sql', answer(200), wanted, false],
	])('of %s', (_, name, attempt, more, isMade) => {
		expect(may(name, [attempt], more)).toBe(isMade);
	});

	it.each<[Answer | NoAnswer, number]>([
		[answer(500), 2],
		[none('ETIMEDOUT'), 2],
		[refused, 6],
		[none('ECONNRESET'), 6],
		[answer(429), 20],
		[answer(400), 1],
	])('is made as often as the policy says for that way of ending: %j, %i tries', (last, tries) => {
		expect(triesOf(last)).toBe(tries);
	});

	it('is counted for each way of ending, also for who wants fewer', () => {
		const before = [refused, answer(500), answer(429)];
		expect(triesOf(answer(502), {}, before)).toBe(before.length + 2);
		expect(triesOf(refused, { mostRetries: 2 }, before)).toBe(before.length + 2);
		expect(triesOf(refused, { mostRetries: 2 })).toBe(3);
		expect(triesOf(answer(502), { mostRetries: 2 })).toBe(2);
		expect(triesOf(refused, { mostRetries: 0 })).toBe(1);
		expect(triesOf(answer(429), { mostRetries: 0 }, before)).toBe(20);
	});
});

const retryAfter = (time: string) => answer(429, { 'retry-after': time });

it.each<[ReturnType<typeof endedAs>, Array<Answer | NoAnswer>]>([
	[{ as: 'other' }, [200, 302, 400, 401, 500].map((status) => answer(status))],
	[{ as: 'other' }, ['ECONNRESET', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'].map(none)],
	[{ as: 'overloaded' }, [...[502, 503, 504].map((status) => answer(status)), none('ETIMEDOUT')]],
	[{ as: 'rateLimited', retryAfterMs: 7_000 }, [retryAfter('7')]],
	[{ as: 'rateLimited', retryAfterMs: undefined }, [retryAfter('soon')]],
])('to its limiter it is %j: %j', (ended, attempts) => {
	for (const attempt of attempts) expect([attempt, endedAs(attempt)]).toEqual([attempt, ended]);
});
