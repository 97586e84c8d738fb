import { columnNames } from '../../shared/fieldValues';
import type { ColumnSettings } from '../columns';
import type { PushExecution } from '../fields/fields';

/** What the form says of the columns of rows. @throws InvalidValue */
export function readColumnSettings(execution: PushExecution): ColumnSettings {
	const { booleanColumns = '', emptyValues = '' } = execution.nodeOptions();
	return {
		numberColumns: columnNames('Number Columns', execution.nodeField('numberColumns')),
		booleanColumns: columnNames('Boolean Columns', booleanColumns),
		ignored: columnNames('Fields to Ignore', execution.nodeField('fieldsToIgnore')),
		emptyValues: inLowerCase(columnNames('Values That Mean Empty', emptyValues)),
		numberFormat: execution.nodeField('numberFormat'),
	};
}

const inLowerCase = (texts: Set<string>) => new Set([...texts].map((text) => text.toLowerCase()));
