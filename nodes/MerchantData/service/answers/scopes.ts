/**
 * The scopes that a service names for a key or a token, in any shape, because the specification does
 * not show the fields of a key record ("Resources"). Their names may have spaces ("Orders: Write").
 */

const OF_SCOPES = /scope|permission/i;
const PLAIN = /^(scopes?|permissions?)$/i;
/** In the names of fields with scopes that the key does not have. */
const NOT_HELD =
	/missing|required|needed|lacking|denied|forbidden|revoked|excluded|invalid|unknown|available|requested|supported|optional|possible/i;
/** An entry of a list in which one of these is false is not granted. */
const HOLDS_FIELDS = ['granted', 'enabled', 'active', 'allowed', 'value'];
const NAME_FIELDS = ['name', 'scope', 'permission', 'id', 'key', 'label'];
const DEEPEST = 4;

type Fields = Record<string, unknown>;

/**
 * The scopes in a key record.
 * @param answer its value
 * @returns undefined where it names none
 */
export const keyScopes = (answer: unknown): string[] | undefined => scopesIn([answer], DEEPEST);

/**
 * Searches level by level. Of several fields on one level, `scopes` and the like come first:
 * `defaultScopes` may stand before them.
 */
function scopesIn(values: readonly unknown[], depth: number): string[] | undefined {
	if (values.length === 0 || depth === 0) return undefined;
	const fields = values.flatMap(fieldsOf);
	const told = fields
		.filter(([name]) => OF_SCOPES.test(name) && !NOT_HELD.test(name))
		.sort(([one], [other]) => Number(PLAIN.test(other)) - Number(PLAIN.test(one)));
	for (const [, value] of told) {
		const names = (Array.isArray(value) ? undefined : scopesIn([value], 1)) ?? scopeNames(value);
		if (names !== undefined) return names;
	}
	const others = fields.filter(([name]) => !OF_SCOPES.test(name)).map(([, value]) => value);
	return scopesIn(others, depth - 1);
}

function fieldsOf(value: unknown): Array<[string, unknown]> {
	return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/**
 * The names in a value that tells of scopes: a text, a list of texts or of objects with a name, or an
 * object whose fields are named by them.
 * @returns undefined where it tells of none, as null does
 */
export function scopeNames(value: unknown): string[] | undefined {
	if (typeof value === 'string') return namesInText(value);
	if (Array.isArray(value)) return value.flatMap(namesOfEntry);
	if (typeof value !== 'object' || value === null) return undefined;
	return Object.entries(value).flatMap(([name, held]) => {
		if (held === true) return [name];
		if (typeof held === 'string') return isRefusal(held) ? [] : [`${name}: ${held}`];
		return (held === null ? [] : (scopeNames(held) ?? [])).map((inner) => `${name}: ${inner}`);
	});
}

const isRefusal = (text: string) => /^(|none|no|false|denied|off)$/i.test(text.trim());

function namesOfEntry(entry: unknown): string[] {
	if (typeof entry === 'string') return namesInText(entry);
	const fields = (entry ?? {}) as Fields;
	if (HOLDS_FIELDS.some((field) => fields[field] === false)) return [];
	const name = NAME_FIELDS.map((field) => fields[field]).find((each) => typeof each === 'string');
	return name === undefined ? [] : [name as string];
}

/** A name without blanks, as its punctuation shows: `ads:write`, `read_data`. */
const IN_ONE_WORD = /^(\*|\w[\w-]*[_:./-][\w:./*-]*[\w*])$/;

/**
 * Names stand between commas and the like. Between blanks only where each is plainly one (RFC 6749,
 * 3.3): "Data Out" is one name, "read_data ads:write" are two.
 */
function namesInText(text: string): string[] {
	const parts = text.split(/[,;|\n]+/).map((part) => part.trim());
	return parts
		.filter((part) => part !== '')
		.flatMap((part) => {
			const words = part.split(/\s+/);
			return words.every((word) => IN_ONE_WORD.test(word)) ? words : [part];
		});
}

/**
 * Whether a scope is among those told. Case and punctuation do not count: services write "Data Out",
 * "data-out" or "data_out:read". `*` stands for whatever follows.
 */
export function hasScope(told: readonly string[], scope: string): boolean {
	const wanted = bare(scope);
	return told.some((name) => {
		if (/^[^*]*\*$/.test(name)) return wanted.startsWith(bare(name));
		const words = name.split(/\s+/);
		return words.some((_, from) => bare(words.slice(from).join('')).startsWith(wanted));
	});
}

const bare = (scope: string) => scope.toLowerCase().replace(/[^\p{L}\d]/gu, '');
