import { changeText } from './figures.mts';
import { amounts, escapeHtml, number } from './format.mts';
import type { Channel, Report } from './numbers.mts';

/** How long the bar of a value is, in percent of the longest; nothing below zero has one. */
export function barLength(value: number, values: number[]): number {
	const longest = Math.max(...values, 0);
	return longest > 0 ? Math.round((Math.max(value, 0) / longest) * 1_000) / 10 : 0;
}

/** The share of a part in the whole, as text; empty where there is no whole. */
export function shareText(part: number, whole: number, locale: string): string {
	if (!(whole > 0)) return '';
	return number(part / whole, locale, { style: 'percent' });
}

/** The ad spend of each channel as a bar. */
export function channelBars({ channels, totals, currency }: Report, locale: string): string {
	const all = channels.map(({ spend }) => spend);
	const money = amounts(currency, locale, all);
	const row = ({ name, spend, before }: Channel) => `<li>
<span class="name">${escapeHtml(name)}</span>
<svg class="bar" role="presentation"><rect class="track" width="100%" height="100%" rx="4"/><rect class="spend" width="${barLength(spend, all)}%" height="100%" rx="4"/></svg>
<b>${escapeHtml(money(spend))}</b>
<span class="share">${escapeHtml(shareText(spend, totals.spend, locale))}</span>
<span class="change">${escapeHtml(changeText(spend, before, locale))}</span>
</li>`;
	return `<ul class="bars">${channels.map(row).join('\n')}</ul>`;
}
