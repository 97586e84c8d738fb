import { amountsOf, dayText, escapeHtml, isLarge, spanText } from './format.mts';
import type { Report, Span } from './numbers.mts';
import type { Language, Words } from './words.mts';

/** The lines of the chart, by their classes in the style of the page and their words. */
export function lines(): Array<'revenue' | 'spend'> {
	return ['revenue', 'spend'];
}

/** What the colours of the lines mean. */
export function legend(words: Words): string {
	const keys = lines().map((name) => `<span><i class="key ${name}"></i>${words[name]}</span>`);
	return `<span class="keys">${keys.join('')}</span>`;
}

/** Round numbers from below the least value to above the greatest, zero among them; six at most. */
export function ticks(values: number[], isWhole = false): number[] {
	const low = Math.min(0, ...values);
	const high = Math.max(0, ...values);
	if (low === high) return [0, 1];
	const rough = (high - low) / 4;
	const power = 10 ** Math.floor(Math.log10(rough));
	const steps = [1, 2, 2.5, 5, 10].map((round) => round * power);
	const step = steps.find((each) => each >= rough && !(isWhole && each % 1 !== 0)) ?? 10 * power;
	const first = Math.floor(low / step);
	const last = Math.ceil(high / step);
	return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * Revenue and spend per day or week. The SVG is stretched to the width of the screen; what must not be
 * stretched, as text, is beside it. The highest value of each line is written at it, and all values of a day
 * are shown where somebody points at it.
 */
export function lineChart(report: Report, { words, locale }: Language): string {
	const { spans } = report;
	const values = spans.flatMap(({ revenue, spend }) => [revenue, spend]);
	const money = amountsOf(report, locale);
	const text = (value: number) => escapeHtml(money(value));
	const scale = ticks(values, isLarge(report));
	const [low = 0, high = 1] = [scale.at(0), scale.at(-1)];
	const y = (value: number) => round(100 - ((value - low) / (high - low)) * 100);
	const x = (index: number) => round(((index + 0.5) / spans.length) * 100);
	const grid = scale.map((tick) => `M0 ${y(tick)}H100`).join('');
	const drawn = lines().map((name) => {
		const points = spans.map((span, index) => `${x(index)},${y(span[name])}`);
		const end = points.at(-1)?.replace(',', ' ');
		return `<polyline class="${name}" points="${points.join(' ')}"/><path class="end ${name}" d="M${end}h0"/>`;
	});
	const peaks = lines().map((name) => {
		const all = spans.map((span) => span[name]);
		const most = Math.max(...all);
		return { name, most, left: x(all.indexOf(most)), top: y(most) };
	});
	const labels = peaks.map(({ name, most, left, top }, index) => {
		if (most <= 0) return '';
		const shift = left < 10 ? 0 : left > 90 ? -100 : -50;
		// The lower one of two that would cover each other stands below its line.
		const isCovered = peaks.some(
			(peak, at) => at < index && Math.abs(peak.left - left) < 25 && Math.abs(peak.top - top) < 10,
		);
		const rise = isCovered ? 30 : -130;
		return `<b class="peak ${name}" style="left:${left}%;top:${top}%;transform:translate(${shift}%,${rise}%)">${text(most)}</b>`;
	});
	const levels = scale.map((tick) => `<span style="top:${y(tick)}%">${text(tick)}</span>`);
	const widest = Math.max(...scale.map((tick) => money(tick).length));
	const dates = labelled(spans).map((index, label, all) => {
		const place = x(index) > 92 ? 'right:0' : `left:${x(index)}%;transform:translateX(-50%)`;
		// A phone has room for four; of more, it shows every second one, and the last.
		const isWide = all.length > 4 && (all.length - 1 - label) % 2 === 1;
		return `<span${isWide ? ' class="wide"' : ''} style="${place}">${escapeHtml(dayText(spans[index]?.last ?? '', locale))}</span>`;
	});
	const columns = spans.map((span, index) => {
		const name = escapeHtml(spanText(span, locale));
		return column(span, name, index >= spans.length / 2, y, text, words);
	});
	const area = spans.map((span, index) => `${x(index)},${y(span.revenue)}`).join(' ');
	return `<div class="chart">
<div class="y" style="width:${widest + 2}ch">${levels.join('')}</div>
<div class="plot">
<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${words.chart}">
<path class="grid" d="${grid}"/><path class="zero" d="M0 ${y(0)}H100"/>
<polygon class="area" points="${x(0)},${y(0)} ${area} ${x(spans.length - 1)},${y(0)}"/>
${drawn.join('\n')}
</svg>
${labels.join('')}
<div class="spans">${columns.join('\n')}</div>
</div>
<div class="x">${dates.join('')}</div>
</div>
<p class="quiet">${words.readChart}</p>`;
}

/** What is shown where somebody points at a day or a week. */
function column(
	span: Span,
	name: string,
	isRight: boolean,
	y: (value: number) => number,
	amount: (value: number) => string,
	words: Words,
): string {
	const dots = lines().map((line) => `<i class="dot ${line}" style="top:${y(span[line])}%"></i>`);
	const shown = lines().map(
		(line) => `<span><i class="key ${line}"></i>${words[line]} <b>${amount(span[line])}</b></span>`,
	);
	const said = lines().map((line) => `${words[line]} ${amount(span[line])}`);
	return `<div class="span" tabindex="0" role="img" aria-label="${name}: ${said.join(', ')}">${dots.join('')}<div class="tip${isRight ? ' left' : ''}"><strong>${name}</strong>${shown.join('')}</div></div>`;
}

/** Which days are named below the chart: the last one, and every week before it, at most six. */
function labelled(spans: Span[]): number[] {
	const step = Math.max(spans.length <= 7 ? 1 : 7, Math.ceil(spans.length / 6));
	return spans.map((_, index) => index).filter((index) => (spans.length - 1 - index) % step === 0);
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
