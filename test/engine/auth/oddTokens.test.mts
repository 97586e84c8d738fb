import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { expectNone } from '../../kit/leaks.mts';
import { failuresOf, parametersOf } from '../../kit/operations.mts';
import { createStage, sharedStage, type Stage } from '../../kit/stage.mts';

/** Odd answers of the token endpoint after an access token has expired. Each further answer is good. */

/** It looks different in each encoding. */
const CLIENT_SECRET = 'secret/+"\\ & 100%-client=';
const text = (status: number, body: string, type: string): FaultLike => ({
	status,
	body,
	headers: { 'content-type': type },
});
const json = (status: number, body: string) => text(status, body, 'application/json');
const form = (status: number, body: string) =>
	text(status, body, 'application/x-www-form-urlencoded; charset=utf-8');
const html = (status: number) => text(status, '<html><title>Sign in</title></html>', 'text/html');

/** After these, another call would be refused, too. */
const FINAL: readonly FaultLike[] = [
	{ status: 400, body: { error: 'invalid_grant' } },
	{ status: 200, body: { error: 'invalid_grant' } },
	{ status: 403, body: { error: 'login_required', error_description: 'Ask the merchant.' } },
	{ status: 401, body: { error: 'invalid_client', error_description: `bad ${CLIENT_SECRET}` } },
	{ status: 400, body: { error: { code: 7, message: 'The token was revoked' } } },
	{ status: 200, body: { success: false, message: 'The connection was removed' } },
	{ status: 404, body: { message: 'No' } },
	{ status: 400, echo: true },
	'rotateSecret',
	'removeApp',
	...['null', '{"error":', ''].map((body) => json(400, body)),
	html(403),
	{ status: 401, body: '' },
	...[200, 400].map((status) => form(status, 'error=invalid_grant')),
	{ status: 302, body: '' },
	// No token comes with a good status.
	...['{}', 'null', '', '{"a":'].map((body) => json(200, body)),
	{ status: 200, body: { access_token: null, refresh_token: null, token_type: null } },
	{ status: 200, body: { token_type: 7, access_token: 'of-an-odd-type' } },
	html(200),
	{ status: 204, body: '' },
];

/** These say that another call may succeed. */
const PASSING: readonly FaultLike[] = [
	...[408, 425].map((status) => ({ status, body: { success: false, message: 'No' } })),
	html(429),
	{ status: 429, body: '' },
	form(429, 'No'),
	{ status: 429, body: { error: { code: 429, message: 'Rate limit exceeded' } } },
	...[200, 400].map((status) => ({ status, body: { error: 'temporarily_unavailable' } })),
	{ status: 500, body: { error: 'invalid_grant' } },
	{ status: 500, echo: true },
	html(503),
	{ status: 503, body: '' },
	'reset',
];

const CASES = [
	...FINAL.map((fault) => ['makes one token call', fault] as const),
	...PASSING.map((fault) => ['tries again', fault] as const),
];

const RECONNECT = expect.stringMatching(
	/must be reconnected: .* could not be refreshed$/,
) as string;
const tokenData = ({ engine, oauth }: Stage) =>
	engine.credentials.read(oauth).oauthTokenData as IDataObject;

async function play(fault: FaultLike) {
	const stage = await createStage({ clientSecret: CLIENT_SECRET });
	try {
		stage.connect({ expired: true });
		const { refresh_token: before } = tokenData(stage);
		stage.sandbox.fail('token', fault);
		const result = await stage.run({
			parameters: parametersOf('pushAds', { maxWait: 60 }),
			items: [{ id: 1 }, { id: 2 }],
			onError: 'continueErrorOutput',
		});
		expectNone(result, [...stage.secrets(), CLIENT_SECRET]);
		return {
			message: failuresOf(result)[0]?.message,
			calls: stage.sandbox.requests('token').length,
			isKept: before === tokenData(stage).refresh_token,
			pushes: stage.sandbox.pushed('ads').length,
		};
	} finally {
		await stage.close();
	}
}

// At the same time, because each takes 5 s: the node first checks whether another process has got a new token.
let played: Array<Awaited<ReturnType<typeof play>>>;
beforeAll(async () => {
	played = await Promise.all(CASES.map(async ([, fault]) => await play(fault)));
}, 90_000);

it.each(CASES.map((each, index) => [...each, index] as const))(
	'%s after %j of the token endpoint',
	(way, _, index) => {
		expect(played[index]).toEqual(
			way === 'tries again'
				? { message: undefined, calls: 2, isKept: false, pushes: 2 }
				: { message: RECONNECT, calls: 1, isKept: true, pushes: 0 },
		);
	},
);

const stage = sharedStage();

/** Pushes one row, and gives what the service saw of it. */
async function push() {
	const result = await stage.run({
		parameters: parametersOf('pushAds'),
		items: [{ id: 1 }],
		onError: 'continueErrorOutput',
	});
	expectNone(result, stage.secrets());
	const requests = stage.sandbox.log.map(({ query, headers: { authorization = '' } }) => ({
		query,
		scheme: authorization.split(' ')[0],
	}));
	return { failure: failuresOf(result)[0], requests };
}

const store = (fields: IDataObject) =>
	stage.change({ oauthTokenData: { ...tokenData(stage), ...fields } });

describe('a token of another type', () => {
	it('is not sent if it comes with a refresh', async () => {
		stage.connect({ expired: true });
		stage.sandbox.set({ tokenFields: { token_type: 'mac' } });
		const { failure, requests } = await push();
		expect(failure).toMatchObject({ outcome: 'notSent', code: 'credential.notBearer' });
		// One that was refused, and the token call.
		expect(requests.map(({ scheme }) => scheme)).toEqual(['Bearer', '']);
	});

	// n8n would put the token into the URL.
	it.each<IDataObject>([
		...['BEARER', '', null].map((token_type) => ({ token_type })),
		{ token_type: 'Bearer', tokenType: 'mac' },
	])('is none, and sent in the header: %j', async (fields) => {
		store(fields);
		expect(await push()).toEqual({ requests: [{ query: {}, scheme: 'Bearer' }] });
	});
});

const NO_TOKEN = [null, ''];
it.each(NO_TOKEN)('keeps the stored refresh token if the new one is %j', async (refresh_token) => {
	stage.connect({ expired: true });
	const before = tokenData(stage);
	store({ n8n_expires_at: '1', expires_in: 3_600 });
	const tokenFields = { refresh_token, scope: null, expires_in: refresh_token };
	stage.sandbox.set({ tokenFields });
	expect((await push()).failure).toBeUndefined();
	const { refresh_token: kept, access_token, scope, n8n_expires_at } = tokenData(stage);
	// That of the old token, after which each request would refresh the new one.
	expect(n8n_expires_at).toBeUndefined();
	expect(access_token).not.toBe(before.access_token);
	expect([kept, scope]).toEqual([before.refresh_token, before.scope]);
});
