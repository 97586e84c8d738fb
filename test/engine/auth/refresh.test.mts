import { failuresOf, parametersOf } from '../../kit/operations.mts';
import { rows } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Tokens that other processes refresh are in the unit tests and in real n8n. */

const stage = sharedStage();

/** Executions at once, of so many items each. */
const fifty = async (items: number) =>
	await Promise.all(
		Array.from({ length: 50 }, async () =>
			stage.run({
				parameters: parametersOf('grantedShops'),
				items: rows(items),
				onError: 'continueErrorOutput',
			}),
		),
	);

it('refreshes once for 50 executions of 10 items at once', async () => {
	// Many may be under way at once, as the endpoint has taken so many.
	await fifty(4);
	stage.sandbox.clearLog();
	stage.connect({ expired: true });
	const results = await fifty(10);
	expect(results.flatMap(failuresOf)).toEqual([]);
	const shops = stage.sandbox.shops.length;
	expect(results.map(({ success }) => success.length)).toEqual(Array(50).fill(10 * shops));
	expect(stage.sandbox.requests('token')).toMatchObject([{ grantType: 'refresh_token' }]);
	const answers = stage.sandbox.requests('grantedShops').map(({ status }) => status);
	expect(answers.filter((status) => status === 200)).toHaveLength(500);
	// Requests that were refused meanwhile waited for the one refresh.
	const inVain = answers.length - 500;
	expect(inVain).toBeGreaterThanOrEqual(10);
	expect(answers.slice(0, inVain)).toEqual(Array(inVain).fill(401));
}, 60_000);

it('stores a new token although the database is locked at first', async () => {
	stage.connect({ expired: true });
	const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
	const store = jest.spyOn(stage.engine.credentials, 'updateCredentialsOauthTokenData');
	store.mockRejectedValueOnce(locked).mockRejectedValueOnce(locked);
	expect((await fifty(1)).flatMap(failuresOf)).toEqual([]);
	expect(stage.sandbox.requests('token')).toHaveLength(3);
	// The refresh token that is stored works.
	stage.sandbox.expireAccessTokens();
	expect((await fifty(1)).flatMap(failuresOf)).toEqual([]);
}, 20_000);
