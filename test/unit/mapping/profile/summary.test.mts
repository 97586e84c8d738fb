import { DateReader } from '../../../../nodes/MerchantData/mapping/dateFormat.ts';
import { column, described, type Table, table } from './described.mts';

/** What *Preview* sums up of each field. */
const summed = (given: Table, settings?: Parameters<typeof described>[1]) => {
	const { summaries } = described(given, settings, { isPreview: true });
	return Object.fromEntries([...summaries].map(([{ field }, summary]) => [field, summary]));
};

const different = (count: number) => ({ different: count, isMore: false });

it.each<[what: string, text: string, expected: object]>([
	[
		'a total that has values of the other rows',
		'Campaign|Day|Currency|Clicks\nA|2026-11-01|USD|5\nB|2026-11-02|USD|7\nTotal||USD|12',
		{ Campaign: different(2), Currency: different(1), Clicks: { sum: 12 } },
	],
	[
		'a total between rows that repeat its text',
		'Campaign|Day|Clicks\nTotal||12\nA|2026-11-01|5\nA|2026-11-02|7',
		{ Campaign: different(1), Clicks: { sum: 12 } },
	],
	[
		'a total in a table of one name',
		'Campaign|Clicks|CPC\nA|5|0.5\nB|7|1.5\nTotal|12|',
		{ Campaign: different(2), Clicks: { sum: 12 }, CPC: { least: 0.5, most: 1.5 } },
	],
	[
		'not rows that only may be totals',
		'Campaign|Day|Clicks\n|2026-11-01|5\nB|2026-11-02|7',
		{ Clicks: { sum: 12 }, Day: { first: '2026-11-01', last: '2026-11-02' } },
	],
])('a summary leaves out %s', (_, text, expected) => {
	expect(summed(table(text))).toMatchObject(expected);
});

it('sums up values within objects, and days in the time zone', () => {
	const formats = { number: 'plain', date: new DateReader('iso', 'Europe/Berlin') } as const;
	const row = { when: new Date('2026-11-19T23:00:00Z'), campaign: { id: 'c1' } };
	const items = { names: Object.keys(row), rows: [Object.values(row)] };
	expect(summed(items, { formats })).toEqual({
		when: { first: '2026-11-20', last: '2026-11-20' },
		'campaign.id': different(1),
	});
});

it('sums up nothing if a number of a late row is in doubt', () => {
	const rows = `Name|Clicks\n${'A|1\n'.repeat(1_000)}`;
	expect(summed(table(`${rows}B|1.200`))).toEqual({});
	expect(summed(table(`${rows}B|1.5`))).toMatchObject({ Clicks: { sum: 1_001.5 } });
});

it('are the days that the format of the form reads', () => {
	const formats = { number: 'plain', date: new DateReader('monthSlashes', 'UTC') } as const;
	const given = table('Day|N\n01/11/2026|1\n02/11/2026|2\n03/11/2026|3');
	const days = { first: '2026-01-11', last: '2026-03-11' };
	expect(summed(given, { formats })).toMatchObject({ Day: days });
});

it('counts a thousand different values at most', () => {
	const many = Array.from({ length: 1_500 }, (_, n) => `n${n}`);
	expect(summed(column('x', many))).toEqual({ x: { different: 1_000, isMore: true } });
});
