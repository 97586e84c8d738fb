import type { INodeProperties } from 'n8n-workflow';
import { optionsIn } from '../../../../nodes/MerchantData/n8n/parameters.ts';
import { sqlFields } from '../../../../nodes/MerchantData/sql/query/fields.ts';
import { inWords, resolvePeriod } from '../../../../nodes/MerchantData/sql/query/period.ts';

const named = (name: string) =>
	(sqlFields as readonly INodeProperties[]).find((field) => field.name === name)!;

it('offers periods that there are, and describes each', () => {
	const offered = named('period').options as Array<{ value: 'custom'; description: string }>;
	const dates = { startDate: '2026-01-01', endDate: '2026-01-02' };
	for (const { value, description } of offered) {
		const choice = { includeToday: false, days: 2, ...dates };
		expect(inWords(resolvePeriod(value, choice, 'Europe/Berlin'))).toMatch(/\d{4}-\d\d-\d\d/);
		expect(description).toMatch(/\w/);
	}
});

it.each([
	['startDate', 'custom'],
	['endDate', 'custom'],
	['days', 'lastNDays'],
])('shows %s with the period %s only', (name, period) => {
	expect(named(name).displayOptions).toEqual({ show: { period: [period] } });
});

it('has options in the order of their labels, each named once', () => {
	const options = optionsIn(sqlFields);
	const labels = options.map(({ displayName }) => displayName);
	expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
});
