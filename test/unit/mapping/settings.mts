import type { ColumnEntry, ColumnSettings } from '../../../nodes/MerchantData/mapping/columns.ts';
import { DateReader } from '../../../nodes/MerchantData/mapping/dateFormat.ts';

/** What the form of a push may say, made by hand. */

export const entry = (name: string, more: Partial<ColumnEntry> = {}): ColumnEntry => ({
	name,
	isLeftOut: false,
	...more,
});

export const settingsOf = (more: Partial<ColumnSettings> = {}): ColumnSettings => ({
	dataMode: 'binary',
	entries: [],
	sendsOthers: true,
	skipRules: [],
	emptyValues: new Set(),
	formats: { number: 'plain', date: new DateReader('iso', 'UTC') },
	isCompared: false,
	stopsWhatLooksWrong: true,
	...more,
});
