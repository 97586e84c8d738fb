import { JsonScanner } from '../../shared/jsonScanner';
import { BrokenJson } from './jsonCompleteness';

/** A list whose JSON comes in pieces. */
export interface OpenList {
	/**
	 * Reads on.
	 * @returns the elements that have ended, as they were written
	 * @throws BrokenJson where the list is no JSON
	 */
	read(piece: string): string[];
	/** What came behind the list; undefined as long as it goes on. */
	readonly rest: string | undefined;
	/** How many characters are kept: of an element that goes on, or behind the list. */
	readonly held: number;
}

/** Begins behind the list's opening bracket. */
export function createOpenList(): OpenList {
	const scanner = new JsonScanner();
	scanner.next('[', 0, 0);
	let held = '';

	function read(piece: string): string[] {
		const elements: string[] = [];
		let start = 0;
		for (let at = 0; scanner.depth > 0; ) {
			const mark = scanner.next(piece, at, 1);
			if (mark < 0) throw new BrokenJson('notJson', (held + piece.slice(start)).slice(0, 200));
			if (mark === piece.length) break;
			at = mark + 1;
			if (piece[mark] !== ',' && scanner.depth > 0) continue;
			const element = (held + piece.slice(start, mark)).trim();
			// Of an empty list there is nothing before its end.
			if (element !== '') elements.push(element);
			held = '';
			start = at;
		}
		held += piece.slice(start);
		return elements;
	}

	return {
		read,
		get rest() {
			return scanner.depth === 0 ? held : undefined;
		},
		get held() {
			return held.length;
		},
	};
}
