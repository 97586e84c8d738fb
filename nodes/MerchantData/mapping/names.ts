import { InvalidValue } from '../errors/invalidInput';

/** Names of columns and fields: how they match, how the form writes them, and how they become objects. */

/** Normal form of a name: names match if they differ only in case, whitespace and invisible characters. */
export const comparable = (name: string): string =>
	(BEYOND_ASCII.test(name) ? name.normalize('NFC').replace(INVISIBLE, '') : name)
		.trim()
		.replace(/\s+/g, ' ')
		.toLowerCase();

/** Whether such forms have that of a text. */
export const hasForm = (forms: ReadonlySet<string>, text: string): boolean =>
	forms.size > 0 && forms.has(comparable(text));

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Such as a zero-width space. */
const INVISIBLE = /\p{Cf}/gu;

export const isSame = (one: string, other: string): boolean =>
	comparable(one) === comparable(other);

/** The first entry that has a name, if any. */
export const entryNamed = <Entry extends { readonly name: string }>(
	entries: readonly Entry[],
	name: string,
): Entry | undefined => entries.find((entry) => isSame(entry.name, name));

/** The index of a name, or else of the first that matches it; -1 if there is none. */
export function indexOfName(names: readonly string[], wanted: string): number {
	const exact = names.indexOf(wanted);
	if (exact >= 0) return exact;
	const meant = comparable(wanted);
	return names.findIndex((name) => comparable(name) === meant);
}

/** A name that is dragged into a field: `['CPM [EUR]']` if it has a bracket, and with `\'` for a quote. */
const IN_BRACKETS = /^\[(?:'(.*)'|"(.*)")\]$/s;
/** `campaign['full name']`: a value within a value. */
const PATH = /^[^\s[\]]+\[(?:'.*'|".*"|\d+)\]/s;

/** The name of a column that was typed or dropped into a field. @throws InvalidValue if it names a value within one */
export function columnInForm(typed: string, label: string): string {
	const text = typed.trim();
	const [, single, double] = IN_BRACKETS.exec(text) ?? [];
	const inBrackets = single ?? double;
	const name = (inBrackets ?? text).replaceAll("\\'", "'").trim();
	if (inBrackets !== undefined || !PATH.test(name)) return name;
	const problem = `names a value within a column: ${name.slice(0, 100)}`;
	const remedy = 'Choose the Data Mode "Map Each Field Below", and drag the value to "Fields".';
	throw new InvalidValue('column.badName', label, problem, remedy);
}

/** Letters, digits, `_` and `-`, with dots between them. In `Cost (incl. VAT)` the dot is part of a name. */
const WITH_DOTS = /^[\p{L}\p{M}\p{N}_.-]*$/u;

const PROTO = 'has the name "__proto__", which JavaScript reserves';

/** The names that lead to a field of the form: `campaign.id` is the field `id` of `campaign`. @throws InvalidValue */
export function fieldPath(typed: string, label: string): readonly string[] {
	const path = WITH_DOTS.test(typed) ? typed.split('.') : [typed];
	if (path.includes('')) {
		const problem = `has the name "${typed.slice(0, 100)}", which has an empty part`;
		const remedy = 'Remove the dot that has no name before or after it.';
		throw new InvalidValue('column.badName', label, problem, remedy);
	}
	if (path.includes('__proto__')) throw new InvalidValue('column.badName', label, PROTO);
	return path;
}

export interface Placed {
	readonly path: readonly string[];
	/** Where it comes from, for people: `the column "Cost"`. */
	readonly origin: string;
}

/** The fields of a row, in the order in which they are written. Made once for all rows with the same names. */
export interface Field<Leaf> {
	/** Its name in JSON with the signs around it, as the first field of an object and as a later one. */
	readonly first: string;
	readonly next: string;
	readonly leaf?: Leaf;
	/** The fields of an object: at least one. */
	readonly fields?: ReadonlyArray<Field<Leaf>>;
}

/**
 * Puts fields into objects. A name stands where it comes first.
 * @param label of the field that may be wrong. @param depth how many names of the paths are the same for all
 * @throws InvalidValue if two are the same, or one is a value and contains another
 */
export function fieldTree<Leaf extends Placed>(
	leaves: readonly Leaf[],
	label: string,
	depth = 0,
): ReadonlyArray<Field<Leaf>> {
	const byName = new Map<string, Leaf[]>();
	for (const leaf of leaves) {
		const name = leaf.path[depth];
		byName.set(name, [...(byName.get(name) ?? []), leaf]);
	}
	return [...byName].map(([name, group]) => {
		const key = `${JSON.stringify(name)}:`;
		const field = { first: `{${key}`, next: `,${key}` };
		const [first, second] = group.toSorted((a, b) => a.path.length - b.path.length);
		if (first.path.length > depth + 1)
			return { ...field, fields: fieldTree(group, label, depth + 1) };
		if (second) throw clash(first, second, label);
		return { ...field, leaf: first };
	});
}

function clash(first: Placed, second: Placed, label: string) {
	const name = first.path.join('.');
	const problem =
		first.path.length === second.path.length
			? `makes the field "${name}" twice: from ${first.origin} and from ${second.origin}`
			: `makes the field "${name}" a value, from ${first.origin}, and an object, from ${second.origin}`;
	const remedy = 'Give one of them another field name, or leave it out.';
	return new InvalidValue('column.clash', label, problem, remedy);
}
