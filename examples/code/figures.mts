import { amounts, number } from './format.mts';
import type { Report, Sums } from './numbers.mts';

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
export function figuresOf({ totals, before, currency }: Report, locale: string): Figure[] {
	const money = (...values: number[]) => amounts(currency, locale, values);
	const times = () => (value: number) =>
		number(value, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
	const count = () => (value: number) => number(value, locale);
	const figure = (
		label: string,
		read: (sums: Sums) => number,
		writer: (...values: number[]) => (value: number) => string,
		isBetterWith: number,
	): Figure => {
		const [now, earlier] = [read(totals), read(before)];
		const write = writer(now, earlier);
		const text = (value: number) => (Number.isFinite(value) ? write(value) : '–');
		const direction = Math.sign(now - earlier) * isBetterWith;
		const change = changeText(now, earlier, locale);
		return {
			label,
			now: text(now),
			before: text(earlier),
			change,
			tone: change === '' || direction === 0 ? 'neutral' : direction > 0 ? 'good' : 'bad',
		};
	};
	return [
		figure('Revenue', ({ revenue }) => revenue, money, 1),
		figure('Ad spend', ({ spend }) => spend, money, 0),
		figure('Return on ad spend', ({ revenue, spend }) => revenue / spend, times, 1),
		figure('Orders', ({ orders }) => orders, count, 1),
	];
}

/** A change in percent, with an arrow; empty where there was nothing before. */
export function changeText(now: number, before: number, locale: string): string {
	const change = (now - before) / before;
	if (!(before > 0) || !Number.isFinite(change)) return '';
	const percent = number(Math.abs(change), locale, { style: 'percent', maximumFractionDigits: 1 });
	return `${change < 0 ? '▼' : change > 0 ? '▲' : '='} ${percent}`;
}
