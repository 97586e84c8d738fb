import { changeText, comparisonText, figuresOf } from '../../../examples/code/figures.mts';
import { datesOf, periodBefore, reportsOf, type Row } from '../../../examples/code/numbers.mts';

/** The numbers in the email, which `npm run test:examples` compares with those of the database. */

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
const spend = (channel: string | null, amount: number, date = '2026-03-02') =>
	row({ channel, spend: amount, date });

it('counts days over the end of a month and the change to summer time', () => {
	const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
	expect(datesOf({ lastDay: '2026-03-02', days: 4 })).toEqual(days);
	expect(datesOf({ lastDay: '2026-03-30', days: 2 })).toEqual(['2026-03-29', '2026-03-30']);
	expect(periodBefore(week)).toEqual({ lastDay: '2026-02-23', days: 7 });
});

it('adds the sales of all shops, also as text, with zero for a day without rows', () => {
	const asText = { date: '2026-03-02T00:00:00Z', revenue: '10.00', orders: '1' };
	const rows = [row(asText as unknown as Row), row({ revenue: 5.5, orders: 2 })];
	const [report] = reportsOf(rows, week);
	expect(report?.days.map(({ revenue }) => revenue)).toEqual([0, 0, 0, 0, 0, 0, 15.5]);
	expect(report?.totals).toEqual({ revenue: 15.5, spend: 0, orders: 3 });
	expect(report?.channels).toEqual([]);
	expect(reportsOf([], week)).toEqual([]);
});

it('separates the period from the one before, and leaves out other days', () => {
	const dates = ['02-16', '02-17', '02-23', '02-24', '03-02', '03-03'];
	const rows = dates.map((date, index) => row({ date: `2026-${date}`, revenue: 10 ** index }));
	const [report] = reportsOf(rows, week);
	expect([report?.totals.revenue, report?.before.revenue]).toEqual([11_000, 110]);
});

it('never adds different currencies', () => {
	const euros = ['EUR', 'eur'].map((currency) => row({ currency, revenue: 100 }));
	const reports = reportsOf([row({ currency: 'USD', revenue: 1 }), ...euros], week);
	const sums = reports.map(({ currency, totals }) => `${currency} ${totals.revenue}`);
	expect(sums).toEqual(['EUR 200', 'USD 1']);
});

it('sorts channels by spend, and has one that has ended', () => {
	const rows = [spend('Small', 1), spend('Large', 2), spend('Ended', 5, '2026-02-20')];
	const [report] = reportsOf([...rows, spend(null, 0.5)], week);
	const figures = report?.channels.map((each) => `${each.name}: ${each.spend}, ${each.before}`);
	expect(figures).toEqual(['Large: 2, 0', 'Small: 1, 0', ': 0.5, 0', 'Ended: 0, 5']);
});

it.each([
	[110, 100, '▲ 10%'],
	[90.5, 100, '▼ 9.5%'],
	[100, 100, '= 0%'],
	[5, 0, ''],
])('the change of %d from %d is "%s"', (now, before, wanted) => {
	expect(changeText(now, before, 'en-GB')).toBe(wanted);
});

it('marks each change as good or bad, except that of spend', () => {
	const rows = [row({ revenue: 2_000, orders: 1 }), spend('Ads', 500)];
	const before = [row({ date: '2026-02-17', revenue: 1_000, orders: 2 })];
	const [report] = reportsOf([...rows, ...before, spend('Ads', 200, '2026-02-17')], week);
	const figures = figuresOf(report!, 'en-GB').map(({ now, before: old, tone }) => [now, old, tone]);
	expect(figures.map((each) => each.join(' '))).toEqual([
		'€2,000 €1,000 good',
		'€500 €200 neutral',
		'4.00 5.00 bad',
		'1 2 bad',
	]);
});

it('compares only figures with data from the first day of the period before', () => {
	const revenue = [row({ revenue: 20 }), row({ date: '2026-02-17', revenue: 10 })];
	const [report] = reportsOf([...revenue, spend('A', 5), spend('A', 4, '2026-02-18')], week);
	expect(figuresOf(report!, 'en-GB').map(({ change }) => change)).toEqual(['▲ 100%', '', '', '']);
	const why = 'Ad spend: no comparison, because the data begin on 18 Feb 2026.';
	expect(comparisonText(report!, 'en-GB')).toBe(why);
});

it('writes an amount in what is not a currency, and no return without spend', () => {
	const [report] = reportsOf([row({ currency: 'points', revenue: 12.5 })], week);
	const [revenue, , times] = figuresOf(report!, 'en-GB');
	expect([revenue?.now, times?.now]).toEqual(['12.50 POINTS', '–']);
});
