import { changeText } from './figures.mts';
import { amountsOf, escapeHtml, number } from './format.mts';
import type { Channel, Report } from './numbers.mts';
import type { Language } from './words.mts';

/** How long the bar of a value is, in percent of the whole; nothing below zero has one. */
export function barLength(value: number, whole: number): number {
	if (!(whole > 0)) return 0;
	return Math.round(Math.min(Math.max(value / whole, 0), 1) * 1_000) / 10;
}

/** The share of a part in the whole, as text; empty where there is no whole. */
export function shareText(part: number, whole: number, locale: string): string {
	if (!(whole > 0)) return '';
	return number(part / whole, locale, { style: 'percent' });
}

/** How the spend of a channel has changed, as text. */
export function channelChange({ spend, before }: Channel, { begins }: Report, locale: string) {
	return begins.spend === undefined ? changeText(spend, before, locale) : '';
}

/** The ad spend of each channel as a bar, of which the whole is the spend of all. */
export function channelBars(report: Report, { words, locale }: Language): string {
	const { channels, totals } = report;
	const money = amountsOf(report, locale);
	const row = (channel: Channel) => `<li>
<span class="name">${escapeHtml(channel.name || words.noChannel)}</span>
<svg class="bar" role="presentation"><rect class="track" width="100%" height="100%" rx="4"/><rect class="spend" width="${barLength(channel.spend, totals.spend)}%" height="100%" rx="4"/></svg>
<b>${escapeHtml(money(channel.spend))}</b>
<span class="share">${escapeHtml(shareText(channel.spend, totals.spend, locale))}</span>
<span class="change">${escapeHtml(channelChange(channel, report, locale))}</span>
</li>`;
	return `<ul class="bars">${channels.map(row).join('\n')}</ul>`;
}
