import { fieldsForPeople, type Row } from '../mapping/row';

/**
 * The rows that the errors of an answer name, such as `{ "order_id": "A-3", "error": "id is required" }`: each names the
 * only row that has all of its values that any row has. The place of a row, from 0, counts as a value `index` of it.
 */
export function namedRows(rows: readonly Row[], errors: readonly unknown[]): Set<Row> {
	/** By name and value, because thousands of errors may name thousands of rows. */
	const having = new Map<string, Set<Row>>();
	for (const [index, row] of rows.entries())
		for (const each of [['index', String(index)], ...valuesIn(fieldsForPeople(row))]) {
			const key = JSON.stringify(each);
			having.set(key, (having.get(key) ?? new Set()).add(row));
		}
	const setsOf = (error: unknown) =>
		[...valuesIn(error)].flatMap((each) => having.get(JSON.stringify(each)) ?? []);
	return new Set(errors.flatMap((error) => onlyIn(setsOf(error)) ?? []));
}

/** The only row that is in all sets. */
function onlyIn(sets: Array<ReadonlySet<Row>>): Row | undefined {
	const [fewest = [], ...others] = sets.sort((one, other) => one.size - other.size);
	let found: Row | undefined;
	for (const row of fewest) {
		if (!others.every((set) => set.has(row))) continue;
		if (found) return undefined;
		found = row;
	}
	return found;
}

/** The texts and numbers in a value as text, by the last name that leads to them. */
function valuesIn(value: unknown, name = '', found = new Map<string, string>()) {
	if (typeof value === 'object' && value !== null)
		for (const [inner, each] of Object.entries(value)) valuesIn(each, inner, found);
	else if (value !== null && value !== undefined) found.set(name, String(value));
	return found;
}
