import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../../kit/stage.mts';
import { failuresOf, onStage, parametersOf } from '../../kit/operations.mts';
import { rows } from '../../kit/pushing.mts';

const getShops = (stage: Stage, count = 1) =>
	stage.run({
		parameters: parametersOf('grantedShops'),
		items: rows(count),
		onError: 'continueErrorOutput',
	});
const times = async <T,>(count: number, run: () => Promise<T>) =>
	await Promise.all(Array.from({ length: count }, run));
const refreshes = ({ sandbox }: Stage) =>
	sandbox.requests('token').filter(({ grantType }) => grantType === 'refresh_token').length;

it.concurrent(
	'refreshes once for 50 executions of 10 items at once',
	onStage(async (stage) => {
		// Many may be under way at once, as the endpoint has taken so many.
		await times(50, async () => await getShops(stage, 4));
		stage.sandbox.clearLog();
		stage.connect({ expired: true });
		const results = await times(50, async () => await getShops(stage, 10));
		expect(results.flatMap(failuresOf)).toEqual([]);
		const shops = stage.sandbox.shops.length;
		expect(results.map(({ success }) => success.length)).toEqual(Array(50).fill(10 * shops));
		expect(refreshes(stage)).toBe(1);
		const answers = stage.sandbox.requests('grantedShops').map(({ status }) => status);
		expect(answers.filter((status) => status === 200)).toHaveLength(500);
		// Requests that were refused meanwhile waited for the one refresh.
		const inVain = answers.length - 500;
		expect(inVain).toBeGreaterThanOrEqual(10);
		expect(answers.slice(0, inVain)).toEqual(Array(inVain).fill(401));
	}),
	60_000,
);

it.concurrent(
	'stores a new token although the database is locked at first',
	onStage(async (stage) => {
		stage.connect({ expired: true });
		const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
		const store = jest.spyOn(stage.engine.credentials, 'updateCredentialsOauthTokenData');
		store.mockRejectedValueOnce(locked).mockRejectedValueOnce(locked);
		expect(failuresOf(await getShops(stage))).toEqual([]);
		expect(refreshes(stage)).toBe(3);
		// The refresh token that is stored works.
		stage.sandbox.expireAccessTokens();
		expect(failuresOf(await getShops(stage))).toEqual([]);
	}),
	20_000,
);

it.concurrent(
	'uses the token that another process stores 1.5 s after its refresh',
	onStage(async (stage) => {
		stage.connect({ expired: true });
		stage.sandbox.expireRefreshTokens();
		const run = getShops(stage);
		while (refreshes(stage) === 0) await sleep(5);
		await sleep(1_500);
		stage.connect();
		expect(failuresOf(await run)).toEqual([]);
		expect(refreshes(stage)).toBe(1);
	}),
);
