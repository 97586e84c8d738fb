export const REPLACEMENT = '[redacted]';

/** Shorter values are words that would be cut out of innocent text. No key or token is that short. */
const SHORTEST_SECRET = 8;
/** What n8n logs in to a proxy with, by its header: n8n does not tell it, and a proxy's page may repeat it. */
const PROXY_LOGIN =
	/(proxy-authorization.{0,30}?(?:basic|bearer|digest|negotiate|ntlm)(?:\s|\+|%20)+)(?:[^\s"'<>\\]|\\[/u])+/gi;

/** Keeps secrets out of whatever leaves the node ("Authentication", rule 1): a service may repeat one. */
export class Redactor {
	private readonly secrets = new Set<string>();
	private readonly forms: string[] = [];
	/** Without secrets: nowhere, instead of everywhere. */
	private pattern = /(?!)/g;
	/** The most characters of what is looked for. */
	private longest = 0;

	learn(secret: unknown): void {
		if (typeof secret !== 'string' || this.secrets.has(secret)) return;
		this.secrets.add(secret);
		this.forms.push(...formsOf(secret));
		// The longer one of two that begin alike.
		this.forms.sort((one, other) => other.length - one.length);
		const sources = this.forms.map((form) => form.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
		this.pattern = new RegExp(sources.join('|') || '(?!)', 'gi');
		this.longest = this.forms[0]?.length ?? 0;
	}

	redact(text: string): string {
		return text.replace(PROXY_LOGIN, `$1${REPLACEMENT}`).replace(this.pattern, REPLACEMENT);
	}

	/** The same for a text that comes in pieces. */
	async *redactPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
		let held = '';
		for await (const piece of pieces) {
			const text = held + piece;
			// A secret that begins behind this place may end in the next piece.
			const open = text.length - this.longest;
			let end = Math.max(0, open);
			const clean = text.replace(this.pattern, (found, at: number) => {
				if (at >= open) return found;
				end = Math.max(end, at + found.length);
				return REPLACEMENT;
			});
			// The halves of a character stay together.
			if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
			held = text.slice(end);
			yield clean.slice(0, clean.length - held.length);
		}
		yield held.replace(this.pattern, REPLACEMENT);
	}
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
/** Services differ in what they escape of quotes. */
const inHtml = (quote: string, apostrophe: string) => (text: string) =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', quote)
		.replaceAll("'", apostrophe);

/** The usual ways to write a text in JSON, in URLs and forms, and in HTML. */
const WAYS: ReadonlyArray<(text: string) => string> = [
	inJson,
	(text) => inJson(text).replaceAll('/', '\\/'),
	// In ASCII alone.
	(text) => inJson(text).replace(/[^ -~]/g, (unit) => `\\u${hexOf(unit)}`),
	(text) => encodeURIComponent(Buffer.from(text).toString()),
	(text) => new URLSearchParams([['', text]]).toString().slice(1),
	...[inHtml('"', "'"), inHtml('&quot;', "'"), inHtml('&quot;', '&#39;'), inHtml('&#34;', '&#39;')],
	...[inHtml('&quot;', '&#x27;'), inHtml('&quot;', '&apos;')],
];
/** One within the other. */
const MOST_LAYERS = 3;

/** What is looked for: a secret as it is stored and as the HTTP client sends it, without signs at its ends. */
function formsOf(secret: string): string[] {
	const plain = [secret, secret.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')]
		.map((text) => text.replace(/^[^a-z\d]+|[^a-z\d]+$/gi, ''))
		.filter((text) => text.length >= SHORTEST_SECRET);
	const forms = new Set(plain);
	for (let layer = 0; layer < MOST_LAYERS; layer++)
		for (const form of [...forms]) for (const way of WAYS) forms.add(way(form));
	return [...forms, ...[...plain, ...plain.map(inJson)].flatMap(base64Of)];
}

/** What base64 holds of a text, whatever is encoded before and after it: without shared characters. */
function base64Of(text: string): string[] {
	return ['', 'x', 'xx'].flatMap((before) => {
		const bytes = Buffer.from(before + text);
		const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
		const begin = [0, 2, 3][before.length];
		return [whole.toString('base64').slice(begin), whole.toString('base64url').slice(begin)];
	});
}
