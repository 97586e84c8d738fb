import type { IDataObject } from 'n8n-workflow';
import { expectNone } from '../../kit/leaks.mts';
import { failuresOf, parametersOf } from '../../kit/operations.mts';
import { createStage, sharedStage, type Stage } from '../../kit/stage.mts';

/**
 * Odd answers of the token endpoint, one each after an access token has expired; every further answer is good. So a
 * node that tries again succeeds, and one that does not says why.
 */

/** An answer: its status, its body as text, and its type. */
type Odd = readonly [status: number, body?: string, type?: string];

const json = (status: number, body: unknown): Odd => [
	status,
	JSON.stringify(body),
	'application/json',
];
const form = (status: number, body: string): Odd => [
	status,
	body,
	'application/x-www-form-urlencoded; charset=utf-8',
];
const html = (status: number): Odd => [status, '<html><title>Sign in</title></html>', 'text/html'];

/** After these, another call would be refused, too. */
const FINAL: readonly Odd[] = [
	...['invalid_grant', 'invalid_client', 'consent_required'].map((error) => json(400, { error })),
	json(200, { error: 'invalid_grant' }),
	json(403, { error: 'login_required', error_description: 'Ask the merchant.' }),
	json(401, { error: 'invalid_client', error_description: 'The secret was rotated' }),
	json(400, { error: { code: 7, message: 'The token was revoked' } }),
	json(400, { success: false, message: 'No such token' }),
	json(200, { success: false, message: 'The connection was removed' }),
	...[403, 404, 451].map((status) => json(status, { message: 'No' })),
	...['null', '""', '{"error":', ''].map((body): Odd => [400, body, 'application/json']),
	html(403),
	[401],
	form(400, 'error=invalid_grant&error_description=It+has+expired'),
	form(200, 'error=consent_required'),
	[403, 'Forbidden', 'text/plain'],
	[302],
	// No token comes with a good status.
	...['{}', 'null', '"x"', '', '{"access_token":'].map(
		(body): Odd => [200, body, 'application/json'],
	),
	json(200, { access_token: null, refresh_token: null, token_type: null }),
	json(200, { access_token: '', refresh_token: '' }),
	json(200, { token_type: 7, access_token: 'of-an-odd-type' }),
	html(200),
	[204],
];

/** These say that another call may succeed. */
const PASSING: readonly Odd[] = [
	...[408, 425, 429].map((status) => json(status, { success: false, message: 'No' })),
	html(429),
	[429],
	form(429, 'No'),
	json(429, { error: 'slow_down' }),
	json(429, { error: { code: 429, message: 'Rate limit exceeded' } }),
	...[200, 400].map((status) => json(status, { error: 'temporarily_unavailable' })),
	json(500, { error: 'invalid_grant' }),
	html(503),
	[503],
	[0],
];

const CASES = [
	...FINAL.map((odd) => ['makes one token call', ...odd] as const),
	...PASSING.map((odd) => ['tries again', ...odd] as const),
];

const RECONNECT = expect.stringMatching(
	/must be reconnected: .* could not be refreshed$/,
) as string;

async function play(status: number, body?: string, type?: string) {
	const stage = await createStage();
	try {
		stage.connect({ expired: true });
		const { refresh_token: before } = stage.engine.credential(stage.oauth)
			.oauthTokenData as IDataObject;
		const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
		// Status 0 is no answer.
		const fault = status === 0 ? 'reset' : { status, headers, body };
		stage.sandbox.fail('token', fault);
		const result = await stage.run({
			parameters: parametersOf('pushAds', { maxWait: 60 }),
			items: [{ id: 1 }, { id: 2 }],
			onError: 'continueErrorOutput',
		});
		const { refresh_token: after } = stage.engine.credential(stage.oauth)
			.oauthTokenData as IDataObject;
		return {
			result,
			secrets: stage.secrets(),
			calls: stage.sandbox.requests('token').length,
			isKept: before === after,
			pushes: stage.sandbox.pushed('ads').length,
		};
	} finally {
		await stage.close();
	}
}

// At the same time, because each takes 5 s: the node first checks whether another process has got a new token.
let played: Array<Awaited<ReturnType<typeof play>>>;
beforeAll(async () => {
	played = await Promise.all(CASES.map(async ([, ...odd]) => await play(...odd)));
}, 90_000);

it.each(CASES.map((each, index) => [...each.slice(0, 3), index] as const))(
	'%s after %s %s',
	(...told) => {
		const [way, index] = [told[0], told.at(-1) as number];
		const { result, secrets, calls, isKept, pushes } = played[index]!;
		expectNone(result, secrets);
		const message = failuresOf(result)[0]?.message ?? '';
		expect({ message, calls, isKept, pushes }).toEqual(
			way === 'tries again'
				? { message: '', calls: 2, isKept: false, pushes: 2 }
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

const tokenData = ({ engine, oauth }: Stage) =>
	engine.credential(oauth).oauthTokenData as IDataObject;
const store = (fields: IDataObject) =>
	stage.change({ oauthTokenData: { ...tokenData(stage), ...fields } });

const OF_ANOTHER_TYPE = {
	outcome: 'notSent',
	message: expect.stringMatching(
		/^Credential "merchantDataOAuth2Api .*": its access token is not a bearer token$/,
	) as string,
	description: expect.stringMatching(/token of another type.*connect your account again/) as string,
};

describe('a token of another type', () => {
	it.each(['mac', 'MAC', 'DPoP', 'N_A', 'bearer token'])(
		'is not sent if it was stored: %s',
		async (token_type) => {
			store({ token_type });
			expect(await push()).toEqual({
				failure: expect.objectContaining(OF_ANOTHER_TYPE),
				requests: [],
			});
		},
	);

	it('is not sent if it comes with a refresh', async () => {
		stage.connect({ expired: true });
		stage.sandbox.set({ tokenFields: { token_type: 'mac' } });
		const { failure, requests } = await push();
		expect(failure).toMatchObject(OF_ANOTHER_TYPE);
		// One that was refused, and the token call.
		expect(requests).toEqual([
			{ query: {}, scheme: 'Bearer' },
			{ query: {}, scheme: '' },
		]);
	});

	it.each<IDataObject>([
		...['bearer', 'BEARER', ' Bearer ', '', null].map((token_type) => ({ token_type })),
		{ token_type: 'Bearer', tokenType: 'mac' },
	])('is none, and sent in the header: %j', async (fields) => {
		store(fields);
		expect(await push()).toEqual({
			failure: undefined,
			requests: [{ query: {}, scheme: 'Bearer' }],
		});
	});
});

it.each<unknown>([null, ''])(
	'keeps the stored refresh token if the new one is %j',
	async (refresh_token) => {
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
	},
);
