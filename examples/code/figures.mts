import { amountsOf, dayText, number } from './format.mts';
import type { Report, Sums } from './numbers.mts';
import { fill, WORDS } from './words.mts';

/** A number of a period beside that of the period before, as text. */
export interface Figure {
	label: string;
	now: string;
	before: string;
	/** As in "▲ 12.3%"; empty where there is nothing to compare with. */
	change: string;
	/** Whether the change is welcome; more spend is neither good nor bad. */
	tone: 'good' | 'bad' | 'neutral';
}

/** The totals of a report: revenue, ad spend, return on ad spend and orders. */
export function figuresOf(report: Report, locale: string): Figure[] {
	const { totals, before, begins } = report;
	const money = amountsOf(report, locale);
	const times = (value: number) =>
		number(value, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
	const count = (value: number) => number(value, locale);
	const figure = (
		label: string,
		read: (sums: Sums) => number,
		write: (value: number) => string,
		isBetterWith: number,
		begin: string | undefined,
	): Figure => {
		const [now, earlier] = [read(totals), read(before)];
		const text = (value: number) => (Number.isFinite(value) ? write(value) : '–');
		const direction = Math.sign(now - earlier) * isBetterWith;
		const change = begin === undefined ? changeText(now, earlier, locale) : '';
		return {
			label,
			now: text(now),
			before: text(earlier),
			change,
			tone: change === '' || direction === 0 ? 'neutral' : direction > 0 ? 'good' : 'bad',
		};
	};
	const either = begins.revenue ?? begins.spend;
	return [
		figure(WORDS.revenue, ({ revenue }) => revenue, money, 1, begins.revenue),
		figure(WORDS.spend, ({ spend }) => spend, money, 0, begins.spend),
		figure(WORDS.return, ({ revenue, spend }) => revenue / spend, times, 1, either),
		figure(WORDS.orders, ({ orders }) => orders, count, 1, begins.revenue),
	];
}

/** Why a report does not compare its numbers, in words; empty where it does. */
export function comparisonText({ begins }: Report, locale: string): string {
	const named = [
		[WORDS.revenue, begins.revenue],
		[WORDS.spend, begins.spend],
	].flatMap(([name, first]) => {
		if (first === undefined) return [];
		const date = dayText(first, locale, { year: 'numeric' });
		return [fill(WORDS.notComparable, { name, date })];
	});
	return named.join(' ');
}

/** A change in percent, with an arrow; empty where there was nothing before. */
export function changeText(now: number, before: number, locale: string): string {
	const change = (now - before) / before;
	if (!(before > 0) || !Number.isFinite(change)) return '';
	const percent = number(Math.abs(change), locale, { style: 'percent', maximumFractionDigits: 1 });
	return `${change < 0 ? '▼' : change > 0 ? '▲' : '='} ${percent}`;
}
