import type { INodeProperties } from 'n8n-workflow';
import { sqlFields } from '../../../../nodes/MerchantData/sql/query/fields.ts';

it.each([
	['startDate', 'custom'],
	['endDate', 'custom'],
	['days', 'lastNDays'],
])('shows %s with the period %s only', (name, period) => {
	const field = (sqlFields as readonly INodeProperties[]).find((each) => each.name === name);
	expect(field!.displayOptions).toEqual({ show: { period: [period] } });
});
