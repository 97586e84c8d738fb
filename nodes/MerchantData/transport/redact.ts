/**
 * Keeps secrets out of whatever leaves the node. The service may echo a key or a token in an
 * answer, as it was sent or encoded ("Authentication", rule 1: they must not appear in logs).
 */

const REPLACEMENT = '[redacted]';
/** Shorter values are words that would be cut out of innocent text; no key or token is that short. */
const SHORTEST_SECRET = 8;

/** The forms in which a secret may come back: plain, JSON-escaped, URL-encoded, base64. */
function formsOf(secret: string): string[] {
	const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		base64,
		base64.replace(/\+/g, '-').replace(/\//g, '_'),
	];
}

export interface Redactor {
	/** Adds a value that must never be shown. */
	learn(secret: unknown): void;
	/** The text with every known secret, in any of its forms, replaced. */
	redact(text: string): string;
}

/** @param shortest shorter values are not looked for */
export function createRedactor(shortest = SHORTEST_SECRET): Redactor {
	const forms = new Set<string>();
	return {
		learn(secret) {
			if (typeof secret !== 'string' || secret.length < shortest) return;
			for (const form of formsOf(secret)) forms.add(form);
		},
		redact(text) {
			let clean = text;
			for (const form of forms) {
				if (clean.includes(form)) clean = clean.split(form).join(REPLACEMENT);
			}
			return clean;
		},
	};
}

/** The text without the people it names, whatever the case of the letters. */
export function withoutPeople(text: string, people: readonly string[]): string {
	const redactor = createRedactor(1);
	for (const person of people) {
		redactor.learn(person);
		redactor.learn(person.toLowerCase());
	}
	return redactor.redact(text);
}
