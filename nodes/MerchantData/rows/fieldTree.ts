import { InvalidValue } from '../shared/invalidValue';

/** The fields of a row, in the order in which they are written. Made once for all rows with the same names. */
export interface Field<Leaf> {
	/** The name as it stands in JSON, with the colon behind it. */
	readonly key: string;
	readonly leaf?: Leaf;
	/** Of an object: at least one. */
	readonly fields?: ReadonlyArray<Field<Leaf>>;
}

/** A field, and where it comes from, for people. */
export interface NamedLeaf<Leaf> {
	readonly path: readonly string[];
	readonly leaf: Leaf;
	/** `the column "Cost"` */
	readonly origin: string;
}

/**
 * Puts fields into objects, in the order in which each name comes first.
 * @param label the field of the form that may be wrong if two do not go together
 * @throws InvalidValue if two are the same, or one is a value and holds another
 */
export function fieldTree<Leaf>(
	leaves: ReadonlyArray<NamedLeaf<Leaf>>,
	label: string,
): ReadonlyArray<Field<Leaf>> {
	return level(leaves, 0, label);
}

function level<Leaf>(
	leaves: ReadonlyArray<NamedLeaf<Leaf>>,
	depth: number,
	label: string,
): ReadonlyArray<Field<Leaf>> {
	const byName = new Map<string, Array<NamedLeaf<Leaf>>>();
	for (const leaf of leaves) {
		const name = leaf.path[depth];
		byName.set(name, [...(byName.get(name) ?? []), leaf]);
	}
	return [...byName].map(([name, group]) => {
		const key = `${JSON.stringify(name)}:`;
		const [first, second] = [...group].sort((a, b) => a.path.length - b.path.length);
		if (first.path.length > depth + 1) return { key, fields: level(group, depth + 1, label) };
		if (second) throw clash(first, second, label);
		return { key, leaf: first.leaf };
	});
}

function clash<Leaf>(first: NamedLeaf<Leaf>, second: NamedLeaf<Leaf>, label: string) {
	const name = first.path.join('.');
	return new InvalidValue(
		label,
		first.path.length === second.path.length
			? `gives the field "${name}" twice: from ${first.origin} and from ${second.origin}`
			: `makes the field "${name}" a value, from ${first.origin}, and an object, from ${second.origin}`,
		'Give one of them another field name, or leave it out.',
	);
}
