import type { Row } from '../../mapping/row';

/** Neighbouring rows of an item that a request carried. Both ends are included. */
export interface Range {
	readonly item: number;
	readonly from: number;
	to: number;
}

/** The places of rows, in the short form in which n8n keeps them: `0.0-499 0.501`. */
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

/** The ranges of {@link rangesOf}. */
export function rangesIn(text: string): Range[] {
	return text.split(' ').map((range) => {
		const [item, from, to = from] = range.split(/[.-]/).map(Number);
		return { item, from, to };
	});
}
