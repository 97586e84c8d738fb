import type { IDataObject } from 'n8n-workflow';
import type { FaultLike, Settings } from '../../../sandbox/index.mts';
import {
	ENDPOINT_OF,
	type Failure,
	failuresOf,
	hintsOf,
	type EndpointName,
	parametersOf,
} from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What the service is reported to answer, and what the user reads of it. */

const stage = sharedStage();
const TWO: IDataObject[] = [{ id: 'A-2' }, { id: 'A-3' }];
const no = (message: string) => ({ success: false, message });

/** Runs an operation for two items, once with and once without the error output. */
async function run(operation: EndpointName, onError?: 'continueErrorOutput') {
	return await stage.run({
		parameters: parametersOf(operation, { maxWait: 3 }),
		items: operation.startsWith('push') ? TWO : TWO.slice(0, 1),
		onError,
	});
}

it.each<[EndpointName, IDataObject]>([
	['pushAds', { success: true, message: 'Ad received' }],
	['createDeletionRequest', { success: true, message: 'Request created successfully' }],
])('a good answer is a receipt: %s', async (operation, response) => {
	const { success, thrown } = await run(operation);
	expect([thrown, success.length]).toEqual([undefined, 1]);
	expect(success[0]!.json).toMatchObject({ status: 200, response });
});

it('an answer that repeats the rows is a receipt, whatever their columns say', async () => {
	const rows = TWO.map((row) => ({ ...row, status: 'failed', error: 'none' }));
	stage.sandbox.fail('ads', { status: 200, body: { accepted: 2, rows } });
	const { success, thrown } = await stage.run({ parameters: parametersOf('pushAds'), items: rows });
	expect([thrown, success.length]).toEqual([undefined, 1]);
});

it('a deletion is not counted by its people: the service may count requests', async () => {
	const body = { success: true, accepted: 1 };
	stage.sandbox.fail('compliance', { status: 200, body });
	const parameters = {
		...parametersOf('createDeletionRequest'),
		emails: 'a@x.example, b@x.example',
	};
	const { success, thrown } = await stage.run({ parameters, items: [{}] });
	expect([thrown, success.length]).toEqual([undefined, 1]);
});

it.each<[Partial<Settings>, IDataObject]>([
	[
		{ answers: 'reported' },
		{ id: 'k1', email: 'ann@example.com', description: 'full', prefix: '9f1c' },
	],
	[{ answers: 'empty' }, {}],
])('a record of a key is given as it is: %j', async (settings, record) => {
	stage.sandbox.set(settings);
	const { success } = await run('inspectApiKey');
	expect(success[0]!.json).toMatchObject(record);
	expect('scopes' in success[0]!.json).toBe('id' in record);
});

const ORDER_ERRORS = [{ order_id: 'A-3', error: 'id is required' }];
const LONG_TEXT = `Unknown expression or function identifier 'cpa' in scope SELECT ${'x, '.repeat(30_000)}. Maybe you meant: ['cpc']`;
const PAGE = '<!doctype html><html><head><title>Please sign in</title></head></html>';
const WAIT = 'Rate limit exceeded. Please wait 10 seconds before retrying.';

/** What an error item says, and how often it was sent; rejected and once, if nothing else is said. */
interface Told {
	on: EndpointName;
	answer: FaultLike;
	outcome?: string;
	message: RegExp;
	description: RegExp;
	code?: string;
	sent?: number;
}

/** A good status that says no leaves open what became of it. */
const saysNo = (on: EndpointName, body: string, said: string): [string, Told] => [
	`a good status whose answer says no: ${body}`,
	{
		on,
		answer: { status: 200, body },
		outcome: 'unknown',
		message: new RegExp(`^200 Contradictory Answer \\(.*\\): ${said}$`),
		description: /not known whether it did\. Check at the service before you send it again/,
	},
];

