import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A large CSV file, which is made when it is needed. */

export const LARGE_ROWS = 100_000;

/** In each so many rows, one whose spend is no number. */
export const BAD_EVERY = 10_000;

/** Rows of ad spend as people have them, about 100 bytes each. */
function* lines(rows: number, badEvery: number): Generator<string> {
	yield 'date,campaignId,campaignName,impressions,clicks,spend,conversions,currency\n';
	for (let start = 0; start < rows; start += 1_000) {
		let text = '';
		for (let row = start; row < Math.min(start + 1_000, rows); row++) {
			const spend = row % badEvery === badEvery - 1 ? 'n/a' : `${row % 300}.50`;
			text += `2026-03-14,campaign-${row},"Spring sale, returning customers",${12_000 + row},${row % 50},${spend},${row % 7},EUR\n`;
		}
		yield text;
	}
}

export async function writeLargeFile(
	path: string,
	rows = LARGE_ROWS,
	badEvery = BAD_EVERY,
): Promise<void> {
	await pipeline(Readable.from(lines(rows, badEvery)), createWriteStream(path));
}
