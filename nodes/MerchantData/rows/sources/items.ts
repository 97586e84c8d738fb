import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../shared/invalidValue';
import { Columns } from '../columns';
import type { PushExecution } from '../fields/fields';
import { type ObjectRows, rowOf, unsendable } from '../objectRow';
import type { Row, Source } from '../row';
import { readColumnSettings } from './columnSettings';
import { definedRow } from './definedRow';
import { jsonReader } from './jsonText';
import { notData, whyNoRow } from './notData';

/** The place of an item's first row. */
type ItemPlace = Pick<Row, 'item' | 'ordinal' | 'shop'>;

/** How the rows of an input item are made, in one data mode. */
interface Mode {
	/** @returns undefined for each row without a value to send. @throws InvalidInput */
	rowsOf(place: ItemPlace): ReadonlyArray<Row | undefined>;
	/** Whether each item is one row. */
	isOnePerItem: boolean;
}

/** The data modes whose rows come from input items. Those of files are in files.ts. */
const MODES: Record<string, (execution: PushExecution, columns: Columns) => Mode> = {
	/** Each input item is a row. */
	autoMapInputData({ context }, columns) {
		const items = context.getInputData();
		const rows: ObjectRows = {
			columns,
			isTable: true,
			wayToShop: (column) =>
				`Set "Shop" to the expression {{ $json.${column} }}; to send the rows to one shop all the same, add the column to "Fields to Ignore".`,
		};
		return {
			isOnePerItem: true,
			rowsOf(place) {
				const { json } = items[place.item];
				const own = notData(json);
				const problem = whyNoRow(items[place.item], own);
				if (problem) return [unsendable(place, json, problem)];
				return [rowOf(place, own.length === 0 ? json : without(json, own), rows)];
			},
		};
	},

	/** Each input item makes a row of the fields that the node defines. */
	defineBelow(execution) {
		const format = execution.nodeField('numberFormat');
		return {
			isOnePerItem: true,
			rowsOf: (place) => [definedRow(place, execution.field('fields', place.item), format)],
		};
	},

	/** Each input item gives a row or a list of rows: as JSON text, or as what an expression gives. */
	json(execution, columns) {
		const rows: ObjectRows = {
			columns,
			isTable: false,
			wayToShop: (column) =>
				`Give each input item the rows of one shop and name it in "Shop" by an expression, or remove "${column}" from the rows.`,
		};
		const read = jsonReader();
		return {
			isOnePerItem: false,
			rowsOf: (place) =>
				read(execution.field('rowsJson', place.item)).map((fields, ordinal) =>
					rowOf({ ...place, ordinal }, fields, rows),
				),
		};
	},
};

/**
 * The rows of all input items. They are read once: what is wrong with an item is known before anything is
 * sent.
 * @throws InvalidInput where no item has a value to send
 */
export function itemsSource(execution: PushExecution): Source {
	const { context } = execution;
	const items = context.getInputData();
	const mode = execution.nodeField('dataMode');
	const columns = new Columns(readColumnSettings(execution));
	const { rowsOf, isOnePerItem } = MODES[mode](execution, columns);
	const rows: Row[] = [];
	let skipped = 0;
	for (const item of items.keys()) {
		const place = { item, ordinal: 0, shop: '' };
		try {
			place.shop = execution.shop(item);
			for (const row of rowsOf({ ...place })) {
				if (row) rows.push(row);
				else skipped++;
			}
		} catch (error) {
			rows.push(unsendable(place, items[item].json, error));
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
		isInput: mode === 'autoMapInputData',
		columns: [columns],
	};
}

function without(json: IDataObject, names: readonly string[]): object {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}
