import type { ColumnKind } from '../../../../nodes/MerchantData/mapping/profile/columnDescription.ts';
import { column, described } from './described.mts';

const describedAs = (name: string, values: readonly unknown[]) =>
	described(column(name, values)).columns[0]!;

describe('the kind of a column', () => {
	it.each<[name: string, values: unknown[], kind: ColumnKind]>([
		['Clicks', ['961', ' 5 ', '--'], 'number'],
		['x', ['12.50', '1.234,50 €'], 'number'],
		['x', [5, 12.5], 'number'],
		['Clicks', ['5', '7', 'unknown'], 'metric'],
		['x', ['5', '7', 'unknown'], 'text'],
		['CPC', ['1.5', '#DIV/0!', '#N/A'], 'number'],
		['Day', ['2026-11-20', '2026-11-21'], 'day'],
		['x', ['20.11.2026', '1.12.2026'], 'day'],
		// Digits alone are days only if the name says so.
		['Day', ['20261120'], 'day'],
		['x', ['20261120'], 'number'],
		['Day', ['46346'], 'day'],
		['Date', [46_346.604, '46347,5'], 'day'],
		['Berichtsstart', [46_346], 'day'],
		['Inicio del informe', ['20260615'], 'day'],
		['Fin des rapports', ['20260615'], 'day'],
		['Start', [34_512, 46_346], 'number'],
		['Watch time', [46_346], 'number'],
		['Clicks per day', ['340', '46346'], 'number'],
		['Day', ['46346', '46347', '340'], 'number'],
		['CTR', ['0.07484423676012461'], 'number'],
		['Campaign ID', ['7', '8'], 'id'],
		['x', ['20123456781'], 'id'],
		['Order number', ['7'], 'id'],
		['PLZ', ['7'], 'id'],
		['Video', ['7'], 'number'],
		['x', [20_123_456_781], 'id'],
		['x', ['01067', '10117'], 'id'],
		['x', ['="0123"'], 'id'],
		['Phone', ['+4915112345678'], 'id'],
		['Phone', ['612 345 678'], 'id'],
		['Contact', ['+33 612 345 678'], 'id'],
		['x', ["'tis"], 'text'],
		['campaign_id', ['20123456781.0'], 'id'],
		['ad_id', ['1.2E+17'], 'id'],
		// What the table of names knows as a metric is never an ID.
		['Impressions', ['12345678901'], 'number'],
		['x', ['192.168.100.200'], 'text'],
		// Words that are no currency, unless the name says that there are amounts.
		['Ad group', ['TOP 10', 'TOP 20'], 'text'],
		['Length', ['10 ft', '12 ft'], 'text'],
		['Rank', ['USD 5', 'EUR 6'], 'text'],
		['CPC', ['0,50 kr', '1,20 kr'], 'number'],
		['CPC', ['10 Ft'], 'number'],
		['CPC', ['5 €', '6 USD'], 'number'],
		['Cost', ['TRY 5,50', 'TRY 6'], 'number'],
		['x', ['', null, '--', 'n/a', 'NULL', '\\N'], 'empty'],
		['x', ['✓'], 'text'],
		['x', [{ a: 1 }], 'object'],
		['x', [new Date('2026-11-19T23:00:00Z')], 'day'],
		['x', [true, false], 'text'],
		// Names may be digits or days: 1.10 and 1.1 are two campaigns.
		['Campaign', ['1.10', '1.1'], 'text'],
		['Ad name', ['10', '20'], 'text'],
		['Kampagne', ['2026-11-27 10:00'], 'text'],
		['Campaign', ['="0123"'], 'id'],
	])('of %s with %j is %s', (name, values, kind) => {
		expect(describedAs(name, values).kind).toBe(kind);
	});
});

it.each<[name: string, values: unknown[], is: object]>([
	['cost_micros', ['12500000'], { isMicros: true }],
	['cost_micros', ['12.5', '12500000'], { isMicros: false }],
	['cost_micros', ['12500000', '2e+06'], { isMicros: true }],
	['cost_micros', ['12,500,000'], { isMicros: true }],
	['cost_micros', ['12500000.5', 'unknown'], { isMicros: true }],
	['costMicros', ['12500000', '-500000'], { isMicros: true }],
	['cost', ['12500000'], { isMicros: false }],
	['CTR', ['7.48%', '2.33%', '0'], { isPercent: true }],
	['spend', ['7.48', '2.33', '5%'], { isPercent: false }],
	['campaign_id', ['123.0', '77.0'], { hasDecimalIds: true }],
	['CTR', ['5%'], { role: 'other' }],
	['Clicks', ['5', '7', 'unknown'], { role: 'sum' }],
	['x', [{ a: 1 }], { role: 'other' }],
	['x', [[{ a: 1 }]], { hasList: true }],
	['x', [[]], { hasList: false }],
	['Day', ['20.11.2026', '2026-11-20'], { looksLikeDays: true }],
	['Day', ['20.11.2026', 'Spring'], { looksLikeDays: false }],
	['Campaign', ['20.11.2026'], { looksLikeDays: false }],
])('the description of %s with %j has %j', (name, values, is) => {
	expect(describedAs(name, values)).toMatchObject(is);
});

it('the description of a column has texts that mean "no value", and currencies', () => {
	const cells = ['--', '5 €', '\\N', 'EUR 7', '8 kr', 'None so far'];
	const { noValues, currencies } = describedAs('Cost', cells);
	expect([...noValues]).toEqual(['--', '\\N']);
	expect([...currencies]).toEqual(['€', 'EUR', 'kr']);
});
