import { checkCredential } from '../../../../nodes/MerchantData/resources/connection/checks.ts';
import { ended, type Reply } from '../../../kit/execution.mts';
import { createExecution, INPUT } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const OAUTH = 'merchantDataOAuth2Api';
const KEY = 'merchantDataApi';
const GRANTED: Reply = { body: '{"accountId":"harbour-goods.example","additionalShopIds":[]}' };

async function checked(credential: typeof OAUTH | typeof KEY, reply: Reply, isChosen = true) {
	const n8n = createExecution({ replies: [reply] });
	if (!isChosen) delete n8n.node.credentials![credential];
	const { value, error } = await ended(checkCredential(n8n.execution, credential, INPUT, 0));
	if (!value) throw error;
	return { items: value, requests: n8n.requests };
}

const short = (items: Array<{ check: string; status: string }>) =>
	items.map(({ check, status }) => `${check} ${status}`);

it('gives the checks of an OAuth2 credential, under the name that it has', async () => {
	const { items } = await checked(OAUTH, GRANTED);
	expect(short(items)).toEqual([
		'address ok',
		'accessToken ok',
		'grantedShops ok',
		'consentedScopes skipped',
	]);
	expect(items[0]).toEqual({
		check: 'address',
		problem: 'address',
		type: 'OAuth2',
		credential: 'Account',
		status: 'ok',
		found: expect.stringContaining('trusted') as string,
		remedy: 'Nothing to do',
	});
});

it('gives the checks of an API key', async () => {
	const { items } = await checked(KEY, { body: '{"scopes":["Data Out"]}' });
	expect(short(items)).toEqual(['address ok', 'apiKey ok', 'keyScopes ok', 'sql ok']);
	expect(new Set(items.map(({ credential }) => credential))).toEqual(new Set(['Key']));
});

it.each([
	[404, ['address problem', 'apiKey skipped', 'keyScopes skipped', 'sql skipped'], 'address'],
	[401, ['address ok', 'apiKey problem', 'keyScopes skipped', 'sql skipped'], 'credential'],
])('skips what depends on what failed (%i)', async (status, checks, step) => {
	const { items } = await checked(KEY, { status });
	expect(short(items)).toEqual(checks);
	for (const { found } of items.filter((item) => item.status === 'skipped')) {
		expect(found).toBe(`Not checked, because there is a problem with the ${step}`);
	}
});

it.each([
	[OAUTH, 'Merchant Data OAuth2 API'],
	[KEY, 'Merchant Data API'],
] as const)('skips all where %s is not chosen, and sends nothing', async (credential, label) => {
	const { items, requests } = await checked(credential, {}, false);
	expect(requests).toEqual([]);
	expect(items).toHaveLength(4);
	for (const item of items) {
		expect(item).toMatchObject({
			credential: label,
			status: 'skipped',
			found: 'No credential of this type is chosen in the node',
			remedy: 'To have one checked, choose it in the node.',
		});
	}
});
