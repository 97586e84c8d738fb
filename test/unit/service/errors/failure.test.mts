import type { EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { Finding } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import {
	afterFailure,
	CANCELLED,
	noAnswerError,
	notSentError,
	WAITED_IN_VAIN,
	refreshError,
	statusError,
	whyUnusable,
} from '../../../../nodes/MerchantData/service/errors/failure.ts';
import { situationOfErrorCode } from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { answerOf } from '../../../kit/client.mts';
import { createContext, SHOP } from '../../../kit/execution.mts';

const { node } = createContext({});

const failed = (endpoint: EndpointName) => ({ node, endpoint, shop: SHOP, itemIndex: 3 });

/** What keeps an answer from coming. */
const without = (code: string) => ({ code, message: '', situation: situationOfErrorCode(code) });

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
		const error = noAnswerError(failed('pushAds'), without(code), 1);
		expect(error.message).toBe(`The service ${message} (ad data, ${code})`);
		expect(error.description).toContain(description);
		expect(error).toMatchObject({ outcome, status: undefined, context: { itemIndex: 3 } });
	});

	it('the error says how often the request was sent, where that was more than once', () => {
		const error = noAnswerError(failed('sql'), without('ECONNREFUSED'), 2);
		expect(error.message).toBe(
			'The service could not be reached (SQL query, ECONNREFUSED, after 2 tries)',
		);
	});

	it.each([
		['sql', 'EPIPE'],
		['sql', 'ETIMEDOUT'],
		['pushAds', 'EPIPE'],
	] as const)('to %s (%s), the advice is to repeat reads only', (endpoint, code) => {
		const { description } = noAnswerError(failed(endpoint), without(code), 1);
		if (endpoint === 'sql') expect(description).toMatch(/^The connection broke.*Try again later/);
		else expect(description).toContain('Check there before sending it again.');
	});

	it('a read that never left is not told to have timed out', () => {
		const error = noAnswerError(failed('sql'), without('ENOTFOUND'), 1);
		expect(error.description).toContain('Nothing was sent.');
	});
});

describe('where the service said no', () => {
	const finding: Finding = { cause: 'unclear', text: 'Found out: nothing.' };

	it('the error names status, endpoint, tries, its text, meaning, finding and remedy', () => {
		const body = '{"message":"row 2 has no date"}';
		const error = statusError(failed('pushAds'), answerOf(400, body), finding, 'rejected', 2);
		expect(error.message).toBe('400 Bad Request (ad data, after 2 tries): row 2 has no date');
		expect(error.description).toMatch(
			/^Found out: nothing\. The service did not accept .* request\. Compare the rows .*camelCase\)\.$/,
		);
		expect(error).toMatchObject({ status: 400, outcome: 'rejected', context: { itemIndex: 3 } });
	});

	it('the error leaves no gap where nothing was found out or said', () => {
		const error = statusError(failed('pushAds'), answerOf(503), undefined, 'rejected', 1);
		expect(error.message).toBe('503 Service Unavailable (ad data): the service gave no text');
		expect(error.description).toBe(
			'The service is not available at the moment, and did not do the work. Try again later.',
		);
	});

	describe('with a 500', () => {
		beforeEach(() => {
			jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		});
		const blockOf = (request: object, text = 'Oops') => {
			const whole = { ...failed('pushAds'), ...request };
			const { description } = statusError(whole, answerOf(500, text), undefined, 'unknown', 1);
			return description!.split('\n\n--- For the support of the service ---\n')[1];
		};

		it('the error ends in all that the support of the service asks for', () => {
			expect(blockOf({ supportPayload: '{"data":1}' })).toBe(
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
			const block = blockOf({ supportPayload: 'p'.repeat(2_001) }, 'r'.repeat(2_001));
			expect(block).toMatch(/\n\| Response: 500 r{2000}\n\| Payload: p{2000}$/);
		});
	});
});

describe('where no new access token could be had', () => {
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
		const error = refreshError(failed('pushAds'), failure);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(remedy);
		expect(error).toMatchObject({ status: 401, outcome: 'rejected', context: { itemIndex: 3 } });
	});

	it.each([undefined, {}])(
		'the error does without a name, the credentials being %j',
		(credentials) => {
			const nameless = { ...failed('pushAds'), node: { ...node, credentials } };
			expect(refreshError(nameless, 'refused').message).toMatch(/^The credential "" must be/);
		},
	);
});

it('an error of what was not sent gives the reason and the remedy', () => {
	const whyNot = { reason: 'Not sent, for a reason', remedy: 'Do something else.' };
	const error = notSentError(failed('sql'), whyNot);
	expect(error).toMatchObject({
		message: 'Not sent, for a reason',
		description: 'Do something else.',
		outcome: 'notSent',
		status: undefined,
		context: { itemIndex: 3 },
	});
});

describe('why nothing was sent', () => {
	it.each([
		['the execution was cancelled', CANCELLED, /the execution was cancelled$/, /^$/],
		[
			'the quota is used up',
			WAITED_IN_VAIN.quota,
			/quota.*\(429\).*may wait$/,
			/^Raise "Max Wait"/,
		],
		['others are served', WAITED_IN_VAIN.limit, /other executions.*may wait$/, /^Raise "Max Wait"/],
		[
			'memory is full',
			WAITED_IN_VAIN.bodies,
			/other executions.*8 MiB.*may wait$/,
			/^Raise "Max Wait"/,
		],
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
