import { type InvalidInput, InvalidValue } from '../errors/invalidInput';
import { type AddedField, type ColumnSettings, ofEarlierError } from '../mapping/columns';
import { entryNamed } from '../mapping/names';
import { isValue } from '../mapping/profile/textKinds';
import { missingColumns, noColumn } from '../mapping/missingColumns';
import type { RowMaker } from '../mapping/rowMaker';
import { FILE_FIELD } from './formats/records';

/** Why no row below the column names of a CSV file can be sent. */
export function headerProblem(
	names: readonly string[],
	columns: ColumnSettings,
	added: readonly AddedField[],
	maker: RowMaker,
): InvalidInput | undefined {
	const missing = missingColumns(columns, names);
	if (missing.length > 0) return noColumn(missing, names);
	// A video was watched to 25%.
	const value = names.find(
		(name) => isValue(name) && !name.endsWith('%') && !entryNamed(columns.entries, name),
	);
	if (columns.sendsOthers && value !== undefined) return noNames(value);
	const { columns: sent, problem } = maker.columns.layoutOf(names, added);
	return sent.length === 0 && names.every(ofEarlierError(names)) ? ONLY_ERRORS : problem;
}

const ONLY_ERRORS = new InvalidValue(
	'file.errorItems',
	FILE_FIELD,
	'contains a table of error items, not of rows',
	'Push the file in "failedRows" of the earlier node, or name the columns to send in "Columns", such as error.row.spend.',
);

function noNames(name: string): InvalidValue {
	const problem = `contains a file whose first line seems to have values, such as "${name.slice(0, 100)}", not column names`;
	const remedy =
		'Add a line with the column names above it. If they are in another line, set "From Line" in the options. If it is a name, add it to "Columns".';
	return new InvalidValue('file.noNames', FILE_FIELD, problem, remedy);
}
