export const REPLACEMENT = '[redacted]';

/** Shorter values are words that would be cut out of innocent text. No key or token is that short. */
const SHORTEST_SECRET = 8;

/** Keeps secrets out of what leaves the node ("Authentication", rule 1), in all forms in which a service may repeat them. */
export class Redactor {
	private readonly secrets = new Set<string>();
	/** Finds the secrets: nothing at first. */
	private pattern = /(?!)/g;
	/** The most characters that it finds as one secret. */
	private longest = 0;

	learn(secret: unknown): void {
		if (typeof secret !== 'string' || this.secrets.has(secret)) return;
		const values = [...new Set([...this.secrets.add(secret)].flatMap(formsOf))];
		// The longer one of two that begin alike.
		const sources = values.map(sourceOf).sort((one, other) => other.length - one.length);
		if (sources.length > 0) this.pattern = new RegExp(sources.join('|'), 'gi');
		this.longest = Math.max(0, ...values.map(longestOf));
	}

	redact(text: string): string {
		return text.replace(this.pattern, REPLACEMENT);
	}

	/** Redacts a text that comes in pieces: takes the next one, and returns what is complete. */
	inPieces(): (piece: string, isLast: boolean) => string {
		let held = '';
		return (piece, isLast) => {
			const text = held + piece;
			// A secret that begins after this place may end in the next piece.
			const open = isLast ? text.length : text.length - this.longest;
			let end = Math.max(0, open);
			const clean = text.replace(this.pattern, (found, at: number) => {
				if (at >= open) return found;
				end = Math.max(end, at + found.length);
				return REPLACEMENT;
			});
			// The halves of a character stay together.
			if (!isLast && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
			held = text.slice(end);
			return clean.slice(0, clean.length - held.length);
		};
	}
}

/** The secret as a service may receive it, and base64 of that, without signs at its ends. */
function formsOf(secret: string): string[] {
	// The HTTP client removes characters that a header may not contain.
	const sent = [secret, secret.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')];
	return sent
		.map((text) => text.replace(/^[^a-z\d]+|[^a-z\d]+$/gi, ''))
		.filter((text) => text.length >= SHORTEST_SECRET)
		.flatMap((text) => [text, ...base64Of(text), ...base64Of(JSON.stringify(text).slice(1, -1))]);
}

/** The characters of base64 that depend on a text alone, whatever is encoded before and after it. */
function base64Of(text: string): string[] {
	return ['', 'x', 'xx'].flatMap((before) => {
		const bytes = Buffer.from(before + text);
		const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
		const begin = [0, 2, 3][before.length];
		return [whole.toString('base64').slice(begin), whole.toString('base64url').slice(begin)];
	});
}

/** The usual escapes of a character or a byte. Backslashes that JSON within JSON repeats are characters of their own. */
const ESCAPE = String.raw`\\u[\da-f]{4}|\\[bfnrt]|%(?:25)?[\da-f]{2}|(?:&|\\u0026)(?:amp;)?#?\w{1,8};`;
const LONGEST_ESCAPE = 20;
/** Most escapes and backslashes for one character: four bytes in a URL, or a quote in JSON in JSON in JSON. */
const MOST_FOR_ONE = 8;

/** How many characters a value has at most. Letters and digits of ASCII are never escaped. */
const longestOf = (value: string) =>
	value.length + value.replace(/[a-z\d]+/gi, '').length * MOST_FOR_ONE * LONGEST_ESCAPE;

/**
 * An expression for a value: its letters and digits as they are, and for all between them as many of these
 * characters or of any escapes. It is unambiguous, so that matching cannot backtrack.
 */
function sourceOf(value: string): string {
	return value.replace(/[^a-z\d]+/gi, (run) => {
		// Some have a meaning between brackets. HTML forms write a blank as a plus.
		const chars = run.replace(/[\\\]^-]/g, '\\$&');
		const least = [...run].length;
		return `(?:${ESCAPE}|[${chars}\\\\+]){${least},${least * MOST_FOR_ONE}}`;
	});
}
