import { datesOf, type Period, type Report } from './numbers.mts';

/** Text that may come from anywhere, for HTML and its attributes. */
export function escapeHtml(text: unknown): string {
	const entities: Record<string, string> = {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": '&#39;',
	};
	return String(text ?? '').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Whether the amounts of a report are written without cents: where one of them is large. */
function isLarge({ totals, before }: Report): boolean {
	return [totals, before].some((sums) =>
		[sums.revenue, sums.spend].some((value) => Math.abs(value) >= 1_000),
	);
}

/** How all amounts of a report are written. */
export function amountsOf(report: Report, locale: string): (value: number) => string {
	const { currency } = report;
	const digits = isLarge(report) ? 0 : 2;
	const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return (value) => amount(value, currency, locale, options);
}

function amount(
	value: number,
	currency: string,
	locale: string,
	options: Intl.NumberFormatOptions,
): string {
	// What is no code of a currency is written behind the number.
	if (!/^[A-Z]{3}$/.test(currency)) return `${number(value, locale, options)} ${currency}`.trim();
	return number(value, locale, { ...options, style: 'currency', currency });
}

/** A number as the locale writes it, without "-0". */
export function number(value: number, locale: string, options: Intl.NumberFormatOptions = {}) {
	return new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options }).format(value);
}

/** A day as in "22 Nov", or with what else is asked for. */
export function dayText(date: string, locale: string, more: Intl.DateTimeFormatOptions = {}) {
	const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...more };
	return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(date));
}

/** A period as in "24 Oct – 22 Nov 2026". */
export function periodText(period: Period, locale: string): string {
	const [first = ''] = datesOf(period);
	const range = new Intl.DateTimeFormat(locale, {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		timeZone: 'UTC',
	});
	// It has thin spaces, which not every subject of an email takes.
	return range.formatRange(new Date(first), new Date(period.lastDay)).replace(/\s/g, ' ');
}
