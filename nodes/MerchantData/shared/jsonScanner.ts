/**
 * Reads JSON text that comes in pieces, which may be cut anywhere, and stops at its brackets and
 * commas. The grammar (RFC 8259) is a table: what a character leads to, by what stands before it.
 */

type Grammar = Record<string, Record<string, string>>;

const BLANKS = ' \t\r\n';
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdefABCDEF`;
/** Every character that a string may hold without an escape; the last one stands for all beyond ASCII. */
const PLAIN = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => 32 + index));

const AFTER = { [BLANKS]: 'after', ',': 'COMMA', '}]': 'CLOSE' };
const VALUE = {
	[BLANKS]: 'value',
	'{[': 'OPEN',
	'"': 'text',
	'-': 'minus',
	'0': 'zero',
	'123456789': 'whole',
	t: 't',
	f: 'f',
	n: 'n',
};

/**
 * States, named by what they expect or are in. Those in capitals are marks: the brackets around them
 * decide what follows.
 */
const GRAMMAR: Grammar = {
	value: VALUE,
	firstValue: { ...VALUE, [BLANKS]: 'firstValue', ']': 'CLOSE' },
	firstName: { [BLANKS]: 'firstName', '"': 'name', '}': 'CLOSE' },
	nextName: { [BLANKS]: 'nextName', '"': 'name' },
	colon: { [BLANKS]: 'colon', ':': 'value' },
	after: AFTER,
	minus: { '0': 'zero', '123456789': 'whole' },
	zero: { ...AFTER, '.': 'point', eE: 'power' },
	whole: { ...AFTER, [DIGITS]: 'whole', '.': 'point', eE: 'power' },
	point: { [DIGITS]: 'decimals' },
	decimals: { ...AFTER, [DIGITS]: 'decimals', eE: 'power' },
	power: { '+-': 'sign', [DIGITS]: 'exponent' },
	sign: { [DIGITS]: 'exponent' },
	exponent: { ...AFTER, [DIGITS]: 'exponent' },
	...word('true'),
	...word('false'),
	...word('null'),
	...string('text', 'after'),
	...string('name', 'colon'),
};

function word(letters: string): Grammar {
	const states: Grammar = {};
	for (let at = 1; at < letters.length; at++) {
		const next = at + 1 === letters.length ? 'after' : letters.slice(0, at + 1);
		states[letters.slice(0, at)] = { [letters[at]]: next };
	}
	return states;
}

function string(state: string, next: string): Grammar {
	return {
		[state]: { [PLAIN]: state, '"': next, '\\': `${state}\\` },
		[`${state}\\`]: { '"\\/bfnrt': state, u: `${state}1` },
		[`${state}1`]: { [HEX]: `${state}2` },
		[`${state}2`]: { [HEX]: `${state}3` },
		[`${state}3`]: { [HEX]: `${state}4` },
		[`${state}4`]: { [HEX]: state },
	};
}

/** In the order of their numbers. A character that a state does not name makes the text wrong. */
const STATES = ['wrong', 'OPEN', 'CLOSE', 'COMMA', ...Object.keys(GRAMMAR)];
const numberOf = (state: string) => STATES.indexOf(state);
const [WRONG, OPEN, CLOSE, LAST_MARK] = STATES.keys();
const [IN_VALUE, FIRST_VALUE, FIRST_NAME, NEXT_NAME, AFTER_VALUE] = [
	'value',
	'firstValue',
	'firstName',
	'nextName',
	'after',
].map(numberOf);
const CODES = 128;
const [LIST] = Buffer.from('[');
/** From an opening bracket to the one that closes it. */
const TO_CLOSING = 2;

/** By state and character: the state that follows. */
const NEXT = new Uint8Array(STATES.length * CODES);
for (const [state, ways] of Object.entries(GRAMMAR)) {
	for (const [characters, next] of Object.entries(ways)) {
		for (const code of Buffer.from(characters))
			NEXT[numberOf(state) * CODES + code] = numberOf(next);
	}
}

/** Reads one JSON value, or the beginning of one. It accepts what JSON.parse accepts. */
export class JsonScanner {
	private state = IN_VALUE;

	/** The brackets that are open, outermost first. */
	private readonly open: number[] = [];

	/** How many brackets are open. */
	get depth(): number {
		return this.open.length;
	}

	/**
	 * Reads on to the next bracket or comma that has so many brackets around it at most.
	 * @param at behind the last one, or where the next piece begins
	 * @returns its place; the text's length where there is none; -1 where the text is not JSON: then
	 *   nothing more may be read
	 */
	next(text: string, at: number, level: number): number {
		let { state } = this;
		for (let place = at; place < text.length; place++) {
			const code = text.charCodeAt(place);
			state = NEXT[state * CODES + (code < CODES ? code : CODES - 1)];
			if (state > LAST_MARK) continue;
			if (state === WRONG) return -1;
			const around = this.pass(state, code);
			if (around < 0) return -1;
			if (around <= level) return place;
			({ state } = this);
		}
		this.state = state;
		return text.length;
	}

	/** Passes a mark. @returns how many brackets are around it; -1 where it is not allowed there */
	private pass(mark: number, code: number): number {
		const { open } = this;
		const outer = open[open.length - 1];
		if (mark === OPEN) {
			this.state = code === LIST ? FIRST_VALUE : FIRST_NAME;
			return open.push(code) - 1;
		}
		if (mark === CLOSE) {
			this.state = AFTER_VALUE;
			open.pop();
			return outer === code - TO_CLOSING ? open.length : -1;
		}
		this.state = outer === LIST ? IN_VALUE : NEXT_NAME;
		return open.length || -1;
	}
}

/**
 * The place behind the object or list that begins at a place and is valid JSON.
 * @returns -1 where there is none, or the text ends before it does
 */
export function endOfValid(text: string, start: number): number {
	const scanner = new JsonScanner();
	if (scanner.next(text, start, 0) !== start) return -1;
	const end = scanner.next(text, start + 1, 0);
	return end < 0 || end === text.length ? -1 : end + 1;
}
