import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { Stage } from '../../kit/stage.mts';
import { failuresOf, IN_TURN, onStage, parametersOf, received } from '../../kit/operations.mts';

const items = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ number }));
const getShops = (stage: Stage, count = 1, options: IDataObject = {}) =>
	stage.run({
		parameters: parametersOf('shops', options),
		items: items(count),
		onError: 'continueErrorOutput',
	});
const times = async <T,>(count: number, run: () => Promise<T>) =>
	await Promise.all(Array.from({ length: count }, run));
const refreshes = ({ sandbox }: Stage) =>
	sandbox.requests('token').filter(({ grantType }) => grantType === 'refresh_token').length;

it.concurrent.each([
	['that nothing is known of', 0],
	['that has taken 50 at once', 4],
])(
	'refreshes once for 50 executions of 10 items at once on an endpoint %s',
	async (_, itemsBefore) =>
		await onStage(async (stage) => {
			if (itemsBefore > 0) await times(50, async () => await getShops(stage, itemsBefore));
			stage.sandbox.clearLog();
			stage.connect({ expired: true });
			const results = await times(50, async () => await getShops(stage, 10));
			expect(results.flatMap(failuresOf)).toEqual([]);
			const shops = stage.sandbox.shops.length;
			expect(results.map(({ success }) => success.length)).toEqual(Array(50).fill(10 * shops));
			expect(refreshes(stage)).toBe(1);
			const answers = stage.sandbox.requests('grantedShops').map(({ status }) => status);
			expect(answers.filter((status) => status === 200)).toHaveLength(500);
			// Who is refused meanwhile has waited for the one refresh: none was sent in vain later.
			const inVain = answers.length - 500;
			expect(inVain).toBeGreaterThanOrEqual(itemsBefore > 0 ? 10 : 1);
			expect(answers.slice(0, inVain)).toEqual(Array(inVain).fill(401));
		})(),
	60_000,
);

describe('another process', () => {
	it.concurrent(
		'has used the refresh token up and stores the new one 1.5 s later: it is taken over',
		onStage(async (stage) => {
			stage.connect({ expired: true });
			stage.sandbox.expireRefreshTokens();
			const run = getShops(stage);
			await received(stage, 'token');
			await sleep(1_500);
			stage.connect();
			expect(failuresOf(await run)).toEqual([]);
			expect(refreshes(stage)).toBe(1);
		}),
	);
});

describe('a dead refresh token', () => {
	it.concurrent(
		'gives one clear error that says to reconnect, after at most two token calls',
		onStage(async (stage) => {
			stage.connect({ expired: true, refreshExpired: true });
			const [first, ...rest] = failuresOf(await getShops(stage, 3));
			expect(first!.message).toBe(
				`The credential "merchantDataOAuth2Api ${stage.oauth}" must be reconnected: its access token has expired (401) and could not be refreshed`,
			);
			expect(first!.description).toMatch(/click "Switch account".*it lives 30 days/);
			expect(rest).toHaveLength(2);
			for (const failure of rest) {
				expect(failure.outcome).toBe('notSent');
				expect(failure.description).toContain('must be reconnected');
			}
			expect(refreshes(stage)).toBeLessThanOrEqual(2);
			expect(stage.sandbox.requests('grantedShops')).toHaveLength(1);
		}),
		20_000,
	);
});

it.concurrent.each(['rotateSecret', 'removeApp'] as const)(
	'says what may have happened after %s',
	async (change) =>
		await onStage(async (stage) => {
			stage.connect({ expired: true });
			stage.sandbox[change]();
			const [failure] = failuresOf(await getShops(stage));
			expect(failure!.message).toContain('must be reconnected');
			expect(failure!.description).toMatch(/merchant removed the app.*client secret was rotated/);
			expect(refreshes(stage)).toBeLessThanOrEqual(2);
		})(),
	20_000,
);

describe('a token endpoint', () => {
	it.concurrent.each([500, 503, 429, 'reset'] as const)(
		'that fails once with %s is asked again',
		async (fault) =>
			await onStage(async (stage) => {
				stage.connect({ expired: true });
				stage.sandbox.fail('token', fault);
				expect(failuresOf(await getShops(stage))).toEqual([]);
				expect(refreshes(stage)).toBe(2);
			})(),
		20_000,
	);

	it.concurrent.each<[string, FaultLike]>([
		['stays broken', 500],
		['never answers', 'timeout'],
	])(
		'that %s is blamed after at most two calls',
		async (_, fault) =>
			await onStage(async (stage) => {
				stage.connect({ expired: true });
				stage.sandbox.chaos({ endpoints: ['token'], probability: 1, faults: [fault] });
				const [failure] = failuresOf(await getShops(stage, 1, { timeout: 0.5, maxWait: 1 }));
				expect(failure!.message).toContain('the token endpoint did not give a good answer');
				expect(failure!.description).toContain('Try again later');
				expect(refreshes(stage)).toBeLessThanOrEqual(2);
			})(),
		30_000,
	);
});

const pushFive = async (stage: Stage, options: IDataObject = IN_TURN) =>
	await stage.run({
		parameters: parametersOf('push', { batchSize: 1, ...options }),
		items: items(5),
		onError: 'continueErrorOutput',
	});

it.concurrent(
	'goes on over a token that expires twice in one execution',
	onStage(async (stage) => {
		stage.sandbox.fail('ads', 'ok', 'expireToken', 'ok', 'ok', 'expireToken');
		expect(failuresOf(await pushFive(stage))).toEqual([]);
		expect(stage.sandbox.pushed('ads').map(({ row }) => row)).toEqual(items(5));
		expect(refreshes(stage)).toBe(2);
	}),
);

it.concurrent(
	'burns no second refresh token on an access token that is refused when it is new',
	onStage(async (stage) => {
		stage.sandbox.chaos({ endpoints: ['ads'], probability: 1, faults: ['expireToken'] });
		const [first, ...rest] = failuresOf(await pushFive(stage));
		expect(first).toMatchObject({ status: 401, outcome: 'rejected' });
		expect(rest.map(({ outcome }) => outcome)).toEqual(Array(4).fill('notSent'));
		expect(refreshes(stage)).toBe(1);
		expect(stage.sandbox.requests('ads')).toHaveLength(2);
	}),
);

it.concurrent(
	'refreshes a token whose end n8n has stored before a body is sent',
	onStage(async (stage) => {
		stage.connect({ expired: true });
		const { oauthTokenData } = stage.engine.credential(stage.oauth);
		const known = {
			...(oauthTokenData as IDataObject),
			n8n_expires_at: String(Date.now() - 1_000),
		};
		stage.engine.updateCredential(stage.oauth, { oauthTokenData: known });
		expect(failuresOf(await pushFive(stage, {}))).toEqual([]);
		const statuses = stage.sandbox.requests('ads').map(({ status }) => status);
		expect(statuses).toEqual(Array(5).fill(200));
		expect(refreshes(stage)).toBe(1);
	}),
);

it.concurrent(
	'changes nothing but the tokens of the stored credential',
	onStage(async ({ engine, oauth, connect, ...stage }) => {
		connect({ expired: true });
		const before = engine.credential(oauth);
		await getShops({ engine, oauth, connect, ...stage });
		const after = engine.credential(oauth);
		const { access_token, refresh_token } = after.oauthTokenData as IDataObject;
		expect(access_token).toMatch(/^at_/);
		expect(refresh_token).toMatch(/^rt_/);
		expect(after.oauthTokenData).not.toEqual(before.oauthTokenData);
		expect({ ...after, oauthTokenData: null }).toEqual({ ...before, oauthTokenData: null });
	}),
);
