import { InvalidInput } from '../errors/invalidInput';
import { quoted } from '../lib/counted';
import type { ColumnSettings } from './columns';
import { indexOfName } from './names';

/** A column that the form names, and the label of the field that names it. */
type MissingColumn = readonly [name: string, label: string];

/** Columns that the form names and the rows do not have. */
export function missingColumns(
	{ entries, shopColumn, skipRules }: ColumnSettings,
	names: readonly string[],
): MissingColumn[] {
	if (names.length === 0) return [];
	const named = new Map<string, string>();
	if (shopColumn !== undefined) named.set(shopColumn, 'Shop Column');
	for (const { column } of skipRules) if (column !== '') named.set(column, 'Rows to Skip');
	for (const { name } of entries) named.set(name, 'Columns');
	return [...named].filter(([name]) => indexOfName(names, name) < 0);
}

/**
 * Why rows that may each have other names are refused: none has a column that *Columns* names, or none has one that is
 * to be left out, which may be sent under another name, or one that must not be empty, so that all rows are left out.
 */
export function missingRefusal(
	settings: ColumnSettings,
	names: readonly string[],
): InvalidInput | undefined {
	const { entries, skipRules } = settings;
	const missing = missingColumns(settings, names);
	const hasNone = missing.filter(([, label]) => label === 'Columns').length === entries.length;
	const mustBeThere = [
		...entries.flatMap(({ name, isLeftOut }) => (hasNone || isLeftOut ? name : [])),
		...skipRules.flatMap(({ column, text }) => (text === undefined ? column : [])),
	];
	const refused = missing.filter(([name]) => mustBeThere.includes(name));
	return refused.length > 0 ? noColumn(refused, names) : undefined;
}

export function noColumn(missing: readonly MissingColumn[], there: readonly string[]) {
	const all = missing.map(([name, label]) => `"${name.slice(0, 100)}" (${label})`).join(', ');
	const message = `There ${missing.length > 1 ? 'are no columns' : 'is no column'} ${all}`;
	const remedy = `Correct or remove it in the form. The columns are: ${quoted(there).slice(0, 300)}.`;
	return new InvalidInput('column.unknown', message, remedy);
}
