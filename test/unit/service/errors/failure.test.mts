import { ENDPOINTS, type EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { Finding } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import {
	afterFailure,
	CANCELLED,
	WAITED_IN_VAIN,
	whyFailed,
	whyUnusable,
} from '../../../../nodes/MerchantData/service/errors/failure.ts';
import { readError } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { answerOf } from '../../../kit/client.mts';
import { SHOP } from '../../../kit/execution.mts';

const REQUEST = { tries: 1, credentialName: 'Account' };

const without = (endpoint: EndpointName, code: string, tries = 1) =>
	whyFailed(ENDPOINTS[endpoint], { ...REQUEST, tries }, readError({ code }, createRedactor()));

describe('where no answer came', () => {
	it.each([
		['could not be reached', 'ECONNREFUSED', 'Nothing was sent. Check the base URL', 'notSent'],
		['has a certificate that is not trusted', 'CERT_HAS_EXPIRED', '"Ignore SSL Issues"', 'notSent'],
		['could not be asked', 'ERR_INVALID_URL', 'Nothing was sent. Check the base URL', 'notSent'],
		[
			'did not answer in time',
			'ETIMEDOUT',
			'It is not known whether the service took the',
			'unknown',
		],
		[
			'gave an answer that is too large for one text',
			'ERR_STRING_TOO_LONG',
			'as a file, or split',
			'unknown',
		],
		['did not answer', 'ECONNRESET', 'it is not known whether the service took the', 'unknown'],
	] as const)('the service %s', (message, code, description, outcome) => {
		const error = without('pushAds', code);
		expect(error.message).toBe(`The service ${message} (ad data, ${code})`);
		expect(error.description).toContain(description);
		expect(error.outcome).toBe(outcome);
		expect(error.status).toBeUndefined();
	});

	it('the error says how often the request was sent, where that was more than once', () => {
		const error = without('sql', 'ECONNREFUSED', 2);
		expect(error.message).toBe(
			'The service could not be reached (SQL query, ECONNREFUSED, after 2 tries)',
		);
	});

	it.each([
		['sql', 'EPIPE'],
		['sql', 'ETIMEDOUT'],
		['pushAds', 'EPIPE'],
	] as const)('to %s (%s), the advice is to repeat reads only', (endpoint, code) => {
		const { description } = without(endpoint, code);
		if (endpoint === 'sql') expect(description).toMatch(/^The connection broke.*Try again later/);
		else expect(description).toContain('Check there before sending it again.');
	});

	it('a read that never left is not told to have timed out', () => {
		const error = without('sql', 'ENOTFOUND');
		expect(error.description).toContain('Nothing was sent.');
	});
});

describe('where the service said no', () => {
	const { pushAds } = ENDPOINTS;
	const finding: Finding = { cause: 'shopGranted', text: 'Found out: all.' };

	it('the error names status, endpoint, tries, its text, meaning, finding and remedy', () => {
		const body = '{"message":"row 2 has no date"}';
		const error = whyFailed(pushAds, { ...REQUEST, finding, tries: 2 }, answerOf(400, body));
		expect(error.message).toBe('400 Bad Request (ad data, after 2 tries): row 2 has no date');
		expect(error.description).toMatch(
			/^Found out: all\. The service did not accept .* request\. Compare the rows .*camelCase\)\.$/,
		);
		expect(error).toMatchObject({ status: 400, outcome: 'rejected', supportBlock: undefined });
	});

	it('the error leaves no gap where nothing was found out or said', () => {
		const error = whyFailed(pushAds, REQUEST, answerOf(503));
		expect(error.message).toBe('503 Service Unavailable (ad data): the service gave no text');
		expect(error.description).toBe(
			'The service is not available at the moment, and did not do the work. Try again later.',
		);
	});

	it.each([
		[500, undefined, 'unknown'],
		[500, 'shopGranted', 'unknown'],
		[500, 'shopNotGranted', 'rejected'],
		[502, undefined, 'unknown'],
		[503, undefined, 'rejected'],
		[403, 'shopGranted', 'rejected'],
	] as const)('with %i, and %s found out, the data is %s', (status, cause, outcome) => {
		const request = { ...REQUEST, finding: cause && { cause, text: '' } };
		expect(whyFailed(pushAds, request, answerOf(status)).outcome).toBe(outcome);
	});

	describe('with a 500', () => {
		beforeEach(() => {
			jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		});
		const blockOf = (request: object, text = 'Oops') => {
			const whole = { ...REQUEST, shop: SHOP, ...request };
			const { supportBlock } = whyFailed(pushAds, whole, answerOf(500, text));
			return supportBlock!.split('\n\n--- For the support of the service ---\n')[1];
		};

		it('the error ends in all that the support of the service asks for', () => {
			expect(blockOf({ supportPayload: () => '{"data":1}' })).toBe(
				[
					'| Time: 2026-06-30T12:00:00.000Z',
					`| Shop: ${SHOP}`,
					'| Endpoint: POST /api/v2/data-in/ads',
					'| Response: 500 Oops',
					'| Payload: {"data":1}',
				].join('\n'),
			);
		});

		it('that block says what there is none of', () => {
			const block = blockOf({ shop: undefined });
			expect(block).toContain('\n| Shop: (none)\n');
			expect(block).toMatch(/\n\| Payload: \(none\)$/);
		});

		it('that block stays short, however large the answer and the payload', () => {
			const block = blockOf({ supportPayload: () => 'p'.repeat(2_001) }, 'r'.repeat(2_001));
			expect(block).toMatch(/\n\| Response: 500 r{2000}\n\| Payload: p{2000}$/);
		});
	});
});

