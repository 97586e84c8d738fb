/** A large CSV file: rows of ad spend as people have them, about 100 bytes each. */
export function* csvLines(rows: number): Generator<string> {
	yield 'date,campaignId,campaignName,impressions,clicks,spend,conversions,currency\n';
	for (let start = 0; start < rows; start += 1_000) {
		let text = '';
		for (let row = start; row < Math.min(start + 1_000, rows); row++) {
			text += `2026-03-14,campaign-${row},"Spring sale, returning customers",${12_000 + row},${row % 50},${row % 300}.50,${row % 7},EUR\n`;
		}
		yield text;
	}
}
