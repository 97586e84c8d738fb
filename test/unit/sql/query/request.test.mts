import { sqlCall } from '../../../../nodes/MerchantData/sql/query/input.ts';
import { LIMITS } from '../../../kit/client.mts';

const PERIOD = { startDate: '2026-03-01', endDate: '2026-03-31' };
const asked = { shop: 'a.example', query: 'SELECT "ü"', period: PERIOD, limits: LIMITS };

it('writes the body that the specification shows', () => {
	const { body, supportPayload } = sqlCall(asked);
	const payload = `{"query":"SELECT \\"ü\\"","period":${JSON.stringify(PERIOD)},"shopId":"a.example"}`;
	expect(body!.toString('utf8')).toBe(payload);
	expect(supportPayload!()).toBe(payload);
});

it('passes on whose it is, and what it may cost', () => {
	const permit = { reason: 'Not sent', remedy: '' };
	expect(sqlCall({ ...asked, item: 3, permit })).toMatchObject({
		shop: 'a.example',
		limits: LIMITS,
		itemIndex: 3,
		permit,
	});
	expect(sqlCall(asked)).toMatchObject({ itemIndex: undefined, permit: undefined });
});
