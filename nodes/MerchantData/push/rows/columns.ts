import { columnNames } from '../../shared/fieldValues';
import { InvalidValue } from '../../shared/invalidValue';
import type { CellType, Columns } from './cells';

/** The options of a push that say what the columns of its rows are. */
export interface ColumnOptions {
	/** Names, separated by commas. */
	booleanColumns: string;
	decimalSeparator: Columns['decimalSeparator'];
	includeEmptyCells: boolean;
	/** Names, separated by commas. */
	numberColumns: string;
}

/**
 * @param emptyByDefault whether empty cells are sent where nothing else is chosen
 * @returns undefined where all values go as they are, which is faster
 * @throws InvalidValue
 */
export function readColumns(
	options: Partial<ColumnOptions>,
	emptyByDefault: boolean,
): Columns | undefined {
	const { booleanColumns = '', decimalSeparator = '.', numberColumns = '' } = options;
	const { includeEmptyCells: includesEmpty = emptyByDefault } = options;
	const types = new Map<string, CellType>();
	for (const name of columnNames('Number Columns', numberColumns)) types.set(name, 'number');
	for (const name of columnNames('Boolean Columns', booleanColumns)) {
		if (types.has(name))
			throw new InvalidValue('Boolean Columns', `names "${name}", as "Number Columns" does`);
		types.set(name, 'boolean');
	}
	if (types.size === 0 && includesEmpty) return undefined;
	return { types, decimalSeparator, includesEmpty };
}
