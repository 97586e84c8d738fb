import {
	CANCELLED,
	NO_ANSWER,
	readError,
	WAITED_IN_VAIN,
} from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';

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
