import type { IDataObject } from 'n8n-workflow';
import { expectNone } from '../../kit/leaks.mts';
import { failuresOf, parametersOf } from '../../kit/operations.mts';
import { createStage, sharedStage, type Stage } from '../../kit/stage.mts';

/**
 * Odd answers of the token endpoint, one after each expired access token; all later answers are good. So a node that
 * makes another call succeeds, and one that does not says why.
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
	// n8n 2.x has an error of its own for invalid_grant.
	...['invalid_grant', 'invalid_client', 'consent_required'].map((error) => json(400, { error })),
	...['invalid_grant', 'invalid_client'].map((error) => json(200, { error })),
	json(403, { error: 'access_denied', error_description: 'Ask the merchant.' }),
	json(401, { error: 'invalid_client', error_description: 'The secret was rotated' }),
	json(400, { error: { code: 7, message: 'The token was revoked' } }),
	json(400, { error_description: 'The token was revoked' }),
	...[403, 404, 422].map((status) => json(status, { message: 'No' })),
	...['null', '[]', '7', '{"error":', ''].map((body): Odd => [400, body, 'application/json']),
	...[400, 401, 403].map(html),
	...[400, 401].map((status): Odd => [status]),
	form(400, 'error=invalid_grant&error_description=It+has+expired'),
	form(401, 'error=invalid_client'),
	form(200, 'error=consent_required'),
	form(400, 'No'),
	[403, 'Forbidden', 'text/plain'],
	[302],
	// No token comes with a good status.
	...['{}', '[]', 'null', '"x"', '7', '', '{"access_token":'].map(
		(body): Odd => [200, body, 'application/json'],
	),
	json(200, { access_token: null, refresh_token: null, token_type: null }),
	json(200, { access_token: '', refresh_token: '' }),
	json(200, { token_type: 7, access_token: 'of-an-odd-type' }),
	html(200),
	form(200, ''),
	[204],
];

/** After these, another call may succeed. */
const PASSING: readonly Odd[] = [
	...[408, 425, 429].map((status) => json(status, { success: false, message: 'No' })),
	html(429),
	[429],
	form(429, 'No'),
	// With `error` in its body, n8n does not say the status: the words decide.
	...['too_many_requests', 'rate_limit_exceeded', 'slow_down'].map((error) => json(429, { error })),
	json(408, { error: 'request_timeout' }),
	json(425, { error: 'too_early' }),
	json(429, { error: { code: 429, message: 'Rate limit exceeded' } }),
	json(200, { error: 'temporarily_unavailable' }),
	json(500, { error: 'invalid_grant' }),
	...[500, 502, 503, 504].map(html),
	[503],
	[0],
];

const CASES = [
	...FINAL.map((odd) => ['makes one token call', ...odd] as const),
	...PASSING.map((odd) => ['makes another call', ...odd] as const),
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
			way === 'makes another call'
				? { message: '', calls: 2, isKept: false, pushes: 2 }
				: { message: RECONNECT, calls: 1, isKept: true, pushes: 0 },
		);
	},
);

const stage = sharedStage();

/** Pushes one row. @returns what the service saw of it */
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
	])('does not include the spellings of Bearer: %j', async (fields) => {
		store(fields);
		expect(await push()).toEqual({
			failure: undefined,
			requests: [{ query: {}, scheme: 'Bearer' }],
		});
	});
});

it.each<unknown>([null, ''])(
	'a refresh keeps the stored refresh token if the new one is %j',
	async (refresh_token) => {
		stage.connect({ expired: true });
		const before = tokenData(stage);
		stage.sandbox.set({ tokenFields: { refresh_token, scope: null } });
		expect((await push()).failure).toBeUndefined();
		const { refresh_token: kept, access_token, scope } = tokenData(stage);
		expect(access_token).not.toBe(before.access_token);
		expect([kept, scope]).toEqual([before.refresh_token, before.scope]);
	},
);
