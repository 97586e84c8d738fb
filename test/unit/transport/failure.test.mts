import type { Finding } from '../../../nodes/MerchantData/transport/diagnosis.ts';
import type { EndpointName } from '../../../nodes/MerchantData/transport/endpoints.ts';
import {
	noAnswerError,
	notSentError,
	renewalError,
	statusError,
} from '../../../nodes/MerchantData/transport/failure.ts';
import { createContext, SHOP } from './context.mts';

const { node } = createContext({});

const failed = (endpoint: EndpointName) => ({ node, endpoint, shop: SHOP, itemIndex: 3 });

describe('where no answer came', () => {
	it.each([
		['could not be reached', 'ECONNREFUSED', 'Nothing was sent. Check the base URL', 'notSent'],
		['has a certificate that is not trusted', 'CERT_HAS_EXPIRED', '"Ignore SSL Issues"', 'notSent'],
		['did not answer', 'ECONNRESET', 'it is not known whether the service took the', 'unknown'],
	] as const)('the service %s', (message, code, description, outcome) => {
		const error = noAnswerError(failed('pushAds'), { code }, 1);
		expect(error.message).toBe(`The service ${message} (ad data, ${code})`);
		expect(error.description).toContain(description);
		expect(error).toMatchObject({ outcome, status: undefined, context: { itemIndex: 3 } });
	});

	it('the error says how often the request was sent, where that was more than once', () => {
		const error = noAnswerError(failed('sql'), { code: 'ECONNREFUSED' }, 2);
		expect(error.message).toBe(
			'The service could not be reached (SQL query, ECONNREFUSED, after 2 tries)',
		);
	});

	it.each(['sql', 'pushAds'] as const)('to %s, the advice is to repeat reads only', (endpoint) => {
		const { description } = noAnswerError(failed(endpoint), { code: 'EPIPE' }, 1);
		if (endpoint === 'sql') expect(description).toMatch(/^The connection broke.*Try again later/);
		else expect(description).toContain('Check there before sending it again.');
	});

	it('a read that never left is not told to have timed out', () => {
		const error = noAnswerError(failed('sql'), { code: 'ENOTFOUND' }, 1);
		expect(error.description).toContain('Nothing was sent.');
	});
});

describe('where the service said no', () => {
	const answer = (status: number, text = '') => ({ status, headers: {}, text });
	const finding: Finding = { cause: 'unclear', text: 'Found out: nothing.' };

	it('the error names status, endpoint, tries, its text, meaning, finding and remedy', () => {
		const body = '{"message":"row 2 has no date"}';
		const error = statusError(failed('pushAds'), answer(400, body), finding, 'rejected', 2);
		expect(error.message).toBe('400 Bad Request (ad data, after 2 tries): row 2 has no date');
		expect(error.description).toMatch(
			/^The service did not accept .* request\. Found out: nothing\. Compare the rows .*means\.$/,
		);
		expect(error).toMatchObject({ status: 400, outcome: 'rejected', context: { itemIndex: 3 } });
	});

	it('the error leaves no gap where nothing was found out or said', () => {
		const error = statusError(failed('pushAds'), answer(503), undefined, 'rejected', 1);
		expect(error.message).toBe('503 Service Unavailable (ad data): the service gave no text');
		expect(error.description).toBe('The service is not available at the moment. Try again later.');
	});

	describe('with a 500', () => {
		beforeEach(() => {
			jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		});
		const blockOf = (request: object, text = 'Oops') => {
			const whole = { ...failed('pushAds'), ...request };
			const { description } = statusError(whole, answer(500, text), undefined, 'unknown', 1);
			return description!.split('\n\n--- For the support of the service ---\n')[1];
		};

		it('the error ends in all that the support of the service asks for', () => {
			expect(blockOf({ supportPayload: '{"data":1}' })).toBe(
				[
					'Time: 2026-06-30T12:00:00.000Z',
					`Shop: ${SHOP}`,
					'Endpoint: POST /api/v2/data-in/ads',
					'Response: 500 Oops',
					'Payload: {"data":1}',
				].join('\n'),
			);
		});

		it('that block says what there is none of', () => {
			const block = blockOf({ shop: undefined });
			expect(block).toContain('\nShop: (none)\n');
			expect(block).toMatch(/\nPayload: \(none\)$/);
		});

		it('that block stays short, however large the answer and the payload', () => {
			const block = blockOf({ supportPayload: 'p'.repeat(2_001) }, 'r'.repeat(2_001));
			expect(block).toMatch(/\nResponse: 500 r{2000}\nPayload: p{2000}$/);
		});
	});
});

describe('where no new access token could be had', () => {
	it.each([
		[
			'refused',
			'The credential "Account" must be reconnected: its access token has expired (401) and could not be refreshed',
			/click "Reconnect".*client secret was rotated/,
		],
		[
			'failed',
			'The access token of the credential "Account" has expired (401) and could not be refreshed, because the token endpoint did not give a good answer',
			/^Try again later\..*click "Reconnect"/,
		],
	] as const)('the error names the credential and the way out (%s)', (failure, message, remedy) => {
		const error = renewalError(failed('pushAds'), failure);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(remedy);
		expect(error).toMatchObject({ status: 401, outcome: 'rejected', context: { itemIndex: 3 } });
	});

	it.each([undefined, {}])(
		'the error does without a name, the credentials being %j',
		(credentials) => {
			const nameless = { ...failed('pushAds'), node: { ...node, credentials } };
			expect(renewalError(nameless, 'refused').message).toMatch(/^The credential "" must be/);
		},
	);
});

it('an error of what was not sent gives the reason and the remedy', () => {
	const error = notSentError(failed('sql'), 'Not sent, for a reason', 'Do something else.');
	expect(error).toMatchObject({
		message: 'Not sent, for a reason',
		description: 'Do something else.',
		outcome: 'notSent',
		status: undefined,
		context: { itemIndex: 3 },
	});
});
