import type { INode } from 'n8n-workflow';
import { ENDPOINTS, type EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { Finding } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import { readError } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import {
	outcomeFields,
	ServiceError,
	serviceErrorOf,
} from '../../../../nodes/MerchantData/service/errors/serviceError.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { answerOf } from '../../../kit/client.mts';
import { SHOP } from '../../../kit/execution.mts';

const node = { id: '1', name: 'Merchant Data', parameters: {} } as unknown as INode;
const account = { id: '7', name: 'Account' };
const ofAccount: INode = { ...node, credentials: { merchantDataOAuth2Api: account } };

it.each([
	'429 Rate Limit Exceeded (SQL query): slow down',
	// n8n would put texts of its own in the place of these.
	'The service could not be reached (ad data, ECONNREFUSED)',
	'502 Bad Gateway (ad data): Bad Gateway',
])('keeps our words, even where n8n has others: %s', (message) => {
	const error = new ServiceError(node, { message, description: message, outcome: 'unknown' });
	expect(error).toMatchObject({ message, description: message, outcome: 'unknown' });
	// Where the editor looks for the full message.
	expect(new Set(error.messages)).toEqual(new Set([message]));
});

const details = { message: 'No', description: 'Ask.', outcome: 'rejected' } as const;

it('tells n8n the status and the item, and callers what became of the data', () => {
	const error = new ServiceError(node, { ...details, status: 403, itemIndex: 3 });
	expect(error).toMatchObject({ httpCode: '403', status: 403, outcome: 'rejected' });
	expect(error.context.itemIndex).toBe(3);
	expect(outcomeFields(error)).toStrictEqual({ outcome: 'rejected', status: 403 });
	expect(outcomeFields(new ServiceError(node, details))).toStrictEqual({ outcome: 'rejected' });
	expect(outcomeFields(new TypeError('No'))).toStrictEqual({});
});

it('keeps the block for support apart, which stands last', () => {
	const error = new ServiceError(node, { ...details, supportBlock: '\n\n--- Block' });
	expect(error).toMatchObject({ explanation: 'Ask.', supportBlock: '\n\n--- Block' });
	expect(error.description).toBe('Ask.\n\n--- Block');
	expect(new ServiceError(node, details).description).toBe('Ask.');
});

const REQUEST = { tries: 1, itemIndex: 3 };

const without = (endpoint: EndpointName, code: string, tries = 1) =>
	serviceErrorOf(
		ofAccount,
		ENDPOINTS[endpoint],
		{ ...REQUEST, tries },
		readError({ code }, createRedactor()),
	);

describe('where no answer came', () => {
	it.each([
		['could not be reached', 'ECONNREFUSED', 'Check the base URL', 'notSent'],
		['has a certificate that is not trusted', 'CERT_HAS_EXPIRED', '"Ignore SSL Issues"', 'notSent'],
		['could not be asked', 'ERR_INVALID_URL', 'Check the base URL', 'notSent'],
		['did not answer in time', 'ETIMEDOUT', 'It is not known whether', 'unknown'],
		['gave an answer that is too large for one text', 'ERR_STRING_TOO_LONG', 'a file', 'unknown'],
		['did not answer', 'ECONNRESET', 'It is not known whether', 'unknown'],
	] as const)('the service %s', (message, code, description, outcome) => {
		const error = without('pushAds', code);
		expect(error.message).toBe(`The service ${message} (ad data, ${code})`);
		expect(error.description).toContain(description);
		expect(/^Nothing was sent\. /.test(error.description!)).toBe(outcome === 'notSent');
		expect(error).toMatchObject({ outcome, status: undefined });
	});

	it('the error says how often the request was sent, where that was more than once', () => {
		const { message } = without('sql', 'ECONNREFUSED', 2);
		expect(message).toMatch(/ could not be reached \(SQL query, ECONNREFUSED, after 2 tries\)$/);
	});

	it.each([
		['sql', 'EPIPE', /^The connection broke.*Try again later/],
		['sql', 'ETIMEDOUT', /^The connection broke.*Try again later/],
		['pushAds', 'EPIPE', /Check there before you send it again\./],
	] as const)('to %s (%s), the advice is to repeat reads only', (endpoint, code, advice) => {
		expect(without(endpoint, code).description).toMatch(advice);
	});
});

describe('where the service said no', () => {
	const { pushAds } = ENDPOINTS;
	const LONG = 'x'.repeat(2_000);
	const finding: Finding = { cause: 'shopGranted', text: 'Found out: all.' };

	it('the error names status, endpoint, tries, its text, meaning, finding and remedy', () => {
		const answer = answerOf(400, { message: 'row 2 has no date' });
		const error = serviceErrorOf(ofAccount, pushAds, { ...REQUEST, finding, tries: 2 }, answer);
		expect(error.message).toBe('400 Bad Request (ad data, after 2 tries): row 2 has no date');
		expect(error.description).toMatch(
			/^Found out: all\. The service did not accept .* request\. Compare the rows .*camelCase\)\.$/,
		);
		expect(error).toMatchObject({ status: 400, outcome: 'rejected', supportBlock: '' });
	});

	it('the error leaves no gap where nothing was found out or said', () => {
		const error = serviceErrorOf(ofAccount, pushAds, REQUEST, answerOf(503));
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
		expect(serviceErrorOf(ofAccount, pushAds, request, answerOf(status)).outcome).toBe(outcome);
	});

	it.each([
		['all', { supportPayload: () => '{"data":1}' }, 'Oops', SHOP, 'Oops', '{"data":1}'],
		['nothing', { shop: undefined }, 'Oops', '(none)', 'Oops', '(none)'],
		['too much', { supportPayload: () => `${LONG}p` }, `${LONG}r`, SHOP, LONG, LONG],
	])('the error with a 500 ends in what support asks for: %s', (_, more, text, ...told) => {
		jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
		const request = { ...REQUEST, shop: SHOP, ...more };
		const { supportBlock } = serviceErrorOf(ofAccount, pushAds, request, answerOf(500, text));
		const [shop, response, payload] = told;
		expect(supportBlock!.split('\n')).toEqual([
			...['', '', '--- For the support of the service ---'],
			'| Time: 2026-06-30T12:00:00.000Z',
			`| Shop: ${shop}`,
			'| Endpoint: POST /api/v2/data-in/ads',
			`| Response: 500 ${response}`,
			`| Payload: ${payload}`,
		]);
	});
});

it.each([
	['refused', /^The credential "Account" must be reconnected: .*\(401\)/, /^To reconnect it/],
	['failed', /^The access token of the credential "Account" has .*\(401\)/, /^Try again later\./],
] as const)('without a new access token it names the way out (%s)', (failure, message, remedy) => {
	const refused = { ...answerOf(401), refreshFailure: failure };
	const error = serviceErrorOf(ofAccount, ENDPOINTS.pushAds, REQUEST, refused);
	expect(error).toMatchObject({
		message: expect.stringMatching(message) as string,
		description: expect.stringMatching(remedy) as string,
		status: 401,
		outcome: 'rejected',
	});
	expect(error.description).toMatch(/click "Switch account".*the scope "Ads: Write"\.$/);
	// This one needs no scope.
	const other = serviceErrorOf(ofAccount, ENDPOINTS.grantedShops, REQUEST, refused);
	expect(other.description).not.toMatch(/scope|\s$/);
});
