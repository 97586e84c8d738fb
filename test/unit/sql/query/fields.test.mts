import type { INodeProperties } from 'n8n-workflow';
import { optionsIn } from '../../../../nodes/MerchantData/n8n/parameters.ts';
import { sqlFields } from '../../../../nodes/MerchantData/sql/query/fields.ts';
import {
	inWords,
	type PeriodName,
	resolvePeriod,
} from '../../../../nodes/MerchantData/sql/query/period.ts';

const named = (name: string) =>
	(sqlFields as readonly INodeProperties[]).find((field) => field.name === name)!;

const PERIODS = named('period').options as Array<{ value: PeriodName; description: string }>;

it.each(PERIODS)('offers Include Today for the period $value if it changes its days', (period) => {
	const choice = { days: 2, startDate: '2026-01-01', endDate: '2026-01-02' };
	const days = [true, false].map((includeToday) =>
		inWords(resolvePeriod(period.value, { includeToday, ...choice }, 'Europe/Berlin')),
	);
	const option = optionsIn(sqlFields).find(({ name }) => name === 'includeToday')!;
	const isOffered = option.displayOptions!.show!['/period']!.includes(period.value);
	expect(isOffered).toBe(days[0] !== days[1]);
	expect(period.description.includes('Include Today')).toBe(isOffered);
});

it.each([
	['startDate', 'custom'],
	['endDate', 'custom'],
	['days', 'lastNDays'],
])('shows %s with the period %s only', (name, period) => {
	const field = named(name);
	expect(field.displayOptions).toEqual({ show: { period: [period] } });
});
