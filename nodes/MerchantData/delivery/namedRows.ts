import type { Row } from '../mapping/row';
import { fieldsForPeople } from '../mapping/row';

/**
 * The rows that the errors of an answer name, such as `{ "order_id": "A-3", "error": "id is required" }`: by an
 * index from 0, or by values of their fields. An error that fits several rows names no row.
 */
export function namedRows(rows: readonly Row[], errors: readonly unknown[]): Set<Row> {
	const fields = rows.map((row) => valuesIn(fieldsForPeople(row)));
	const named = new Set<Row>();
	for (const error of errors) {
		const said = valuesIn(error);
		const index = Number(said.get('index') ?? NaN);
		const likeness = fields.map((own) =>
			[...said].reduce((sum, [name, value]) => sum + (own.get(name) === value ? 1 : 0), 0),
		);
		const most = Math.max(...likeness);
		const likest = rows.filter((_, at) => likeness[at] === most);
		if (rows[index]) named.add(rows[index]);
		else if (most > 0 && likest.length === 1) named.add(likest[0]);
	}
	return named;
}

/** The texts and numbers in a value as text, by the last name that leads to them. */
function valuesIn(value: unknown, name = '', found = new Map<string, string>()) {
	if (typeof value === 'object' && value !== null)
		for (const [inner, each] of Object.entries(value)) valuesIn(each, inner, found);
	else if (value !== null && value !== undefined) found.set(name, String(value));
	return found;
}
