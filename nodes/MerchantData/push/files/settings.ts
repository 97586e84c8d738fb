import { InvalidValue } from '../../shared/invalidValue';
import type { Columns } from '../rows/cells';
import { type ColumnOptions, readColumns } from '../rows/columns';
import type { FileFormat } from './format';

/** The options of a push that say how its files are read. */
export interface FileOptions extends ColumnOptions {
	delimiter: string;
	encoding: string;
	fromLine: number;
	headerRow: boolean;
	maxBodyKb: number;
	maxRowCount: number;
	shopColumn: string;
	skipRecordsWithErrors: boolean;
}

/** How files are read. */
export interface FileSettings {
	/** Undefined if it is to be detected. */
	format: FileFormat | undefined;
	/** Empty if it is to be detected. */
	delimiter: string;
	/** Empty if it is to be detected. */
	encoding: string;
	/** From 1. */
	fromLine: number;
	hasHeader: boolean;
	mostRows: number;
	/** The column that names the shop of each row; empty if all rows go to the chosen one. */
	shopColumn: string;
	/** Most characters in a record. */
	mostChars: number;
	/** How the cells of CSV files are converted. */
	csv: Columns;
	/** How the values of JSON and NDJSON files are; undefined if they are sent as they were written. */
	json: Columns | undefined;
}

/** @throws InvalidValue */
export function readFileSettings(
	fileFormat: FileFormat | 'autodetect',
	options: Partial<FileOptions> & Pick<FileOptions, 'maxBodyKb'>,
): FileSettings {
	const { delimiter = '', encoding = '', fromLine = 1, maxRowCount = -1 } = options;
	const { headerRow = true, maxBodyKb, shopColumn = '' } = options;
	const separator = delimiter === '\\t' ? '\t' : delimiter;
	if (separator.length > 1 || '"\r\n'.split('').includes(separator))
		throw new InvalidValue('Delimiter', 'must be one character, or \\t for a tab');
	if (maxRowCount === 0)
		throw new InvalidValue('Max Row Count', 'must be 1 or more, or -1 for all rows');
	const columns = readColumns(options);
	return {
		format: fileFormat === 'autodetect' ? undefined : fileFormat,
		delimiter: separator,
		encoding: encoding.trim(),
		fromLine,
		hasHeader: headerRow,
		mostRows: maxRowCount === -1 ? Infinity : maxRowCount,
		shopColumn: shopColumn.trim(),
		mostChars: maxBodyKb * 1_024,
		csv: columns ?? AS_THEY_ARE,
		json: columns,
	};
}

const AS_THEY_ARE: Columns = { types: new Map(), decimalSeparator: '.', includesEmpty: true };
