import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../../kit/stage.mts';
import { failuresOf, hintsOf, onStage, parametersOf } from '../../kit/operations.mts';

const items = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ number }));
const getShops = (stage: Stage, count = 1) =>
	stage.run({
		parameters: parametersOf('grantedShops'),
		items: items(count),
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

it.concurrent(
	'asks once to reconnect if the refresh token is dead, after one token call',
	onStage(async (stage) => {
		stage.connect({ expired: true, refreshExpired: true });
		const [first, ...rest] = failuresOf(await getShops(stage, 3));
		expect(first!.message).toBe(
			`The credential "merchantDataOAuth2Api ${stage.oauth}" must be reconnected: its access token has expired (401) and could not be refreshed`,
		);
		expect(first!.description).toMatch(/click "Switch account".*it lives 30 days/);
		const description = expect.stringContaining('must be reconnected') as string;
		expect(rest).toMatchObject(Array(2).fill({ outcome: 'notSent', description }));
		expect(refreshes(stage)).toBe(1);
		expect(stage.sandbox.requests('grantedShops')).toHaveLength(1);
	}),
	60_000,
);

it.concurrent(
	'reports a connection without a refresh token while it works, and when it has ended',
	onStage(async (stage) => {
		const { sandbox } = stage;
		sandbox.set({ refreshTokenScope: 'offline_access' });
		stage.connect();
		const works = await getShops(stage);
		expect(failuresOf(works)).toEqual([]);
		expect(hintsOf(works)).toMatch(/no refresh token\. .*"offline_access".*"Additional Scopes"/);
		stage.connect({ expired: true });
		const [ended] = failuresOf(await getShops(stage));
		expect(ended).toMatchObject({ code: 'credential.noRefreshToken', outcome: 'rejected' });
		expect(refreshes(stage)).toBe(0);
		stage.connect({ scopes: ['read_data', 'offline_access'] });
		expect(hintsOf(await getShops(stage))).not.toContain('refresh token');
	}),
);
