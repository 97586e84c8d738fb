const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = Buffer.from('{[}]');

/**
 * Follows the brackets of JSON text that comes in pieces, which may be cut anywhere. What is between
 * them is not looked at: whoever parses it finds what is wrong there.
 */
export class Brackets {
	/** How many are open. */
	depth = 0;

	private isInString = false;

	private isEscaped = false;

	/**
	 * Reads on to the next bracket or comma that has so many brackets around it at most.
	 * @param from behind the last one, or where the next piece begins
	 * @returns its place; the text's length where there is none
	 */
	next(text: string, from: number, level: number): number {
		for (let at = from; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (this.isInString) {
				if (this.isEscaped) this.isEscaped = false;
				else if (code === BACKSLASH) this.isEscaped = true;
				else if (code === QUOTE) this.isInString = false;
			} else if (code === QUOTE) this.isInString = true;
			else if (code === OPEN_OBJECT || code === OPEN_LIST) {
				if (this.depth++ <= level) return at;
			} else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
				if (--this.depth <= level) return at;
			} else if (code === COMMA && this.depth <= level) return at;
		}
		return text.length;
	}
}
