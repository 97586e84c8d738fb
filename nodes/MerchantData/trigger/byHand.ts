import type { Row } from '../resources/sqlQuery/rows';
import { InvalidValue } from '../shared/invalidValue';
import type { Change, Event } from './diff';
import { type Columns, compared, keyText } from './fingerprint';

/** What "Fetch test event" looks at beyond a poll: mistakes that would show only later. */

/** @throws InvalidValue where a column is named that no row has */
export function checkColumns(rows: readonly Row[], label: string, names: readonly string[]): void {
	const known = new Set(rows.flatMap((row) => Object.keys(row)));
	const missing = names.find((name) => !known.has(name));
	if (missing === undefined) return;
	throw new InvalidValue(
		label,
		`names "${missing}", which no row has`,
		`The rows have the columns: ${[...known].slice(0, 30).join(', ')}.`,
	);
}

/** @throws InvalidValue where rows have the same key */
export function checkKeys(rows: readonly Row[], { key }: Columns): void {
	if (key.length === 0) return;
	const seen = new Map<string, number>();
	rows.forEach((row, index) => {
		const text = keyText(row, key);
		const first = seen.get(text);
		if (first === undefined) return void seen.set(text, index);
		throw new InvalidValue(
			'Key Columns',
			`do not tell all rows apart: rows ${first + 1} and ${index + 1} of the answer have the same ${key.join(', ')}`,
			'Name further columns, or group the rows in the query.',
		);
	});
}

type Pair = readonly [row: Row, later: Row];

/**
 * A column that has another value in every row a moment later is made by the query, as by `now()`.
 * @throws InvalidValue where such a column counts
 */
export function checkSteadiness(
	rows: readonly Row[],
	later: readonly Row[],
	columns: Columns,
	event: Event,
): void {
	const byKey = new Map(later.map((row) => [keyText(row, columns.key), row]));
	const isKeyed = columns.key.length > 0;
	const found = rows.flatMap((row): Pair[] => {
		const same = isKeyed ? byKey.get(keyText(row, columns.key)) : undefined;
		return same === undefined ? [] : [[row, same]];
	});
	const all = Object.keys(compared(rows[0]!, columns));
	if (found.length > 0) {
		if (event === 'newOrChangedRows') refuseUnsteady(found, all, 'changed');
	} else if (rows.length === later.length) {
		// Where no key is found again, it is the key that has other values.
		const pairs = rows.map((row, index): Pair => [row, later[index]!]);
		refuseUnsteady(pairs, isKeyed ? columns.key : all, 'new');
	}
}

function refuseUnsteady(pairs: readonly Pair[], names: readonly string[], change: Change): void {
	const unsteady = names.filter((name) =>
		pairs.every(([row, later]) => keyText(row, [name]) !== keyText(later, [name])),
	);
	if (unsteady.length === 0) return;
	throw new InvalidValue(
		'Query',
		`gives other values each time it runs, in every row: ${unsteady.join(', ')}`,
		`Each poll would take all rows for ${change}. Leave out what changes by itself, such as now(), or name it in "Columns to Ignore" in the options.`,
	);
}
