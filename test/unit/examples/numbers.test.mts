import { escapeHtml, periodText } from '../../../examples/code/format.mts';
import { changeText, comparisonText, figuresOf } from '../../../examples/code/figures.mts';
import { ticks } from '../../../examples/code/lineChart.mts';
import { datesOf, periodBefore, reportsOf, type Row } from '../../../examples/code/numbers.mts';
import { languageOf } from '../../../examples/code/words.mts';

/** The numbers behind the page and the email. */

const english = languageOf('en-GB');
const week = { lastDay: '2026-03-02', days: 7 };

const row = (changes: Partial<Row>): Row => ({
	date: '2026-03-02',
	currency: 'EUR',
	channel: '',
	revenue: 0,
	spend: 0,
	orders: 0,
	...changes,
});

it('counts days over the end of a month', () => {
	expect(datesOf({ lastDay: '2026-03-02', days: 4 })).toEqual([
		'2026-02-27',
		'2026-02-28',
		'2026-03-01',
		'2026-03-02',
	]);
	expect(periodBefore(week)).toEqual({ lastDay: '2026-02-23', days: 7 });
});

it('counts days over the change to summer time', () => {
	expect(datesOf({ lastDay: '2026-03-30', days: 3 })).toEqual([
		'2026-03-28',
		'2026-03-29',
		'2026-03-30',
	]);
});

it('has no report without rows', () => {
	expect(reportsOf([], week)).toEqual([]);
});

it('adds what different shops sold, and gives a day without rows as zero', () => {
	const [report] = reportsOf(
		[row({ revenue: 10, orders: 1 }), row({ revenue: 5.5, orders: 2 })],
		week,
	);
	expect(report?.spans.map(({ revenue }) => revenue)).toEqual([0, 0, 0, 0, 0, 0, 15.5]);
	expect(report?.totals).toEqual({ revenue: 15.5, spend: 0, orders: 3 });
	expect(report?.channels).toEqual([]);
});

it('tells the period from the one before, and leaves out what belongs to neither', () => {
	const dates = [
		'2026-02-16',
		'2026-02-17',
		'2026-02-23',
		'2026-02-24',
		'2026-03-02',
		'2026-03-03',
	];
	const [report] = reportsOf(
		dates.map((date, index) => row({ date, revenue: 10 ** index })),
		week,
	);
	expect(report?.totals.revenue).toBe(11_000);
	expect(report?.before.revenue).toBe(110);
});

it('reads numbers and dates that come as text', () => {
	const asText = { date: '2026-03-02T00:00:00Z', revenue: '10.50', orders: '2' };
	const [report] = reportsOf([row(asText as unknown as Row)], week);
	expect(report?.totals).toEqual({ revenue: 10.5, spend: 0, orders: 2 });
});

it('never adds different currencies', () => {
	const reports = reportsOf(
		[
			row({ currency: 'USD', revenue: 1 }),
			row({ currency: 'EUR', revenue: 100 }),
			row({ currency: 'eur', revenue: 100 }),
		],
		week,
	);
	expect(reports.map(({ currency, totals }) => [currency, totals.revenue])).toEqual([
		['EUR', 200],
		['USD', 1],
	]);
});

it('has the channel with the most spend first, and one that has ended', () => {
	const spend = (channel: string | null, amount: number, date = '2026-03-01') =>
		row({ channel, spend: amount, date });
	const [report] = reportsOf(
		[spend('Small', 1), spend('Large', 2), spend('Ended', 5, '2026-02-20'), spend(null, 0.5)],
		week,
	);
	expect(report?.channels).toEqual([
		{ name: 'Large', spend: 2, before: 0 },
		{ name: 'Small', spend: 1, before: 0 },
		{ name: '', spend: 0.5, before: 0 },
		{ name: 'Ended', spend: 0, before: 5 },
	]);
});

