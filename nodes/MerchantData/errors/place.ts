import { listed, numberText } from '../lib/counted';

/** `row 3`, `line 7`, `contact 2`; with the item as well, if only both tell rows apart. */
export interface Place {
	readonly what: 'contact' | 'item' | 'line' | 'row';
	readonly number: number;
	/** The number of the input item. */
	readonly item?: number;
	/** The line of the sheet, as n8n's spreadsheet nodes count it: what the user sees there. */
	readonly rowNumber?: number;
}

/** `line 8`, `row 3 (row_number 4)`, `row 3 of item 2`. */
export function placeText({ what, number, item, rowNumber }: Place): string {
	const inSheet = rowNumber === undefined ? '' : ` (row_number ${rowNumber})`;
	return `${what} ${numberText(number)}${inSheet}${item === undefined ? '' : ` of item ${item}`}`;
}

/** `rows 1 to 500 and 701 to 720`, or `row 7`. @param noun in the plural. @param numbers in order */
function numbersText(noun: string, numbers: readonly number[]): string {
	const spans: Array<{ from: number; to: number }> = [];
	for (const number of numbers) {
		const last = spans.at(-1);
		if (last && last.to + 1 === number) last.to = number;
		else spans.push({ from: number, to: number });
	}
	const texts = spans.map(({ from, to }) =>
		from === to ? numberText(from) : `${numberText(from)} to ${numberText(to)}`,
	);
	return `${numbers.length === 1 ? noun.slice(0, -1) : noun} ${listed(texts, Infinity)}`;
}

/** `lines 2 to 7 and 9`, `row 3 (row_number 4) and row 5 (row_number 6)`. @param places in order */
export function placesText(places: readonly Place[]): string {
	const [{ what, item }] = places;
	const isPlain = places.every((place) => place.item === item && place.rowNumber === undefined);
	if (!isPlain) return listed(places.map(placeText), Infinity);
	const numbers = places.map(({ number }) => number);
	return numbersText(`${what}s`, numbers) + (item === undefined ? '' : ` of item ${item}`);
}
