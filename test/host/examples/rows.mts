import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

export const readCsv = (folder: string, file: string): Array<Record<string, string>> =>
	parse(readFileSync(join(folder, file)), { columns: true, bom: true });

/** A line of such a file with another spend. */
export const withSpend = (line: string, spend: string): string =>
	line.replace(/,[\d.]+,(\d*,EUR,)/, `,${spend},$1`);

/** Of a day counted back from today, in UTC. */
export const daysAgo = (days: number): string =>
	new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export const NUMBERS = ['impressions', 'clicks', 'spend', 'conversions'];

/** The fields that the columns of ad spend become. */
const FIELDS: Record<string, readonly [name: string, part?: string]> = {
	date: ['event_date'],
	channel: ['channel'],
	campaignId: ['campaign', 'id'],
	campaign: ['campaign', 'name'],
	...Object.fromEntries(NUMBERS.map((name) => [name, ['metrics', name] as const])),
	currency: ['currency'],
};

/** A row of ad spend as the examples send it: numbers as numbers, without empty cells and other columns. */
export function adRow(row: Record<string, unknown>): Record<string, unknown> {
	const sent: Record<string, unknown> = {};
	for (const [column, cell] of Object.entries(row)) {
		const [name, part] = FIELDS[column] ?? [];
		if (name === undefined || cell === '') continue;
		const value = NUMBERS.includes(column) ? Number(cell) : cell;
		sent[name] = part === undefined ? value : { ...(sent[name] as object), [part]: value };
	}
	return sent;
}
