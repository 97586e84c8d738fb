import type { Code } from '../../../../nodes/MerchantData/errors/codes.ts';
import type { EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import {
	NO_ANSWER,
	readError,
	WAITED_IN_VAIN,
} from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import {
	type Answer,
	decisive,
	endedAs,
	type FailedAttempt,
	repeatAfterMs,
} from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import type { PollCause } from '../../../../nodes/MerchantData/service/errors/statusRow.ts';
import { answerOf } from '../../../kit/client.mts';
import { endpoints } from '../../../kit/endpoints.mts';

const answer = (status: number, headers: Answer['headers'] = {}) =>
	answerOf(status, '', headers) as FailedAttempt;
/** What kept an answer from coming. */
const none = (code: string) => readError({ code });

describe('the wait before a retry', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, FailedAttempt[], number]>([
		['what the service asks for', [answer(429), answer(503, { 'retry-after': '7' })], 7_000],
		['4 s', [answer(502), none('ECONNRESET')], 4_000],
		['a backoff if Retry-After cannot be read', [answer(503, { 'retry-after': 'soon' })], 2_000],
		['a backoff that no 429 prolongs', [answer(429), answer(429), answer(503)], 2_000],
		['none after a 429, whose limiter waits', [answer(429, { 'retry-after': '7' })], 0],
	])('is %s', (_, attempts, ms) => {
		expect(repeatAfterMs(endpoints.sql, {}, attempts, ms)).toBe(ms);
	});

	it('is no longer than may be waited', () => {
		const wait = (status: number, leftMs: number) =>
			repeatAfterMs(endpoints.sql, {}, [answer(status)], leftMs);
		expect([wait(503, 1_999), wait(429, 0), wait(429, -1)]).toEqual([undefined, 0, undefined]);
	});
});

describe('a request', () => {
	const refused = none('ECONNREFUSED');
	const lost = none('ECONNRESET');
	const late = none('ETIMEDOUT');
	const waitOf =
		(name: EndpointName, choices = {}) =>
		(attempts: FailedAttempt[]) =>
			repeatAfterMs(endpoints[name], choices, attempts, Infinity);
	const SAFE = [waitOf('sql'), waitOf('pushAds', { replaces: true })];
	/** How often it is sent again if its attempts end so, the last one again and again; 20 for ever. */
	const repeatsOf = (wait: ReturnType<typeof waitOf>, ends: FailedAttempt[]) => {
		const attempts = [ends[0]!];
		while (attempts.length <= 20 && wait(attempts) !== undefined)
			attempts.push(ends[attempts.length] ?? ends.at(-1)!);
		return attempts.length - 1;
	};

	it.each<[after: string, FailedAttempt[], safe: number, mayDouble: number]>([
		['500', [answer(500)], 1, 0],
		['502', [answer(502)], 3, 0],
		['503', [answer(503)], 3, 0],
		['502, a lost connection and 503', [answer(502), lost, answer(503)], 3, 0],
		['500, a time-out and 504', [answer(500), late, answer(504)], 3, 0],
		['502 between 429s', [answer(429), answer(502), answer(429), answer(502)], 5, 1],
		['a connection that was never opened', [refused], 5, 5],
		['502, then never opened', [answer(502), refused], 6, 0],
		['429', [answer(429)], 20, 20],
		['400', [answer(400)], 0, 0],
	])('is sent again after %s: %i times if that is safe, else %i', (_, ends, safe, mayDouble) => {
		expect(SAFE.map((wait) => repeatsOf(wait, ends))).toEqual([safe, safe]);
		expect(repeatsOf(waitOf('pushAds'), ends)).toBe(mayDouble);
	});

	it.each<[string, EndpointName, FailedAttempt[], decisive: number]>([
		['the last attempt of a read', 'sql', [answer(502), answer(503)], 1],
		['the one that may have arrived', 'pushAds', [lost, answer(503)], 0],
		['the last of those', 'pushAds', [answer(502), answer(500), refused], 1],
		['a 400, for which the service looked at the rows', 'pushAds', [lost, answer(400)], 1],
		['a 413 as well', 'pushAds', [late, answer(413)], 1],
		['the last one if none may have arrived', 'pushAds', [refused, answer(503)], 1],
	])('ended as %s says', (_, name, attempts, at) => {
		expect(decisive(attempts, endpoints[name])).toBe(attempts[at]);
		expect(decisive([], endpoints[name])).toBeUndefined();
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
	['that of the cause', { code: 'ERR', cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
	['the next best to an empty one', { code: '', httpCode: 'ETIMEDOUT' }, 'ETIMEDOUT'],
	['that of an address', { code: null, cause: { errors: [{ code: 'EACCES' }] } }, 'EACCES'],
	['unknown of nothing', null, 'UNKNOWN'],
])('the system code is %s', (_, error, systemCode) => {
	expect(readError(error)).toHaveProperty('systemCode', systemCode);
});

const TLS = 'write EPROTO 40';
it.each<[where: string, object]>([
	['in its causes', { message: 'a', cause: { message: 'b', cause: { message: TLS } } }],
	['in what stood there before', { message: 'offline?', messages: [TLS, 'x'] }],
	['in its own message', { message: ` ${TLS}\n`, messages: [''] }],
	['of an address', { message: 'a', cause: { message: '', errors: [{ message: TLS }] } }],
])('finds what an error says %s', (_, error) => {
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
		'answerLost ifRepeatable 3 unknown -',
	]);
});

type Name = keyof typeof NO_ANSWER;

it.each<[Name, string]>([
	['neverOpened', 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH'],
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
	['EHOSTUNREACH', 'connect EHOSTUNREACH', 'neverOpened'],
	['EHOSTUNREACH', 'read EHOSTUNREACH', 'answerLost'],
	['ENETUNREACH', 'write ENETUNREACH', 'answerLost'],
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

it.each<[keyof typeof WAITED_IN_VAIN, Code, reason: RegExp, remedy: RegExp, PollCause?]>([
	['cancelled', 'service.cancelled', /the execution was cancelled$/, /^$/],
	['others', 'notSent.othersFirst', /other executions.*for longer than "Max Wait"$/, /^Raise/],
	['quota', 'service.429', /\(429\) for longer than "Max Wait"$/, /^Raise/, 'rate-limited'],
])('says why nothing was sent, and what to do: %s', (...given) => {
	const [cause, code, reason, remedy, pollCause] = given;
	const told = WAITED_IN_VAIN[cause];
	expect(told).toMatchObject({ kind: 'notSent', code, pollCause });
	expect(told.reason).toMatch(/^Not sent, because /);
	expect(told.reason).toMatch(reason);
	expect(told.remedy).toMatch(remedy);
});
