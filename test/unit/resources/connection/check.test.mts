import { SHOP } from '../../../kit/execution.mts';
import { answer, check, KEY, OAUTH, OTHER } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z') });
});

const OF_OAUTH = ['accessToken ok', 'grantedShops ok', 'consentedScopes ok'];
const OF_KEY = ['apiKey ok', 'keyScopes ok', 'sql ok'];

it('gives an item per check with what it has found, linked to its input', async () => {
	const granted = answer({ accountId: SHOP, additionalShopIds: [OTHER] });
	const { items, short, hints, sent } = await check({}, { 'granted-shops': granted });
	expect(short).toEqual([...OF_OAUTH, ...OF_KEY]);
	expect(items.map(({ json }) => [json.credential, json.found])).toEqual([
		['Account', 'The service accepts the access token'],
		['Account', `The granted shops are: ${SHOP}, ${OTHER}`],
		['Account', 'The scopes are: ads:write, email-sms:write'],
		['Key', 'The service accepts the key'],
		['Key', 'The scopes are: Data Out'],
		['Key', `A SQL query for ${SHOP} works`],
	]);
	for (const { json, pairedItem } of items)
		expect([pairedItem, json.remedy]).toEqual([{ item: 0 }, 'Nothing to do']);
	expect(hints).toEqual(['No problems']);
	// SQL is asked for one row of today.
	expect(sent.at(-1)!.body).toEqual({
		query: 'SELECT 1 AS one',
		period: { startDate: '2026-11-21', endDate: '2026-11-21' },
		shopId: SHOP,
	});
});

it.each([
	[OAUTH, [OAUTH, KEY], OF_OAUTH],
	[KEY, [OAUTH, KEY], OF_KEY],
	['both', [OAUTH], OF_OAUTH],
])('checks the credential %s of the node that has %j', async (...given) => {
	const [credentialsToCheck, chosen, expected] = given;
	expect((await check({ credentialsToCheck }, {}, { chosen })).short).toEqual(expected);
});

it.each([
	['both', []],
	[KEY, [OAUTH]],
])('no credential to check is an error (%s)', async (credentialsToCheck, chosen) => {
	const { error, requests } = await check({ credentialsToCheck }, {}, { chosen });
	expect(error).toMatchObject({
		message: 'There is nothing to check: no credential is chosen',
		description: 'Choose a credential in this node.',
	});
	expect(requests).toEqual([]);
});

it('puts what needs a hand first', async () => {
	const granted = answer({ shops: 1 });
	const { short, hints } = await check({ shopDomain: '' }, { 'granted-shops': granted });
	const statuses = short.map((each) => each.split(' ')[1]).join(' ');
	expect(statuses).toBe('problem ok ok ok ok skipped');
	expect(hints).toEqual(['1 problem: grantedShops']);
});

it('refuses a shop that is none before anything is sent', async () => {
	const { error, requests } = await check({ shopDomain: 'https://a.example/b' });
	expect(error!.message).toContain('"Shop" is not a plain');
	expect(requests).toEqual([]);
});

describe('if it is to fail', () => {
	const options = { failOnProblem: true };
	const gone = { status: 404 };

	it('all problems are one error, with what to do', async () => {
		const replies = { 'api-keys': gone, 'granted-shops': gone, sql: gone };
		const { items, error } = await check({ options }, replies);
		expect(items).toEqual([]);
		expect(error!.message).toMatch(
			/^The connection has 2 problems\. accessToken \(Account\): .* \| apiKey \(Key\): /,
		);
		expect(error!.description).toMatch(/^accessToken: .*\. apiKey: ./);
	});

	it('what is skipped is none', async () => {
		const { error, items } = await check({ options, shopDomain: '' });
		expect([error, items.length]).toEqual([undefined, 6]);
	});
});
