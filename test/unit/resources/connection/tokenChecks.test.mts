import {
	ACCESS_TOKEN,
	CONSENTED_SCOPES,
	GRANTED_SHOPS,
} from '../../../../nodes/MerchantData/resources/connection/tokenChecks.ts';
import { SHOP } from '../../../kit/execution.mts';
import { accepted, evidenceOf, refused, resultOf } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const granted = (...shops: string[]) =>
	evidenceOf(accepted({ accountId: shops[0], additionalShopIds: shops.slice(1) }));

describe('the access token', () => {
	it.each([
		[false, 'The service accepts the access token'],
		[true, 'The service accepts the access token, which was refreshed'],
	])('is accepted (refreshed: %s)', async (isRefreshed, found) => {
		const evidence = evidenceOf(accepted({}), { isRefreshed });
		expect(await resultOf(ACCESS_TOKEN, evidence)).toMatchObject({ status: 'ok', found });
	});

	it('is refused', async () => {
		const result = await resultOf(ACCESS_TOKEN, evidenceOf(refused(401)));
		expect(result).toMatchObject({ status: 'problem', found: 'It failed', remedy: 'Mend it.' });
	});

	it('is refused by an answer with a good status', async () => {
		const odd = 'says that the request failed';
		const result = await resultOf(ACCESS_TOKEN, evidenceOf(accepted({ error: 'no' }), { odd }));
		expect(result).toMatchObject({ status: 'problem', remedy: /reconnect it/ });
	});
});

describe('the granted shops', () => {
	const OTHER = 'nordlicht-laden.example';

	it.each([
		[[SHOP, OTHER], SHOP, 'ok', `The granted shops are: ${SHOP}, ${OTHER}`],
		[[SHOP, OTHER], OTHER, 'ok', `The granted shops are: ${SHOP}, ${OTHER}`],
		[[OTHER], '', 'ok', `The granted shops are: ${OTHER}`],
		[[OTHER], SHOP, 'problem', `The granted shops are: ${OTHER}. ${SHOP} is not among them`],
		[[], SHOP, 'problem', 'The granted shops are: none'],
		[[], '', 'problem', 'The granted shops are: none'],
	])('%j, with %j to check, are %s', async (shops, shop, status, found) => {
		const result = await resultOf(GRANTED_SHOPS, granted(...shops), { shop });
		expect(result).toMatchObject({ status, found });
		expect(result.remedy).toBe(
			status === 'ok'
				? 'Nothing to do'
				: 'Check the shop, or have the merchant grant it to your app.',
		);
	});

	it.each([
		['nothing can be read', 'fine', ''],
		[
			'an entry cannot be read, and the shop may be it',
			{ accountId: OTHER, additionalShopIds: [7] },
			SHOP,
		],
	])('are a warning where %s', async (_, body, shop) => {
		const result = await resultOf(GRANTED_SHOPS, evidenceOf(accepted(body)), { shop });
		expect(result).toMatchObject({
			status: 'warning',
			found: 'A part of the list of granted shops cannot be read',
			remedy: 'To see the whole list, run "Get many shops" with "Simplify" turned off.',
		});
	});
});

it.each([
	['ads:write email-sms:write', 'ok', ''],
	['ads:write', 'problem', 'reconnect it'],
	[undefined, 'skipped', ''],
])('compares the consented scopes %j with the uses', async (scope, status, remedy) => {
	const fields = { oauthTokenData: { scope } };
	const result = await resultOf(CONSENTED_SCOPES, evidenceOf(accepted({}), { fields }));
	expect(result.status).toBe(status);
	expect(result.remedy).toContain(remedy);
});
