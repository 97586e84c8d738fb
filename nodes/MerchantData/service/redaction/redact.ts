/**
 * Keeps secrets out of whatever leaves the node ("Authentication", rule 1: they must not appear in logs).
 * A service may repeat a key or a token in an answer: as it was sent, escaped for JSON, a URL or HTML, or
 * in base64. One regular expression finds all of them.
 */

/** Put in the place of what must not be shown. */
export const REPLACEMENT = '[redacted]';

/** Shorter values are words that would be cut out of innocent text. No key or token is that short. */
const SHORTEST_SECRET = 8;

/** What n8n logs in to a proxy with, by its header: n8n does not tell it, and a proxy's page may repeat it. */
const PROXY_LOGIN =
	/(proxy-authorization.{0,30}?(?:basic|bearer|digest|negotiate|ntlm)(?:\s|\+|%20)+)(?:[^\s"'<>\\]|\\[/u])+/gi;

export type Redactor = ReturnType<typeof createRedactor>;

export function createRedactor() {
	const secrets = new Set<string>();
	/** Made when it is asked for, anew when a secret was learnt. */
	let made: { pattern: RegExp; longest: number } | undefined;
	const search = () => (made ??= searchFor(secrets));

	return {
		/** Adds a value that must never be shown. */
		learn(secret: unknown): void {
			if (typeof secret !== 'string' || secrets.has(secret)) return;
			secrets.add(secret);
			made = undefined;
		},
		/** The text with every known secret replaced. */
		redact: (text: string): string =>
			text.replace(PROXY_LOGIN, `$1${REPLACEMENT}`).replace(search().pattern, REPLACEMENT),
		/** The same for a text that comes in pieces. */
		async *redactPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
			let held = '';
			for await (const piece of pieces) {
				const { pattern, longest } = search();
				const text = held + piece;
				// A secret that begins behind this place may end in the next piece.
				const open = text.length - longest;
				let end = Math.max(0, open);
				const clean = text.replace(pattern, (found, at: number) => {
					if (at >= open) return found;
					end = Math.max(end, at + found.length);
					return REPLACEMENT;
				});
				// The halves of a character stay together.
				if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
				held = text.slice(end);
				yield clean.slice(0, clean.length - held.length);
			}
			yield held.replace(search().pattern, REPLACEMENT);
		},
	};
}

/** The expression for secrets, and the most characters that it takes for one. */
function searchFor(secrets: Iterable<string>): { pattern: RegExp; longest: number } {
	const values = [...new Set([...secrets].flatMap(formsOf))];
	// The longer one of two that begin alike.
	const sources = values.map(sourceOf).sort((one, other) => other.length - one.length);
	// Where nothing is secret yet: nowhere, instead of everywhere.
	const pattern = new RegExp(sources.join('|') || '(?!)', 'gi');
	return { pattern, longest: Math.max(0, ...values.map(longestOf)) };
}

/** What a service may get of a secret, and what base64 makes of that. */
function formsOf(secret: string): string[] {
	// The HTTP client takes out of a header what a header may not hold, and blanks around it.
	const sent = [secret, secret.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')];
	return (
		sent
			// Signs at an end need not stay secret. What begins with a letter is found fast, and a backslash at
			// the end may belong to an escape behind it.
			.map((text) => text.replace(/^[^\p{L}\p{N}]+|[\s\\]+$/gu, ''))
			.filter((text) => text.length >= SHORTEST_SECRET)
			.flatMap((text) => [text, ...base64Of(text), ...base64Of(inJson(text))])
	);
}

/**
 * What base64 holds of a text, whatever is encoded with it, such as "Bearer " before it: three bytes are
 * four characters, and a character that holds bits of other bytes as well is left out.
 */
function base64Of(text: string): string[] {
	return ['', 'x', 'xx'].flatMap((before) => {
		const bytes = Buffer.from(before + text);
		const end = bytes.length % 3 === 0 ? undefined : -1;
		const urlSafe = bytes.toString('base64url').slice([0, 2, 3][before.length], end);
		return [urlSafe, urlSafe.replace(/-/g, '+').replace(/_/g, '/')];
	});
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Letters and digits of ASCII are never escaped. */
const PLAIN = /[a-z\d]/i;
/** Before an escape of HTML: as JSON for HTML writes it, or HTML within HTML. */
const AMPERSAND = '(?:&|u0026)(?:amp;)?';
/** A backslash. It stands before an escape of JSON, more than once in JSON within JSON. */
const BACKSLASH = `(?:\\\\|u005c|%5c|${AMPERSAND}#(?:92|x0?5c);)`;
/** How often layers of JSON may repeat one, or put one before another character. */
const REPEATED = 4;
/** More than the longest escape of a character takes, with the backslashes before it. */
const LONGEST_ESCAPE = 80;
const HTML_NAMES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The most characters that a value takes. */
function longestOf(value: string): number {
	return [...value].reduce((sum, char) => sum + (PLAIN.test(char) ? 1 : LONGEST_ESCAPE), 0);
}

/**
 * An expression for each character of a value, as itself or in one of its usual escapes. Backslashes count
 * for the character behind them, so that a text can be read in one way only: the search would try them all.
 */
function sourceOf(value: string): string {
	const chars = [...value.matchAll(/(\\*)([^\\])/gu)];
	const sources = chars.map(([, { length: least }, char]) => {
		const most = REPEATED * (PLAIN.test(char) ? least : least + 1);
		return (most === 0 ? '' : `${BACKSLASH}{${least},${most}}`) + charOf(char);
	});
	return sources.join('');
}

function charOf(char: string): string {
	if (PLAIN.test(char)) return char;
	const code = char.codePointAt(0)!;
	const units = Array.from({ length: char.length }, (_, at) =>
		char.charCodeAt(at).toString(16).padStart(4, '0'),
	);
	const forms = [
		units.map((unit) => `\\u${unit}`).join(''),
		units.map((unit) => `u${unit}`).join('\\\\{1,4}'),
		Buffer.from(char).toString('hex').replace(/../g, '%$&'),
		`${AMPERSAND}#${code};`,
		`${AMPERSAND}#x0?${code.toString(16)};`,
	];
	for (const [name, named] of Object.entries(HTML_NAMES))
		if (named === char) forms.push(`${AMPERSAND}${name};`);
	// As HTML forms write it.
	if (char === ' ') forms.push('\\+');
	// Such as \n.
	if (char < ' ') forms.push(inJson(char).slice(1));
	return `(?:${forms.join('|')})`;
}
