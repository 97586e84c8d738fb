import type { SqlInput } from '../../../../nodes/MerchantData/sql/query/input.ts';
import { about, requestOf } from '../../../../nodes/MerchantData/sql/query/job.ts';
import { LIMITS } from '../../../kit/client.mts';

const input = { shop: 'a.example', query: 'SELECT 1', limits: LIMITS, limit: 5 } as SqlInput;
const period = { startDate: '2026-03-01', endDate: '2026-03-31' };

it('sends the query of its item over its period', () => {
	const permit = { reason: 'Not sent', remedy: '' };
	expect(requestOf({ input, item: 3, period, permit })).toEqual({
		...{ shop: 'a.example', query: 'SELECT 1', limits: LIMITS },
		...{ item: 3, period, permit },
	});
});

it('says its period, and its shop where that is wanted', () => {
	expect(about({ input, item: 0, period })).toEqual({ period });
	const withShop = { ...input, includeShop: true };
	const said = about({ input: withShop, item: 0, period });
	expect(said).toEqual({ period, shop: 'a.example' });
	// Items of n8n may be changed by nodes behind.
	expect(said.period).not.toBe(period);
});
