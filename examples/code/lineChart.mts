import { amounts, dayText, escapeHtml, shortAmount } from './format.mts';
import type { Day, Report } from './numbers.mts';

/** The lines of the chart, by their classes in the style of the page. */
export function lines(): Array<{ name: 'revenue' | 'spend'; label: string }> {
	return [
		{ name: 'revenue', label: 'Revenue' },
		{ name: 'spend', label: 'Ad spend' },
	];
}

/** Round numbers from below the least value to above the greatest, zero among them; six at most. */
export function ticks(values: number[]): number[] {
	const low = Math.min(0, ...values);
	const high = Math.max(0, ...values);
	if (low === high) return [0, 1];
	const rough = (high - low) / 4;
	const power = 10 ** Math.floor(Math.log10(rough));
	const round = [1, 2, 2.5, 5].find((each) => each * power >= rough) ?? 10;
	const step = round * power;
	const first = Math.floor(low / step);
	const last = Math.ceil(high / step);
	return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * Revenue and spend per day. The SVG is stretched to the width of the screen; what must not be
 * stretched, as text, stands beside it. Each day tells its numbers when it is pointed at.
 */
export function lineChart({ days, currency }: Report, locale: string): string {
	const values = days.flatMap(({ revenue, spend }) => [revenue, spend]);
	const money = amounts(currency, locale, values);
	const scale = ticks(values);
	const [low = 0, high = 1] = [scale.at(0), scale.at(-1)];
	const y = (value: number) => round(100 - ((value - low) / (high - low)) * 100);
	const x = (index: number) => round(((index + 0.5) / days.length) * 100);
	const grid = scale.map((tick) => `M0 ${y(tick)}H100`).join('');
	const drawn = lines().map(({ name }) => {
		const points = days.map((day, index) => `${x(index)},${y(day[name])}`);
		const end = points.at(-1)?.replace(',', ' ');
		return `<polyline class="${name}" points="${points.join(' ')}"/><path class="end ${name}" d="M${end}h0"/>`;
	});
	const levels = scale.map(
		(tick) =>
			`<span style="top:${y(tick)}%">${escapeHtml(shortAmount(tick, currency, locale))}</span>`,
	);
	const dates = labelledDays(days).map((index) => {
		const place = x(index) > 92 ? 'right:0' : `left:${x(index)}%;transform:translateX(-50%)`;
		return `<span style="${place}">${escapeHtml(dayText(days[index]?.date ?? '', locale))}</span>`;
	});
	const columns = days.map((day, index) =>
		dayColumn(day, index >= days.length / 2, y, (value) => escapeHtml(money(value)), locale),
	);
	const area = days.map((day, index) => `${x(index)},${y(day.revenue)}`).join(' ');
	return `<div class="chart">
<div class="y">${levels.join('')}</div>
<div class="plot">
<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="Revenue and ad spend per day; the numbers are in the table below">
<path class="grid" d="${grid}"/><path class="zero" d="M0 ${y(0)}H100"/>
<polygon class="area" points="${x(0)},${y(0)} ${area} ${x(days.length - 1)},${y(0)}"/>
${drawn.join('\n')}
</svg>
<div class="days">${columns.join('\n')}</div>
</div>
<div class="x">${dates.join('')}</div>
</div>`;
}

/** What is shown where a day is pointed at. */
function dayColumn(
	day: Day,
	isRight: boolean,
	y: (value: number) => number,
	amount: (value: number) => string,
	locale: string,
): string {
	const dots = lines().map(
		({ name }) => `<i class="dot ${name}" style="top:${y(day[name])}%"></i>`,
	);
	const told = lines().map(
		({ name, label }) =>
			`<span><i class="key ${name}"></i>${label} <b>${amount(day[name])}</b></span>`,
	);
	const date = escapeHtml(dayText(day.date, locale, { weekday: 'short' }));
	return `<div class="day" tabindex="0">${dots.join('')}<div class="tip${isRight ? ' left' : ''}"><strong>${date}</strong>${told.join('')}</div></div>`;
}

/** Which days are named below the chart: the last one, and every week before it, at most six. */
function labelledDays(days: Day[]): number[] {
	const step = Math.max(days.length <= 7 ? 1 : 7, Math.ceil(days.length / 6));
	return days.map((_, index) => index).filter((index) => (days.length - 1 - index) % step === 0);
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