describe('where no new access token could be had', () => {
	const notRefreshed = (endpoint: EndpointName, refreshFailure: 'refused' | 'failed') =>
		whyFailed(ENDPOINTS[endpoint], REQUEST, { ...answerOf(401), refreshFailure });

	it.each([
		[
			'refused',
			'The credential "Account" must be reconnected: its access token has expired (401) and could not be refreshed',
			/click "Switch account".*client secret was rotated/,
		],
		[
			'failed',
			'The access token of the credential "Account" has expired (401) and could not be refreshed, because the token endpoint did not give a good answer',
			/^Try again later\..*click "Switch account"/,
		],
	] as const)('the error names the credential and the way out (%s)', (failure, message, remedy) => {
		const error = notRefreshed('pushAds', failure);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(remedy);
		expect(error.description).toMatch(/This operation needs the scope "Ads: Write"\.$/);
		expect(error).toMatchObject({ status: 401, outcome: 'rejected' });
	});

	it('the error says no more where the endpoint needs no scope', () => {
		const { description } = notRefreshed('grantedShops', 'failed');
		expect(description).toMatch(/\(n8n 1\.x: "Reconnect"\)\.$/);
	});
});

describe('why nothing was sent', () => {
	it('is the error of the request', () => {
		expect(whyFailed(ENDPOINTS.sql, REQUEST, { reason: 'Not sent', remedy: 'Wait.' })).toEqual({
			message: 'Not sent',
			description: 'Wait.',
			outcome: 'notSent',
		});
	});

	it.each([
		['the execution was cancelled', CANCELLED, /the execution was cancelled$/, /^$/],
		[
			'the quota is used up',
			WAITED_IN_VAIN.quota,
			/quota.*\(429\).*may wait$/,
			/^Raise "Max Wait"/,
		],
		['others are served', WAITED_IN_VAIN.limit, /other executions.*may wait$/, /^Raise "Max Wait"/],
		['memory is full', WAITED_IN_VAIN.bodies, /other executions.*may wait$/, /^Raise "Max Wait"/],
		['of an earlier failure', afterFailure('403 (ads)'), /failed for good$/, /^403 \(ads\)$/],
	])('because %s, with what to do', (_, { reason, remedy }, ...texts) => {
		expect(reason).toMatch(/^Not sent, because /);
		expect(reason).toMatch(texts[0]!);
		expect(remedy).toMatch(texts[1]!);
	});

	it.each<[unknown, string, string]>([
		[new Error('of hush-hush'), 'of [redacted]', ''],
		[{ message: 'of hush-hush', description: 'hush-hush!' }, 'of [redacted]', '[redacted]!'],
		[{ message: 'it', description: null }, 'it', ''],
		['hush-hush', '[redacted]', ''],
	])('is told of a credential that cannot be used, in its words (%j)', (error, reason, remedy) => {
		const redactor = createRedactor();
		redactor.learn('hush-hush');
		expect(whyUnusable(error, redactor)).toEqual({ reason, remedy });
	});
});
