import { isPlainObject } from '../lib/objects';
import type { ColumnSettings, NamedValues } from './columns';
import { comparable } from './names';

/** A value of a row, and the names that lead to it. */
interface Leaf {
	readonly name: string;
	readonly path: readonly string[];
	readonly value: unknown;
}

/** Takes objects apart in which the form names a value, such as `metrics.costMicros`. */
export class NestedNames {
	/** Names in the form that may lead into an object. */
	private readonly named: readonly string[];

	constructor({ entries, skipRules, shopColumn = '' }: ColumnSettings) {
		const names = [...entries.map(({ name }) => name), ...skipRules.map(({ column }) => column)];
		this.named = [...names, shopColumn].filter((name) => name.includes('.')).map(comparable);
	}

	/** The row with a name for each value of such an object. A name that the row itself has goes first. */
	open(row: NamedValues): NamedValues {
		const { names, values } = row;
		if (this.named.length === 0 || !values.some(hasFields)) return row;
		const flat = new Set(names.map(comparable));
		const sought = this.named.filter((name) => !flat.has(name));
		const leaves = names.flatMap((name, at) => {
			const leaf = { name: name.trim(), path: [name], value: values[at] };
			return opened(leaf, sought, flat) ?? leaf;
		});
		if (leaves.every(({ path }) => path.length === 1)) return row;
		return {
			names: leaves.map(({ name, path }) => (path.length === 1 ? path[0] : name)),
			values: leaves.map(({ value }) => value),
			paths: leaves.map(({ path }) => path),
		};
	}
}

const hasFields = (value: unknown): value is object =>
	isPlainObject(value) && Object.keys(value).length > 0;

/**
 * The values within an object, if one of the names leads to any of them. One that is an object stays whole if the form
 * names nothing within it.
 */
function opened(
	{ name, path, value }: Leaf,
	sought: readonly string[],
	flat: ReadonlySet<string>,
): Leaf[] | undefined {
	const begin = comparable(`${name}.`);
	const further = sought.filter((each) => each.startsWith(begin));
	if (further.length === 0 || !hasFields(value)) return undefined;
	let isNamed = false;
	const leaves = Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
		const leaf = { name: `${name}.${key}`, path: [...path, key], value: inner };
		const within = opened(leaf, further, flat);
		isNamed ||= within !== undefined || further.includes(comparable(leaf.name));
		// n8n writes a name like this where dots would be ambiguous.
		if (!within && flat.has(comparable(leaf.name))) leaf.name = `${name}['${key}']`;
		return within ?? leaf;
	});
	return isNamed ? leaves : undefined;
}
