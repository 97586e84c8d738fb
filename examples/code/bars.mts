import { changeText } from './figures.mts';
import { number } from './format.mts';
import type { Channel, Report } from './numbers.mts';

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