it.each([
	[[], [0, 1]],
	[
		[0, 0],
		[0, 1],
	],
	[[0.9], [0, 0.25, 0.5, 0.75, 1]],
	[[2_990], [0, 1_000, 2_000, 3_000]],
	[[7], [0, 2, 4, 6, 8]],
	[
		[-900, 2_000],
		[-1_000, 0, 1_000, 2_000],
	],
	[[-30], [-30, -20, -10, 0]],
])('the axis of %j has the ticks %j', (values, wanted) => {
	expect(ticks(values)).toEqual(wanted);
});

it('has no ticks between whole amounts where cents are not written', () => {
	expect(ticks([9])).toEqual([0, 2.5, 5, 7.5, 10]);
	expect(ticks([9], true)).toEqual([0, 5, 10]);
});

it('compares only what has data from the first day of the period before', () => {
	const [report] = reportsOf(
		[
			row({ revenue: 20 }),
			row({ date: '2026-02-17', revenue: 10 }),
			row({ channel: 'Ads', spend: 5 }),
			row({ date: '2026-02-18', channel: 'Ads', spend: 4 }),
		],
		week,
	);
	const changes = figuresOf(report!, english).map(({ change }) => change);
	expect(changes).toEqual(['▲ 100%', '', '', '']);
	expect(comparisonText(report!, english)).toBe(
		'Ad spend: no comparison, because the data begin on 18 Feb 2026.',
	);
});

it('shows a long period as weeks, the last of which is complete', () => {
	const [report] = reportsOf([row({ revenue: 1 }), row({ date: '2026-02-24', revenue: 2 })], {
		...week,
		days: 364,
	});
	expect(report?.spans).toHaveLength(52);
	expect(report?.spans.at(-1)).toEqual({
		...{ first: '2026-02-24', last: '2026-03-02' },
		...{ revenue: 3, spend: 0, orders: 0 },
	});
});

it.each([
	[110, 100, '▲ 10%'],
	[90.5, 100, '▼ 9.5%'],
	[100, 100, '= 0%'],
	[5, 0, ''],
	[5, -10, ''],
	[NaN, 1, ''],
	[1, NaN, ''],
])('the change of %d from %d is "%s"', (now, before, wanted) => {
	expect(changeText(now, before, 'en-GB')).toBe(wanted);
});

it('says of a change whether it is welcome, but not of spend', () => {
	const rows = [
		row({ revenue: 2_000, orders: 1 }),
		row({ channel: 'Ads', spend: 500 }),
		row({ date: '2026-02-17', revenue: 1_000, orders: 2 }),
		row({ date: '2026-02-17', channel: 'Ads', spend: 200 }),
	];
	const [report] = reportsOf(rows, week);
	const figures = figuresOf(report!, english);
	expect(figures.map(({ now, before, tone }) => [now, before, tone])).toEqual([
		['€2,000', '€1,000', 'good'],
		['€500', '€200', 'neutral'],
		['4.00', '5.00', 'bad'],
		['1', '2', 'bad'],
	]);
});

it.each([
	['points', '12.50 POINTS'],
	['', '12.50'],
	['XYZ', 'XYZ 12.50'],
])('writes an amount in "%s"', (currency, wanted) => {
	const [report] = reportsOf([row({ currency, revenue: 12.5 })], week);
	const [revenue] = figuresOf(report!, english);
	expect(revenue?.now.replace(/\s/g, ' ')).toBe(wanted);
	expect(figuresOf(report!, english)[2]?.now).toBe('–');
});

it('writes a period as the locale does', () => {
	expect(periodText(week, 'en-GB')).toBe('24 Feb – 2 Mar 2026');
	expect(periodText({ lastDay: '2026-01-03', days: 7 }, 'en-US')).toBe(
		'Dec 28, 2025 – Jan 3, 2026',
	);
	expect(periodText({ lastDay: '2026-01-03', days: 1 }, 'en-GB')).toBe('3 Jan 2026');
});

it('escapes what HTML would read', () => {
	expect(escapeHtml(`<a href="x" title='y'>&`)).toBe(
		'&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;',
	);
	expect(escapeHtml(undefined)).toBe('');
});
