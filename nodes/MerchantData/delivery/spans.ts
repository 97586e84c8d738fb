import { type Place, placeText } from '../errors/place';
import type { Source } from '../input/source';
import { listed, numberText } from '../lib/counted';
import type { Row } from '../mapping/row';

interface Span {
	readonly shop: string;
	readonly from: number;
	readonly to: number;
	readonly first: Place;
	readonly last: Place;
}

/** Places of rows as spans. A span has consecutive rows of a shop, whatever rows of other shops are in between. */
export class Spans {
	private readonly all: Span[] = [];

	constructor(private readonly source: Pick<Source, 'placeOf'>) {}

	/** Adds rows of a shop in their order, which need not be consecutive, nor follow those that were added before. */
	add(rows: readonly Row[]): void {
		let begin = 0;
		rows.forEach(({ shop, inShop: to }, at) => {
			if (rows[at + 1]?.inShop === to + 1) return;
			const [first, last] = [rows[begin], rows[at]].map((row) => this.source.placeOf(row));
			this.push({ shop, from: rows[begin].inShop, to, first, last });
			begin = at + 1;
		});
	}

	/** `lines 8 to 507 of a.example`, by shop. @param most spans, before `and 4 more` */
	text(most?: number): string {
		const ordered = new Spans(this.source);
		for (const span of [...this.all].sort(inOrder)) ordered.push(span);
		return listed(ordered.all.map(spanText), most);
	}

	/** Adds a span, or makes the last one longer: most requests follow each other. */
	private push(span: Span): void {
		const last = this.all.at(-1);
		const isNext = last?.shop === span.shop && last.to + 1 === span.from;
		if (isNext && last.last.item === span.first.item)
			this.all[this.all.length - 1] = { ...last, to: span.to, last: span.last };
		else this.all.push(span);
	}
}

const inOrder = (one: Span, other: Span): number =>
	one.shop.localeCompare(other.shop) || one.from - other.from;

function spanText({ shop, first, last }: Span): string {
	const { what, number, item } = first;
	if (last.item !== item) return `${placeText(first)} to ${placeText(last)} (${shop})`;
	const numbers =
		last.number === number
			? `${what} ${numberText(number)}`
			: `${what}s ${numberText(number)} to ${numberText(last.number)}`;
	return item === undefined ? `${numbers} of ${shop}` : `${numbers} of item ${item} (${shop})`;
}
