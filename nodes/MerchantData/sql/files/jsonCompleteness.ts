/**
 * Checks, while a body is passed on, that it is one whole JSON value. Nothing of it is kept, because a
 * file may have any size. The end matters most: n8n does not notice that a compressed answer was cut
 * off. What stands between the brackets is not parsed, so this is not done by the JSON scanner, which
 * would refuse a file for a NaN in it.
 */

export type JsonProblem = 'empty' | 'notJson' | 'cutOff' | 'moreFollows';

export interface JsonScan {
	/** Looks at the next bytes. */
	read(bytes: Uint8Array): void;
	/** What would be wrong if the body ended here. */
	readonly problem: JsonProblem | undefined;
}

const BOM = [0xef, 0xbb, 0xbf];
const [QUOTE, BACKSLASH, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY] =
	Buffer.from('"\\{[}]');
const BLANKS = Buffer.from(' \t\r\n');
/** What a number, true, false or null begins with. */
const BARE_BEGINS = Buffer.from('-0123456789tfn');
/** Characters of a number at most; a longer one is a mistake. */
const LONGEST_BARE = 1_000;

type Position = 'before' | 'nested' | 'text' | 'escape' | 'bare' | 'after' | 'wrong';

/** In texts and between brackets, most bytes change nothing: the bytes that do. */
const MATTERS: Partial<Record<Position, Uint8Array>> = {
	text: setOf('"\\'),
	nested: setOf('"{[}]'),
};

function setOf(characters: string): Uint8Array {
	const set = new Uint8Array(256);
	for (const byte of Buffer.from(characters)) set[byte] = 1;
	return set;
}

export function createJsonScan(): JsonScan {
	let position: Position = 'before';
	let bomBytes = 0;
	let depth = 0;
	/** What has come of a value that is a number, true, false or null. */
	let bare = '';
	let wrong: JsonProblem = 'notJson';

	function fail(problem: JsonProblem): Position {
		wrong = problem;
		return 'wrong';
	}

	function begin(byte: number): Position {
		if (byte === BOM[bomBytes]) {
			bomBytes++;
			return 'before';
		}
		if (bomBytes % BOM.length !== 0) return fail('notJson');
		bomBytes = BOM.length;
		if (BLANKS.includes(byte)) return 'before';
		if (BARE_BEGINS.includes(byte)) return bareAfter(byte);
		return byte === QUOTE || byte === OPEN_OBJECT || byte === OPEN_ARRAY
			? nestedAfter(byte)
			: fail('notJson');
	}

	function nestedAfter(byte: number): Position {
		if (byte === QUOTE) return 'text';
		if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
		else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
		return depth === 0 ? 'after' : 'nested';
	}

	function bareAfter(byte: number): Position {
		if (BLANKS.includes(byte)) return isJson(bare) ? 'after' : fail('notJson');
		bare += String.fromCharCode(byte);
		return bare.length > LONGEST_BARE ? fail('notJson') : 'bare';
	}

	/** The position behind a byte. */
	function positionAfter(byte: number): Position {
		switch (position) {
			case 'text':
				if (byte === BACKSLASH) return 'escape';
				if (byte !== QUOTE) return 'text';
				return depth === 0 ? 'after' : 'nested';
			case 'nested':
				return nestedAfter(byte);
			case 'escape':
				return 'text';
			case 'bare':
				return bareAfter(byte);
			case 'after':
				return BLANKS.includes(byte) ? 'after' : fail('moreFollows');
			case 'before':
				return begin(byte);
			case 'wrong':
				return 'wrong';
		}
	}

	return {
		read(bytes) {
			for (let at = 0; at < bytes.length; at++) {
				// Most bytes change nothing.
				const matters = MATTERS[position];
				if (matters) while (at < bytes.length && !matters[bytes[at]]) at++;
				if (at < bytes.length) position = positionAfter(bytes[at]);
			}
		},
		get problem() {
			if (position === 'after' || (position === 'bare' && isJson(bare))) return undefined;
			if (position === 'before' && bomBytes % BOM.length === 0) return 'empty';
			return position === 'wrong' ? wrong : 'cutOff';
		},
	};
}

/** Why a text is not one JSON value, as far as its brackets show. */
export function problemOf(text: string): JsonProblem | undefined {
	const scan = createJsonScan();
	scan.read(Buffer.from(text));
	return scan.problem;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Whether no text that follows could make it valid. */
const isWrong = (problem: JsonProblem | undefined): problem is JsonProblem =>
	problem === 'notJson' || problem === 'moreFollows';

/** @throws BrokenJson where a text cannot become one JSON value, whatever follows */
export function refuseWrong(text: string): void {
	const problem = problemOf(text);
	if (isWrong(problem)) throw new BrokenJson(problem, text);
}

/** A body that is not one whole JSON value. */
export class BrokenJson extends Error {
	override name = 'BrokenJson';

	readonly problem: JsonProblem;

	/** The beginning of what was read when it showed; empty where something is missing. */
	readonly excerpt: string;

	constructor(problem: JsonProblem, excerpt = '') {
		super(problem);
		this.problem = problem;
		this.excerpt = isWrong(problem) ? excerpt.slice(0, 200) : '';
	}
}

/**
 * Passes a body on as it is.
 * @throws BrokenJson as soon as it cannot be one whole JSON value, at the latest at its end; the part
 *   that shows it is not passed on
 */
export async function* wholeJson(
	body: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array> {
	const scan = createJsonScan();
	for await (const chunk of body) {
		const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
		scan.read(bytes);
		if (isWrong(scan.problem)) {
			throw new BrokenJson(scan.problem, Buffer.from(bytes.subarray(0, 200)).toString('utf8'));
		}
		yield bytes;
	}
	if (scan.problem !== undefined) throw new BrokenJson(scan.problem);
}
