/** What the SQL of the workflows gives per day: orders without a channel, ad spend with one. */
export interface Row {
	date: string;
	currency: string;
	channel: string | null;
	revenue: number;
	spend: number;
	orders: number;
}

export interface Sums {
	revenue: number;
	spend: number;
	orders: number;
}

export interface Day extends Sums {
	/** As in `2026-11-22`. */
	date: string;
}

/** The ad spend of a channel, and that of the period before. */
export interface Channel {
	/** Empty for spend without a channel. */
	name: string;
	spend: number;
	before: number;
}

/** The numbers in one currency: amounts in different ones are never added. */
export interface Report {
	currency: string;
	days: Day[];
	totals: Sums;
	before: Sums;
	/** The first day with a row, where it is not the first one of the period before: nothing to compare with. */
	begins: { revenue?: string; spend?: string };
	channels: Channel[];
}

/** The period ends with `lastDay`; the one before it is as long. */
export interface Period {
	lastDay: string;
	days: number;
}

/** The days of a period, the first one first. */
export function datesOf({ lastDay, days }: Period): string[] {
	const last = Date.parse(`${lastDay}T00:00:00Z`);
	return Array.from({ length: days }, (_, index) =>
		new Date(last - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
	);
}

/** The period of the same length that ends where this one begins. */
export function periodBefore({ lastDay, days }: Period): Period {
	const [dayBefore = ''] = datesOf({ lastDay, days: days + 1 });
	return { lastDay: dayBefore, days };
}

/** One report per currency, the one with the most money first. None without rows. */
export function reportsOf(rows: Row[], period: Period): Report[] {
	const dates = [...datesOf(period), ...datesOf(periodBefore(period))];
	const currencies = new Set(rows.filter((row) => dates.includes(dateOf(row))).map(currencyOf));
	const size = ({ totals, before }: Report) =>
		[totals, before].reduce((sum, each) => sum + Math.abs(each.revenue) + Math.abs(each.spend), 0);
	return [...currencies]
		.map((currency) =>
			reportOf(
				currency,
				rows.filter((row) => currencyOf(row) === currency),
				period,
			),
		)
		.sort((left, right) => size(right) - size(left));
}

function reportOf(currency: string, rows: Row[], period: Period): Report {
	const dates = datesOf(period);
	const datesBefore = datesOf(periodBefore(period));
	const now = rows.filter((row) => dates.includes(dateOf(row)));
	const before = rows.filter((row) => datesBefore.includes(dateOf(row)));
	// The query asks for one more week, because a day without orders is no beginning of the data.
	const begin = (has: (row: Row) => boolean) => {
		const [first] = rows.filter(has).map(dateOf).sort();
		return first === undefined || first <= datesBefore[0]! ? undefined : first;
	};
	return {
		currency,
		days: dates.map((date) => ({ date, ...sumsOf(now.filter((row) => dateOf(row) === date)) })),
		totals: sumsOf(now),
		before: sumsOf(before),
		begins: {
			revenue: begin((row) => Number(row.revenue) !== 0 || Number(row.orders) !== 0),
			spend: begin((row) => Number(row.spend) !== 0),
		},
		channels: channelsOf(now, before),
	};
}

/** Those with the most spend first. */
function channelsOf(now: Row[], before: Row[]): Channel[] {
	const names = [...new Set([...now, ...before].map(({ channel }) => channel ?? ''))];
	const spendOf = (rows: Row[], name: string) =>
		sumsOf(rows.filter(({ channel }) => (channel ?? '') === name)).spend;
	return names
		.map((name) => ({ name, spend: spendOf(now, name), before: spendOf(before, name) }))
		.filter(({ spend, before: earlier }) => spend !== 0 || earlier !== 0)
		.sort((left, right) => right.spend - left.spend || right.before - left.before);
}

/** Numbers may come as text: services write decimals so. */
function sumsOf(rows: Row[]): Sums {
	const sum = (name: keyof Sums) =>
		rows.reduce((total, row) => total + (Number(row[name]) || 0), 0);
	return { revenue: sum('revenue'), spend: sum('spend'), orders: sum('orders') };
}

/** A date may come with a time behind it. */
function dateOf({ date }: Row): string {
	return String(date).slice(0, 10);
}

function currencyOf({ currency }: Row): string {
	return String(currency ?? '')
		.trim()
		.toUpperCase();
}
