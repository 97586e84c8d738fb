import { InvalidValue } from '../shared/invalidValue';
import type { Row } from '../sql/answer/rows';
import type { Change, Event } from './diff';
import { type Columns, compared, contentText, keyText } from './fingerprint';

/** What "Fetch test event" checks and a poll does not: mistakes that would be noticed only later. */

/** @throws InvalidValue if a column is named that no row has */
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

/** @throws InvalidValue if rows have the same key */
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

/**
 * If a column has another value in every row a moment later, the query itself makes these values, for
 * example by `now()`. Rows of the two answers are matched as in polls, whatever their order.
 * @throws InvalidValue if such a column is compared or is a key
 */
export function checkSteadiness(
	rows: readonly Row[],
	later: readonly Row[],
	columns: Columns,
	event: Event,
): void {
	const { key } = columns;
	const isKeyed = key.length > 0;
	const all = Object.keys(compared(rows[0]!, columns));
	const pairs = pairsBy(rows, later, (row) =>
		isKeyed ? keyText(row, key) : contentText(row, columns),
	);
	if (pairs.length > 0) {
		if (event === 'newRows') return;
		const isOther = (name: string) =>
			pairs.every(([row, same]) => keyText(row, [name]) !== keyText(same, [name]));
		refuse(all.filter(isOther), 'changed');
	} else if (rows.length === later.length) {
		// No row is found again, so the columns that identify rows have other values.
		const isSame = (name: string) =>
			pairsBy(rows, later, (row) => keyText(row, [name])).length === rows.length;
		const names = isKeyed ? key : all;
		refuse(
			names.filter((name) => !isSame(name)),
			'new',
		);
	}
}

type Pair = readonly [row: Row, later: Row];

/** Pairs of rows that have the same text in both answers. No row is in two pairs. */
function pairsBy(
	rows: readonly Row[],
	later: readonly Row[],
	textOf: (row: Row) => string,
): Pair[] {
	const left = new Map<string, Row[]>();
	for (const row of later) {
		const text = textOf(row);
		const same = left.get(text);
		if (same) same.push(row);
		else left.set(text, [row]);
	}
	return rows.flatMap((row): Pair[] => {
		const same = left.get(textOf(row))?.pop();
		return same === undefined ? [] : [[row, same]];
	});
}

/** @throws InvalidValue if there are any names */
function refuse(names: readonly string[], change: Change): void {
	if (names.length === 0) return;
	throw new InvalidValue(
		'Query',
		`gives other values each time it runs, in every row: ${names.join(', ')}`,
		`Each poll would take all rows for ${change}. Leave out what changes by itself, such as now(), or name it in "Columns to Ignore" in the options.`,
	);
}
