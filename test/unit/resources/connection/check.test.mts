import { answer, check, KEY, OAUTH } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z') });
});

it('gives an item per check, linked to its input', async () => {
	const { items, short, hints } = await check();
	expect(short).toEqual([
		'accessToken ok',
		'grantedShops ok',
		'consentedScopes ok',
		'apiKey ok',
		'keyScopes ok',
		'sql ok',
	]);
	expect(items.map(({ json }) => json.credential)).toEqual([
		...Array<string>(3).fill('Account'),
		...Array<string>(3).fill('Key'),
	]);
	for (const { json, pairedItem } of items) {
		expect(pairedItem).toEqual({ item: 0 });
		expect(Object.keys(json)).toEqual(['status', 'check', 'found', 'remedy', 'credential']);
		expect(json.remedy).toBe('Nothing to do');
	}
	expect(hints).toEqual(['No problems']);
});

describe('which credentials', () => {
	it.each([
		[OAUTH, ['accessToken ok', 'grantedShops ok', 'consentedScopes ok']],
		[KEY, ['apiKey ok', 'keyScopes ok', 'sql ok']],
	])('%s alone is checked where it is chosen', async (credentialsToCheck, expected) => {
		const chosen = [credentialsToCheck];
		expect((await check({ credentialsToCheck }, {}, { chosen })).short).toEqual(expected);
	});

	it.each([
		[KEY, ['Key']],
		[OAUTH, ['Account']],
	])('%s is checked where the node has no other', async (chosen, names) => {
		const { items } = await check({}, {}, { chosen: [chosen] });
		expect([...new Set(items.map(({ json }) => json.credential))]).toEqual(names);
		expect(items).toHaveLength(3);
	});

	it.each([
		['both', []],
		[KEY, [OAUTH]],
	])('none is an error (%s)', async (credentialsToCheck, chosen) => {
		const { error, requests } = await check({ credentialsToCheck }, {}, { chosen });
		expect(error).toMatchObject({
			message: 'There is nothing to check: no credential is chosen',
			description: 'Choose a credential in this node.',
		});
		expect(requests).toEqual([]);
	});
});

it('puts what needs a hand first', async () => {
	const { short, hints } = await check(
		{ shopDomain: '' },
		{ 'granted-shops': answer({ shops: 1 }) },
	);
	expect(short.map((each) => each.split(' ')[1])).toEqual([
		'problem',
		...Array<string>(4).fill('ok'),
		'skipped',
	]);
	expect(hints).toEqual(['1 problem: grantedShops']);
});

it('refuses a shop that is none before anything is sent', async () => {
	const { error, requests } = await check({ shopDomain: 'https://a.example/b' });
	expect(error!.message).toContain('"Shop" is not a plain');
	expect(requests).toEqual([]);
});

describe('where it is to fail', () => {
	const options = { failOnProblem: true };

	it('one problem is an error, with what was found and what to do', async () => {
		const { items, error } = await check({ options }, { 'api-keys': { status: 401 } });
		expect(items).toEqual([]);
		expect(error!.message).toMatch(/^The connection has 1 problem\. apiKey \(Key\): 401 /);
		expect(error!.description).toMatch(/^apiKey: ./);
	});

	it('several are one error', async () => {
		const gone = { status: 404 };
		const { error } = await check({ options }, { 'api-keys': gone, 'granted-shops': gone });
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
