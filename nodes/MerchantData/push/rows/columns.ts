import { columnNames } from '../../shared/fieldValues';
import { InvalidValue } from '../../shared/invalidValue';
import type { PushExecution } from '../fields/fields';
import type { CellType, Columns } from './cells';

/** What the fields of a push say of the columns of its rows. */
export interface ColumnOptions {
	/** Names, separated by commas. */
	booleanColumns: string;
	decimalSeparator: Columns['decimalSeparator'];
	includeEmptyCells: boolean;
	/** Names, separated by commas. */
	numberColumns: string;
}

/** Of the modes that have them. @throws InvalidValue */
export const columnOptionsOf = (execution: PushExecution): Partial<ColumnOptions> => ({
	...execution.nodeOptions(),
	numberColumns: execution.nodeField('numberColumns') as string,
});

/**
 * @returns undefined where all values go as they are, which is faster
 * @throws InvalidValue
 */
export function readColumns({
	booleanColumns = '',
	decimalSeparator = '.',
	includeEmptyCells: includesEmpty = false,
	numberColumns = '',
}: Partial<ColumnOptions>): Columns | undefined {
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
