import { type Place, placeText } from '../errors/place';
import { listed, numberText } from '../lib/counted';

interface Span {
	readonly shop: string;
	readonly first: Place;
	last: Place;
}

/** Places of rows as spans. A span has consecutive rows of a shop, whatever rows of other shops are in between. */
export class Spans {
	private readonly all: Span[] = [];
	/** The span that the next row of a shop would continue. */
	private readonly open = new Map<string, Span>();

	/** Adds the next rows of a shop. */
	add(shop: string, first: Place, last: Place): void {
		const open = this.open.get(shop);
		if (open && open.last.item === first.item) {
			open.last = last;
			return;
		}
		const span = { shop, first, last };
		this.open.set(shop, span);
		this.all.push(span);
	}

	/** Ends the span of a shop, because its next rows are not added. */
	interrupt(shop: string): void {
		this.open.delete(shop);
	}

	/** `lines 8 to 507 of a.example`. @param most spans, before `and 4 more` */
	text(most?: number): string {
		return listed(this.all.map(spanText), most);
	}
}

function spanText({ shop, first, last }: Span): string {
	const { what, number, item } = first;
	if (last.item !== item) return `${placeText(first)} to ${placeText(last)} (${shop})`;
	const numbers =
		last.number === number
			? `${what} ${numberText(number)}`
			: `${what}s ${numberText(number)} to ${numberText(last.number)}`;
	return item === undefined ? `${numbers} of ${shop}` : `${numbers} of item ${item} (${shop})`;
}
