import {
	backoffMs,
	RETRY_POLICY,
	retryAfterMs,
	situationOfErrorCode,
	situationOfStatus,
} from '../../../nodes/MerchantData/transport/retryPolicy.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const httpDate = (ms: number) => new Date(ms).toUTCString();

it.each<[string | undefined, string | undefined, number | undefined]>([
	['0', undefined, 0],
	['7', undefined, 7_000],
	[' 7 ', undefined, 7_000],
	['120', undefined, 120_000],
	['1.25', undefined, 1_250],
	[httpDate(NOW + 7_000), undefined, 7_000],
	// The clock of the service is an hour ahead of ours.
	[httpDate(NOW + 3_607_000), httpDate(NOW + 3_600_000), 7_000],
	[httpDate(NOW + 7_000), 'no date', 7_000],
	[httpDate(NOW - 7_000), undefined, 0],
	[undefined, undefined, undefined],
	['', undefined, undefined],
	['soon', undefined, undefined],
	['-5', undefined, undefined],
	['5s', undefined, undefined],
	['1.', undefined, undefined],
	// Date.parse would find a year in each of these.
	['a 2030', undefined, undefined],
	['30 June 2030', undefined, undefined],
])('Retry-After %s with Date %s asks for %s ms', (retryAfter, date, expected) => {
	expect(retryAfterMs(retryAfter, date, NOW)).toBe(expected);
});

it('backs off exponentially, at least by half, at most a minute', () => {
	expect([0, 1, 2, 3].map((repeat) => backoffMs(repeat, 1))).toEqual([1_000, 2_000, 4_000, 8_000]);
	expect([0, 1, 2, 3].map((repeat) => backoffMs(repeat, 0))).toEqual([500, 1_000, 2_000, 4_000]);
	expect(backoffMs(50, 1)).toBe(60_000);
});

it('repeats what is safe, as often as the specification says, and claims no more than it knows', () => {
	const rules = Object.entries(RETRY_POLICY).map(([situation, { repeat, atMost, outcome }]) =>
		[situation, repeat, atMost ?? '-', outcome].join(' '),
	);
	expect(rules).toEqual([
		'neverOpened always - notSent',
		'untrusted never - notSent',
		'answerLost ifRepeatable - unknown',
		'redirected never - rejected',
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
	[199, 'refused'],
	[200, 'accepted'],
	[299, 'accepted'],
	[300, 'redirected'],
	[399, 'redirected'],
	[400, 'refused'],
	[499, 'refused'],
	[429, 'rateLimited'],
	[500, 'brokenOnce'],
	[501, 'gateway'],
	[502, 'gateway'],
	[503, 'unavailable'],
	[504, 'gateway'],
	[599, 'gateway'],
])('status %i is %s', (status, situation) => {
	expect(situationOfStatus(status)).toBe(situation);
});

it.each([
	['ECONNREFUSED', 'neverOpened'],
	['ENOTFOUND', 'neverOpened'],
	['EAI_AGAIN', 'neverOpened'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
	['CERT_HAS_EXPIRED', 'untrusted'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
	['HOSTNAME_MISMATCH', 'untrusted'],
	['INVALID_CA', 'untrusted'],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'answerLost'],
	['ECONNRESET', 'answerLost'],
	['ECONNABORTED', 'answerLost'],
	['ETIMEDOUT', 'answerLost'],
	['EPIPE', 'answerLost'],
	['ERR_CANCELED', 'answerLost'],
	// Either may break a connection over which the request has gone already.
	['EPROTO', 'answerLost'],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'answerLost'],
	['UNABLE_TO_GET_CRL', 'untrusted'],
	// Not known to be one of those that say that no connection was opened.
	['NOT_ECONNREFUSED', 'answerLost'],
	['ENOTFOUND_LATER', 'answerLost'],
	['UNKNOWN', 'answerLost'],
])('error code %s is %s', (code, situation) => {
	expect(situationOfErrorCode(code)).toBe(situation);
});
