import type { CredentialFields } from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => void jest.useFakeTimers());

const FIELDS: CredentialFields = {
	appUrl: 'https://app.example',
	accountId: 'my-shop.example',
	clientId: 'app-1',
};

/** Builds the link from a credential. */
const link = async (own: Partial<CredentialFields> = {}, items = 1) =>
	await runOperation({ resource: 'integration', operation: 'getLink' }, { items }, (n8n) => {
		Object.assign(n8n.stored.merchantDataOAuth2Api, FIELDS, own);
	});

it('the link of an integration is made for each item, and nothing is sent', async () => {
	const url = 'https://app.example/platform/integrations?account-id=my-shop.example&app-id=app-1';
	const { items, sent } = await link({}, 3);
	expect(items).toEqual([0, 1, 2].map((item) => ({ json: { url }, pairedItem: { item } })));
	expect(sent).toEqual([]);
});

it.each<[Partial<CredentialFields>, string]>([
	[{ appUrl: 'https://app.example/', accountId: 'a&b=c d' }, 'account-id=a%26b%3Dc+d&app-id=app-1'],
	[{ accountId: undefined, clientId: undefined }, 'account-id=&app-id='],
])('the link has the values of the credential: %j', async (own, query) => {
	const { jsons } = await link(own);
	expect(jsons).toEqual([{ url: `https://app.example/platform/integrations?${query}` }]);
});

it.each(['http://app.example', 'no address', undefined])(
	'the link is refused with the App URL %s',
	async (appUrl) => {
		const message = expect.stringMatching(/^"App URL" in the credential ./) as string;
		const description = 'Open the credential and correct it.';
		const code = 'credential.address';
		expect((await link({ appUrl })).jsons).toEqual([{ code, message, description }]);
	},
);
