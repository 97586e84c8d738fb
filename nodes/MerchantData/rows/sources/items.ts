import { InvalidInput } from '../../shared/invalidValue';
import { Columns } from '../columns';
import type { PushExecution } from '../fields/fields';
import { type ObjectRows, rowOf, unsendable } from '../objectRow';
import type { Row, Source } from '../row';
import { definedFields, jsonRows, readColumnSettings } from './form';
import { dataOf } from './notData';

/** Where the rows of input items come from, in one data mode. That of files is in files.ts. */
interface Mode extends Omit<ObjectRows, 'columns'> {
	/** The fields of each row of an item. @throws InvalidInput */
	fieldsIn(execution: PushExecution, item: number, columns: Columns): object[];
	/** Whether each item is one row. */
	isOnePerItem: boolean;
}

const MODES: Record<string, Mode> = {
	autoMapInputData: {
		isOnePerItem: true,
		isTable: true,
		fieldsIn: ({ context }, item) => [dataOf(context.getInputData()[item])],
		wayToShop: (column) =>
			`Set "Shop" to the expression {{ $json.${column} }}; to send the rows to one shop all the same, add the column to "Fields to Ignore".`,
	},
	defineBelow: {
		isOnePerItem: true,
		isTable: false,
		fieldsIn: (execution, item, columns) => [
			definedFields(execution.field('fields', item), columns),
		],
		wayToShop: (column) =>
			`Set "Shop" to the expression that the field "${column}" has, or remove that field.`,
	},
	json: {
		isOnePerItem: false,
		isTable: false,
		fieldsIn: (execution, item) => jsonRows(execution.field('rowsJson', item)),
		wayToShop: (column) =>
			`Give each input item the rows of one shop and name it in "Shop" by an expression, or remove "${column}" from the rows.`,
	},
};

/**
 * The rows of all input items. They are read once: what is wrong with an item is known before anything is
 * sent.
 * @throws InvalidInput where no item has a value to send
 */
export function itemsSource(execution: PushExecution): Source {
	const items = execution.context.getInputData();
	const dataMode = execution.nodeField('dataMode');
	const { fieldsIn, isOnePerItem, isTable, wayToShop } = MODES[dataMode];
	const columns = new Columns(readColumnSettings(execution));
	const rows: Row[] = [];
	let skipped = 0;
	for (const item of items.keys()) {
		let shop = '';
		try {
			shop = execution.shop(item);
			for (const [ordinal, fields] of fieldsIn(execution, item, columns).entries()) {
				const row = rowOf({ item, ordinal, shop }, fields, { columns, isTable, wayToShop });
				if (row) rows.push(row);
				else skipped++;
			}
		} catch (error) {
			rows.push(unsendable({ item, ordinal: 0, shop }, items[item].json, error));
		}
	}
	if (rows.length === 0 && skipped > 0) {
		throw new InvalidInput(
			'No row has a value to send: all of them are empty',
			'Put a node that gives rows before this one, choose another Data Mode, or correct "Fields to Ignore".',
		);
	}
	return {
		rows: () => [rows],
		skipped: () => skipped,
		placeOf: ({ item, ordinal }) =>
			isOnePerItem ? `row ${item + 1}` : `row ${ordinal + 1} of item ${item + 1}`,
		isInput: dataMode === 'autoMapInputData',
		columns: [columns],
	};
}
