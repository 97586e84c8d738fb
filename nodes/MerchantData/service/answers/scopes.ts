/**
 * The scopes that the service names for a key or a token. The specification does not show where they
 * stand in a key record ("Resources"), so a few names are looked for, and nothing is claimed without them.
 */

/** The fields of a key record that may hold its scopes. */
const FIELDS = ['scopes', 'scope', 'permissions'];

/**
 * The scopes in a key record: a list, or a text with commas, because their names have blanks ("Data Out").
 * @param answer its value; the record may also be a field of it, such as `data`
 * @returns undefined if it names none of these fields
 */
export function keyScopes(answer: unknown): string[] | undefined {
	if (typeof answer !== 'object' || answer === null) return undefined;
	const records = [answer, ...Object.values(answer)] as Array<Record<string, unknown> | null>;
	const told = records.flatMap((record) => FIELDS.map((field) => record?.[field]));
	return told.map((value) => namesIn(value, ',')).find((names) => names !== undefined);
}

/**
 * The scopes in a token answer, with blanks between them (RFC 6749, 3.3).
 * @param told its field `scope`
 * @returns undefined if it names none
 */
export function consentedScopes(told: unknown): string[] | undefined {
	const names = namesIn(told, /[\s,]/);
	return names?.length ? names : undefined;
}

function namesIn(value: unknown, separator: string | RegExp): string[] | undefined {
	const names: unknown = typeof value === 'string' ? value.split(separator) : value;
	if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
	return names.map((name) => name.trim()).filter((name) => name !== '');
}

/**
 * Whether a scope is among those told. Case and punctuation do not count, nor what follows it: "Data Out"
 * may be written "data-out" or "data_out:read".
 */
export function hasScope(told: readonly string[], scope: string): boolean {
	return told.some((name) => bare(name).startsWith(bare(scope)));
}

const bare = (scope: string) => scope.toLowerCase().replace(/[^\p{L}\d]/gu, '');
