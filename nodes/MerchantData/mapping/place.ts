import { numberText } from '../lib/counted';

/** `row 3`, `line 7`, `contact 2`; with the item as well, if only both tell rows apart. */
export interface Place {
	readonly what: 'contact' | 'item' | 'line' | 'row';
	readonly number: number;
	/** The number of the input item. */
	readonly item?: number;
}

/** `line 8`, `row 3 of item 2`. */
export const placeText = ({ what, number, item }: Place): string =>
	`${what} ${numberText(number)}${item === undefined ? '' : ` of item ${item}`}`;
