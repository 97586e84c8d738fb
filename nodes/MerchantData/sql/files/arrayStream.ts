import { endOfValue, skipBlanks } from '../../shared/json';
import { BrokenJson } from './jsonCompleteness';

/** A list whose JSON comes in parts. */
export interface OpenList {
	/**
	 * Reads on. A long element is looked through only now and then, unless this is the last part.
	 * @returns the elements that have ended, as they were written; whether each is JSON is not checked
	 * @throws BrokenJson where something else than a comma stands between two
	 */
	read(text: string, isLast?: boolean): string[];
	/** What came behind the list; undefined as long as it goes on. */
	readonly rest: string | undefined;
	/** How many characters are kept: of an element that goes on, or behind the list. */
	readonly held: number;
}

/** Begins behind the list's opening bracket. */
export function createOpenList(): OpenList {
	let held = '';
	let enough = 1;
	let isFirst = true;
	let hasEnded = false;

	/** Takes the list to have ended before a place. */
	function end(at: number): void {
		hasEnded = true;
		held = held.slice(at);
	}

	function read(text: string, isLast = false): string[] {
		held += text;
		if (hasEnded || (held.length < enough && !isLast)) return [];
		const elements: string[] = [];
		let at = 0;
		for (;;) {
			const start = skipBlanks(held, at);
			if (isFirst && held[start] === ']') {
				end(start + 1);
				return elements;
			}
			const after = endOfValue(held, start);
			const next = after < 0 ? held.length : skipBlanks(held, after);
			if (next === held.length) break;
			elements.push(held.slice(start, after));
			isFirst = false;
			if (held[next] === ']') {
				end(next + 1);
				return elements;
			}
			if (held[next] !== ',') throw new BrokenJson('notJson', held.slice(start, start + 200));
			at = next + 1;
		}
		held = held.slice(at);
		enough = Math.max(1, held.length * 2);
		return elements;
	}

	return {
		read,
		get rest() {
			return hasEnded ? held : undefined;
		},
		get held() {
			return held.length;
		},
	};
}
