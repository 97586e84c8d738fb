import type { IDataObject } from 'n8n-workflow';
import { type Reply, SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

/** A service where all is well, whatever is asked. */
const FIT: Reply = {
	body: JSON.stringify({ accountId: SHOP, additionalShopIds: [], scopes: ['Data Out'] }),
};

/** Runs the operation. @param own values of its fields. @param chosen credentials of the node */
async function check(own: IDataObject = {}, replies: Reply[] = [FIT], chosen?: string[]) {
	const parameters: IDataObject = {
		resource: 'connection',
		operation: 'check',
		credentialsToCheck: 'both',
		usedFor: ['adData', 'emailSmsData', 'sql'],
		shopDomain: SHOP,
		...own,
	};
	const ran = await runOperation(parameters, { replies, continues: false }, ({ node }) => {
		const { credentials = {} } = node;
		for (const name of Object.keys(credentials)) {
			if (chosen && !chosen.includes(name)) delete credentials[name];
		}
	});
	const checks = ran.jsons.map((json) => `${String(json.credential)} ${String(json.check)}`);
	return { ...ran, checks };
}

const OF_OAUTH = ['address', 'accessToken', 'grantedShops', 'consentedScopes'];
const OF_KEY = ['address', 'apiKey', 'keyScopes', 'sql'];
const all = (name: string, checks: string[]) => checks.map((each) => `${name} ${each}`);

it('gives an item per check, linked to its input', async () => {
	const { items, checks } = await check();
	expect([...checks].sort()).toEqual([...all('Account', OF_OAUTH), ...all('Key', OF_KEY)].sort());
	for (const { pairedItem } of items) expect(pairedItem).toEqual({ item: 0 });
});

it.each([
	['merchantDataOAuth2Api', all('Account', OF_OAUTH)],
	['merchantDataApi', all('Key', OF_KEY)],
])('checks %s alone', async (credentialsToCheck, names) => {
	const { checks } = await check({ credentialsToCheck }, [FIT], [credentialsToCheck]);
	expect([...checks].sort()).toEqual([...names].sort());
});

it('skips the credential that is not chosen where the other is', async () => {
	const { items } = await check({}, [FIT], ['merchantDataApi']);
	expect(items.map(({ json }) => json.status)).toEqual([
		...OF_KEY.map(() => 'ok'),
		...OF_OAUTH.map(() => 'skipped'),
	]);
});

it.each([
	['both', [], '"Merchant Data OAuth2 API" or "Merchant Data API"'],
	['merchantDataApi', ['merchantDataOAuth2Api'], '"Merchant Data API"'],
])(
	'refuses where there is none of what is to be checked (%s)',
	async (credentialsToCheck, chosen, types) => {
		const { error, requests } = await check({ credentialsToCheck }, [FIT], chosen);
		expect(error!.message).toBe(
			`There is nothing to check: no credential of the type ${types} is chosen in this node`,
		);
		expect(requests).toEqual([]);
	},
);

it.each([
	['', 2],
	[null, 2],
	[SHOP, 3],
])('asks SQL where a shop is named: %j', async (shopDomain, count) => {
	const { requests, error } = await check({ shopDomain });
	expect(error).toBeUndefined();
	expect(requests).toHaveLength(count);
});

it('refuses a shop that is none before anything is sent', async () => {
	const { error, requests } = await check({ shopDomain: 'https://a.example/b' });
	expect(error!.message).toContain('"Shop" is not a plain');
	expect(requests).toEqual([]);
});

it.each<[what: string, replies: Reply[], own: IDataObject, hint: string]>([
	[
		'all is well',
		[FIT],
		{ credentialsToCheck: 'merchantDataApi' },
		'No problems. 4 checks passed.',
	],
	[
		'the credentials are refused',
		[{ status: 404 }],
		{},
		'2 problems: address (OAuth2); address (API key). 0 checks passed. 6 skipped.',
	],
	[
		'SQL may not be asked so',
		[FIT, { status: 400 }],
		{ credentialsToCheck: 'merchantDataApi' },
		'No problems. 1 warning: sql (API key). 3 checks passed.',
	],
	[
		'the shop is not granted',
		[FIT],
		{ shopDomain: 'other.example', credentialsToCheck: 'merchantDataOAuth2Api' },
		'1 problem: shop not granted (OAuth2). 2 checks passed. 1 skipped.',
	],
])('answers in one line where %s', async (_, replies, own, hint) => {
	const { hints } = await check(own, replies);
	expect(hints).toEqual([hint]);
});

describe('where there is a problem', () => {
	const own = { credentialsToCheck: 'merchantDataApi' };
	const fails = { ...own, options: { failOnProblem: true } };

	it('gives it as an item', async () => {
		const { items, error } = await check(own, [{ status: 401 }]);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['problem', 'ok', 'skipped', 'skipped']);
		expect(Object.keys(items[0]!.json)).toEqual([
			'status',
			'check',
			'found',
			'remedy',
			'credential',
		]);
		expect(items.every(({ json }) => json.remedy !== '')).toBe(true);
	});

	it('fails where that is chosen, with what was found and what to do', async () => {
		const { items, error } = await check(fails, [{ status: 401 }]);
		expect(items).toEqual([]);
		expect(error!.message).toMatch(/^The connection has a problem\. apiKey \(Key\): 401 /);
		expect(error!.description).toMatch(/^apiKey: ./);
	});

	it('fails with one error for several', async () => {
		const { error } = await check({ options: { failOnProblem: true } }, [{ status: 404 }]);
		expect(error!.message).toMatch(
			/^The connection has 2 problems\. address \(Account\): .* \| address \(Key\): /,
		);
		expect(error!.description).toMatch(/^address: .*\. address: ./);
	});

	it('does not fail for a warning', async () => {
		const { error } = await check(fails, [FIT, { status: 400 }]);
		expect(error).toBeUndefined();
	});
});

it.each([
	[{}, 3],
	[{ maxWait: 0 }, 1],
])('is quick: with the options %j, a fault is met %i times', async (options, count) => {
	const own = { credentialsToCheck: 'merchantDataApi', options };
	const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
	const { requests } = await check(own, [{ throws: refused }]);
	expect(requests).toHaveLength(count);
	expect(requests[0]!.options.timeout).toBe(30_000);
});
