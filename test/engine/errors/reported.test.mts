import type { IDataObject } from 'n8n-workflow';
import type { Code } from '../../../nodes/MerchantData/errors/codes.ts';
import type { FaultLike, Settings } from '../../../sandbox/index.mts';
import {
	ENDPOINT_OF,
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

/** Runs an operation: a push for two items, others for one. */
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

/** What is said of the data: of two rows of a push, and of one item otherwise. */
async function failuresAfter(on: EndpointName, answer: FaultLike) {
	stage.sandbox.chaos({ endpoints: [ENDPOINT_OF[on]], probability: 1, faults: [answer] });
	const failures = failuresOf(await run(on, 'continueErrorOutput'));
	expect(failures).toHaveLength(on.startsWith('push') ? 2 : 1);
	return failures;
}

const LONG = `Unknown identifier 'cpa' in ${'x, '.repeat(30_000)}. Maybe you meant: ['cpc']`;
const PAGE = '<!doctype html><html><head><title>Please sign in</title></head></html>';

/** What each code tells to do is in the unit tests. */
it.each<[what: string, EndpointName, status: number, text: string, outcome: string, code: Code]>([
	['rows that are refused', 'pushAds', 400, 'Invalid ad.', 'rejected', 'service.400'],
	['a quota of pushes', 'pushAds', 429, 'Rate limit exceeded.', 'rejected', 'service.429'],
	[
		'a token for another address',
		'pushAds',
		401,
		'Invalid iss',
		'rejected',
		'service.otherAddress',
	],
	['a gateway without JSON', 'pushAds', 502, PAGE, 'unknown', 'service.502'],
	['a quota of queries', 'sql', 429, 'Please wait 10 seconds.', 'rejected', 'service.429'],
	['an unknown column', 'sql', 400, LONG, 'rejected', 'service.400'],
	['an unknown domain', 'sql', 403, 'Token is required', 'rejected', 'service.shopNotGranted'],
	['a key for another address', 'sql', 401, 'Invalid iss', 'rejected', 'service.otherAddress'],
	['a deletion without a shop', 'createDeletionRequest', 400, 'No shop', 'rejected', 'service.400'],
	['a wrong address', 'inspectApiKey', 404, 'Not found', 'rejected', 'service.404'],
])('%s is told as such', async (...[, on, status, text, outcome, code]) => {
	const body = text === PAGE ? text : no(text);
	const failures = await failuresAfter(on, { status, headers: { 'retry-after': '60' }, body });
	const said = text === PAGE ? 'Please sign in' : text.slice(-20);
	for (const failure of failures) expect(failure).toMatchObject({ code, outcome });
	expect(failures[0]!.message).toContain(said);
	// After a 401, a push is sent once more with a new token.
	const sent = on === 'pushAds' && status === 401 ? 2 : 1;
	expect(stage.sandbox.requests(ENDPOINT_OF[on])).toHaveLength(sent);
});

const SAYS_NO = 'The answer says that the request failed';
const NOT_ALL = 'The answer says that not everything was accepted';

it.each<[EndpointName, body: IDataObject | string, said: string]>([
	['pushAds', { success: true, accepted: 1, rejected: 1 }, NOT_ALL],
	['pushAds', { success: true, result: { inserted: 1 } }, NOT_ALL],
	['pushAds', 'Unauthorized', `${SAYS_NO}: Unauthorized`],
	['pushAds', PAGE, 'The answer is a web page or XML: Please sign in'],
	['pushEmailSms', '{"success":false}', SAYS_NO],
	['createDeletionRequest', '{"error":"no such feed"}', `${SAYS_NO}: no such feed`],
])('%s: a good status with %j leaves open whether it arrived', async (on, body, said) => {
	for (const failure of await failuresAfter(on, { status: 200, body })) {
		expect(failure).toMatchObject({ code: 'service.contradiction', outcome: 'unknown' });
		expect(failure.message).toContain(said);
	}
	expect(stage.sandbox.requests(ENDPOINT_OF[on])).toHaveLength(1);
});

it('rows beside those that an answer names may be stored', async () => {
	const errors = [{ order_id: 'A-3', error: 'id is required' }];
	const [failure] = await failuresAfter('pushAds', { status: 400, body: { ...no('x'), errors } });
	expect(failure).toMatchObject({ code: 'sent.mayBeThere', outcome: 'unknown' });
	expect(failure!.message).toContain(': x; order_id A-3: id is required');
});

it('a query that takes too long is asked once more', async () => {
	const [failure] = await failuresAfter('sql', 'queryTimeout');
	expect(failure).toMatchObject({ code: 'service.queryTimedOut', outcome: 'rejected' });
	expect(failure!.message).toMatch(/^400 Query Timed Out \(SQL query, after 2 attempts\): /);
	expect(stage.sandbox.requests('sql')).toHaveLength(2);
});

it('a node that stops at rows that an answer named says that others may be stored', async () => {
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
	const [failure] = failuresOf(await run('pushAds', 'continueErrorOutput'));
	expect(failure).toMatchObject({ code: 'credential.refreshRefused', outcome: 'rejected' });
});

it('a connection without a refresh token is reported while it works, and when it has ended', async () => {
	stage.sandbox.set({ refreshTokenScope: 'offline_access' });
	stage.connect();
	const works = await run('pushAds');
	expect(works.thrown).toBeUndefined();
	expect(hintsOf(works)).toMatch(/no refresh token\. .*"offline_access".*"Additional Scopes"/);
	stage.connect({ expired: true });
	const [ended] = failuresOf(await run('pushAds', 'continueErrorOutput'));
	expect(ended).toMatchObject({ code: 'credential.noRefreshToken', outcome: 'rejected' });
	expect(stage.sandbox.requests('token')).toEqual([]);
	stage.connect({ scopes: ['ads:write', 'offline_access'] });
	expect(hintsOf(await run('pushAds'))).not.toContain('refresh token');
});