const FAILURES: Record<string, Told> = {
	'rows that were refused': {
		on: 'pushAds',
		answer: { status: 400, body: no('Invalid ad data.') },
		message: /^400 Bad Request \(ad data\): Invalid ad data\.$/,
		description: /names and values of their fields with what the service expects\.$/,
	},
	'rows that were refused while others were stored': {
		on: 'pushAds',
		answer: { status: 400, body: { ...no('Validation errors'), errors: ORDER_ERRORS } },
		outcome: 'unknown',
		message: /: Validation errors; order_id A-3: id is required$/,
		description: /names rows of this request that it refused, and may have stored this one/,
		code: 'sent.mayBeThere',
	},
	'a good status that counts rows which were not taken': {
		on: 'pushAds',
		answer: { status: 200, body: { success: true, accepted: 1, rejected: 1 } },
		outcome: 'unknown',
		message: /The answer says that not everything was accepted: .*"rejected":1/,
		description: /Check at the service before you send it again/,
	},
	'a good status that counts fewer rows than were sent': {
		on: 'pushAds',
		answer: { status: 200, body: { success: true, result: { inserted: 1 } } },
		outcome: 'unknown',
		message: /The answer says that not everything was accepted: .*"inserted":1/,
		description: /Check at the service before you send it again/,
	},
	...Object.fromEntries([
		saysNo('pushAds', 'Unauthorized', 'The answer says that the request failed: Unauthorized'),
		saysNo('pushEmailSms', '{"success":false}', 'The answer says that the request failed: .*'),
		saysNo(
			'createDeletionRequest',
			'{"error":"no such feed"}',
			'The answer says that the request failed: no such feed',
		),
		saysNo('pushAds', PAGE, 'The answer is a web page or XML: Please sign in'),
	]),
	'a quota of pushes that is used up for a minute': {
		on: 'pushAds',
		answer: { status: 429, headers: { 'retry-after': '60' }, body: no('Rate limit exceeded.') },
		message: /^429 Rate Limit Exceeded \(ad data\): Rate limit exceeded\.$/,
		description: /Raise "Max Wait"/,
	},
	'a query with an unknown column, told at the end of a long text': {
		on: 'sql',
		answer: { status: 400, body: no(LONG_TEXT) },
		message: /: Unknown expression .{200,250} … .* Maybe you meant: \['cpc'\]$/,
		description: /a table or column it does not know/,
	},
	'a query that takes too long': {
		on: 'sql',
		answer: 'queryTimeout',
		message: /^400 Query Timed Out \(SQL query, after 2 attempts\): Query timeout: it ran/,
		description: /Split the period \("Split By" in the options\), or ask for fewer columns/,
		sent: 2,
	},
	'a domain that is not the one that the service knows': {
		on: 'sql',
		answer: { status: 403, body: no('Access token is required') },
		message: /^403 Access Denied \(SQL query\): Access token is required$/,
		description: /No access token is needed.*under which the service knows the shop.*storefront/,
	},
	'a quota of queries': {
		on: 'sql',
		answer: { status: 429, headers: { 'retry-after': '10' }, body: no(WAIT) },
		message: /Please wait 10 seconds before retrying\.$/,
		description: /choose shorter periods/,
	},
	'a key for another address': {
		on: 'sql',
		answer: 'invalidIss',
		message: /^401 Unauthorized \(SQL query\): Invalid iss$/,
		description: /another address \(production or staging\).*another kind.*"Environment"/,
	},
	'a token for another address': {
		on: 'pushAds',
		answer: { status: 401, body: { message: 'Invalid iss' } },
		message: /^401 Unauthorized \(ad data\): Invalid iss$/,
		description: /another address \(production or staging\)/,
		sent: 2,
	},
	'a deletion without a shop': {
		on: 'createDeletionRequest',
		answer: { status: 400, body: no('Shop ID is required') },
		message: /^400 Bad Request \(deletion request\): Shop ID is required$/,
		description: /Check the shop/,
	},
	'a wrong address': {
		on: 'inspectApiKey',
		answer: 404,
		message: /^404 Not Found \(API key\): Not found$/,
		description: /Check the base URL/,
	},
	'a gateway without JSON': {
		on: 'pushAds',
		answer: { status: 502, body: '<html><head><title>502 Bad Gateway</title></head></html>' },
		outcome: 'unknown',
		message: /^502 Bad Gateway \(ad data\): 502 Bad Gateway$/,
		description: /./,
	},
};

const failure = (
	outcome: string,
	message: RegExp,
	description: RegExp,
	code = expect.stringMatching(/^service\./) as string,
): Failure => ({
	code,
	outcome,
	message: expect.stringMatching(message) as string,
	description: expect.stringMatching(description) as string,
});

it.each(Object.entries(FAILURES))('%s', async (_, told) => {
	const { on, answer, outcome = 'rejected', message, description, code, sent = 1 } = told;
	const endpoint = ENDPOINT_OF[on];
	stage.sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [answer] });
	const expected = Array<Failure>(on.startsWith('push') ? 2 : 1).fill(
		failure(outcome, message, description, code),
	);
	expect(failuresOf(await run(on, 'continueErrorOutput'))).toMatchObject(expected);
	expect(stage.sandbox.requests(endpoint)).toHaveLength(sent);
});

it('a node that stops at rows that were named does not claim that none has arrived', async () => {
	stage.sandbox.set({ rejectRows: { field: 'id', value: 'A-3', storeOthers: true } });
	const { thrown } = await run('pushAds');
	expect(thrown!.message).toMatch(
		/Validation errors; row 1: id is not valid\. Of 2 rows, 2 were unknown/,
	);
	expect(thrown!.description).toMatch(/Do not execute again: 2 rows may be stored/);
	expect(thrown!.description).not.toContain('No row was accepted');
	expect(stage.sandbox.pushed('ads')).toHaveLength(1);
});

it.each(['invalid_grant', 'invalid_client'])('a refresh that fails with %s', async (code) => {
	stage.connect({ expired: true, refreshExpired: code === 'invalid_grant' });
	if (code === 'invalid_client') stage.sandbox.rotateSecret();
	const remedy =
		/click "Switch account".*If the client secret was rotated, enter the new one first/;
	expect(failuresOf(await run('pushAds', 'continueErrorOutput'))[0]).toMatchObject(
		failure(
			'rejected',
			/must be reconnected: its access token has expired \(401\)/,
			remedy,
			'credential.refreshRefused',
		),
	);
});

it('a connection without a refresh token is told while it works, and when it has ended', async () => {
	stage.sandbox.set({ refreshTokenScope: 'offline_access' });
	stage.connect();
	const works = await run('pushAds');
	expect(works.thrown).toBeUndefined();
	expect(hintsOf(works)).toMatch(/no refresh token\. .*"offline_access".*"Additional Scopes"/);
	stage.connect({ expired: true });
	const [ended] = failuresOf(await run('pushAds', 'continueErrorOutput'));
	const wayOut =
		/Add the scope to "Additional Scopes" in the credential, then click "Switch account"/;
	const message = /must be reconnected:.*no refresh token$/;
	const expected = failure('rejected', message, wayOut, 'credential.noRefreshToken');
	expect(ended).toMatchObject(expected);
	expect(stage.sandbox.requests('token')).toEqual([]);
	stage.connect({ scopes: ['ads:write', 'offline_access'] });
	expect(hintsOf(await run('pushAds'))).not.toContain('refresh token');
});
