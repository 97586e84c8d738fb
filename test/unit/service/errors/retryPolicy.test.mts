import type { EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import {
	CANCELLED,
	NO_ANSWER,
	readError,
	WAITED_IN_VAIN,
} from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import {
	type Answer,
	endedAs,
	type FailedAttempt,
	repeatAfterMs,
} from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { answerOf } from '../../../kit/client.mts';
import { endpoints } from '../../../kit/endpoints.mts';

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
		expect(repeatAfterMs(endpoints.sql, {}, [...before, attempt], ms)).toBe(ms);
	});

	it('is no longer than may be waited', () => {
		const wait = (status: number, leftMs: number) =>
			repeatAfterMs(endpoints.sql, {}, [answer(status)], leftMs);
		expect([wait(503, 749), wait(429, 0), wait(429, -1)]).toEqual([undefined, 0, undefined]);
	});
});

describe('a repetition', () => {
	const may = (name: EndpointName, ended: FailedAttempt[], more = {}) =>
		repeatAfterMs(endpoints[name], more, ended, Infinity) !== undefined;
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

it.each<[string, unknown, string]>([
	["axios' own", { code: 'ECONNRESET' }, 'ECONNRESET'],
	['that of the cause', { code: 'ERR', cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
	["n8n 1.x's", { httpCode: 'ECONNABORTED' }, 'ECONNABORTED'],
	['the next best to an empty one', { code: '', httpCode: 'ETIMEDOUT' }, 'ETIMEDOUT'],
	['that of an address', { code: null, cause: { errors: [{ code: 'EACCES' }] } }, 'EACCES'],
	['unknown of nothing', null, 'UNKNOWN'],
])('the error code is %s', (_, error, code) => {
	expect(readError(error).code).toBe(code);
});

const TLS = 'write EPROTO 40';
it.each<[string, object]>([
	["the cause's", { message: 'a', cause: { message: 'b', cause: { message: TLS } } }],
	['what stood there before', { message: 'offline?', messages: [TLS, 'x'] }],
	['its own', { message: ` ${TLS}\n`, messages: [''] }],
	["an address's", { message: 'a', cause: { message: '', errors: [{ message: TLS }] } }],
])('the message is %s', (_, error) => {
	expect(readError({ code: 'EPROTO', ...error }).row).toBe(NO_ANSWER.notSendable);
});

it('repeats what is safe, and claims no more than it knows', () => {
	const rules = Object.entries(NO_ANSWER).map(([name, row]) => {
		const { repeat, atMost, load, outcome } = { repeat: 'never', atMost: '-', load: '-', ...row };
		return [name, repeat, atMost, outcome, load].join(' ');
	});
	expect(rules).toEqual([
		'notSendable never - notSent -',
		'neverOpened always 5 notSent -',
		'untrusted never - notSent -',
		'cancelled never - unknown -',
		'timedOut ifRepeatable 1 unknown overloaded',
		'undecodable never - unknown -',
		'tooLarge never - unknown -',
		'answerLost ifRepeatable 5 unknown -',
	]);
});

type Name = keyof typeof NO_ANSWER;

it.each<[Name, string]>([
	['neverOpened', 'ECONNREFUSED ENOTFOUND EAI_AGAIN'],
	['untrusted', 'DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED UNABLE_TO_GET_CRL INVALID_CA'],
	['timedOut', 'ECONNABORTED ETIMEDOUT'],
	['tooLarge', 'ERR_STRING_TOO_LONG'],
	['notSendable', 'ERR_INVALID_URL ERR_SOCKET_BAD_PORT ERR_FR_MAX_BODY_LENGTH_EXCEEDED'],
	['cancelled', 'ERR_CANCELED'],
	['answerLost', 'ECONNRESET EPIPE ERR_BAD_REQUEST UNKNOWN'],
	// These may break a connection over which the request has gone already.
	['answerLost', 'EPROTO ERR_SSL_BAD_RECORD_MAC ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
	// Not known to be one of those that say more.
	['answerLost', 'NOT_ECONNREFUSED ENOTFOUND_LATER NOT_ERR_CANCELED NOT_ERR_INVALID_URL'],
])('%s is an error with one of the codes %s', (name, codes) => {
	for (const code of codes.split(' '))
		expect(readError({ code })).toHaveProperty('row', NO_ANSWER[name]);
});

it.each<[string, string, Name]>([
	// As n8n gives them, measured on both host lines.
	['ERR_BAD_REQUEST', 'Unsupported protocol ftp:', 'notSendable'],
	['ERR_BAD_REQUEST', 'Request body larger than maxBodyLength limit', 'notSendable'],
	['UNKNOWN', 'The request was blocked because it resolves to a restricted IP', 'notSendable'],
	['UNKNOWN', 'Domain not allowed: This credential is restricted from', 'notSendable'],
	['UNKNOWN', 'It says: Domain not allowed', 'answerLost'],
	['EPROTO', 'write EPROTO 40:error:0A00010B:SSL routines::wrong version number', 'notSendable'],
	// Read, not written: the request may have gone.
	['EPROTO', 'read EPROTO', 'answerLost'],
	['NOT_EPROTO', 'write EPROTO', 'answerLost'],
	['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.7:443', 'neverOpened'],
	['EACCES', 'connect EACCES 10.0.0.7:443', 'neverOpened'],
	['ETIMEDOUT', 'after connect ETIMEDOUT', 'timedOut'],
	['ECONNRESET', 'Client network socket disconnected before secure TLS connection', 'neverOpened'],
	['UNKNOWN', 'Proxy connection ended before receiving CONNECT response', 'neverOpened'],
	['UNKNOWN', 'It says: No header received from proxy CONNECT response', 'answerLost'],
	['UNKNOWN', 'Cannot create a string longer than 0x1fffffe8 characters', 'tooLarge'],
	['ERR_BAD_RESPONSE', 'maxContentLength size of 100 exceeded', 'tooLarge'],
	// The words of an error do not make a certificate's error of it.
	['EPIPE', 'SELF_SIGNED_CERT', 'answerLost'],
	['not utf-8', '', 'undecodable'],
])('error code %s that says "%s" is %s', (code, message, name) => {
	expect(readError({ code, message }).row).toBe(NO_ANSWER[name]);
});

it.each([
	[CANCELLED, /the execution was cancelled$/, /^$/, undefined],
	[WAITED_IN_VAIN.quota, /quota.*\(429\).*may wait$/, /^Raise "Max Wait"/, 'rate-limited'],
	[WAITED_IN_VAIN.others, /other executions.*may wait$/, /^Raise "Max Wait"/, undefined],
])('says why nothing was sent, and what to do: %j', (why, reason, remedy, pollCause) => {
	expect(why.reason).toMatch(/^Not sent, because /);
	expect(why.reason).toMatch(reason);
	expect(why.remedy).toMatch(remedy);
	expect(why.pollCause).toBe(pollCause);
});
