import type { Row } from '../../mapping/row';

/** Consecutive rows of an item. Both ends are included. */
export interface Range {
	readonly item: number;
	readonly from: number;
	to: number;
}

/** The places of rows in a short form: `0.0-499 0.501`. */
export function rangesOf(rows: readonly Row[]): string {
	const ranges: Range[] = [];
	for (const { item, ordinal } of rows) {
		const last = ranges.at(-1);
		if (last?.item === item && last.to + 1 === ordinal) last.to = ordinal;
		else ranges.push({ item, from: ordinal, to: ordinal });
	}
	const written = ({ item, from, to }: Range) => `${item}.${from}${to === from ? '' : `-${to}`}`;
	return ranges.map(written).join(' ');
}

/** Reads the text of {@link rangesOf}. */
export function rangesIn(text: string): Range[] {
	return text.split(' ').map((range) => {
		const [item, from, to = from] = range.split(/[.-]/).map(Number);
		return { item, from, to };
	});
}
