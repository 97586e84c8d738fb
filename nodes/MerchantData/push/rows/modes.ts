import type { IDataObject } from 'n8n-workflow';
import { columnNames } from '../../shared/fieldValues';
import { InvalidValue } from '../../shared/invalidValue';
import type { PushExecution } from '../fields/fields';
import { type CellType, checkCell, type Columns, isCellType } from './cells';
import { columnOptionsOf, readColumns } from './columns';
import { rowTexts, TextRow, withoutHalves } from './jsonText';
import { notData, refuseNoRow } from './itemFields';
import { isRow, ObjectRow } from './objectRow';
import type { ItemRow } from './row';

/** How the rows of an input item are made: the Data Mode of a push. */
export interface DataMode<Kept = unknown> {
	/**
	 * Reads and checks the fields of the node for an item.
	 * @returns all that is kept of the item until its rows are made
	 * @throws InvalidValue
	 */
	read(item: number): Kept;
	/** Makes the rows of an item. It does not throw: a row that cannot be sent says so itself. */
	records(kept: Kept, item: number, shop: string): Iterable<ItemRow>;
}

/** The modes whose rows come from input items. Rows of files are read in files/. */
const MODES = { autoMapInputData: autoMapped, defineBelow: defined, json: fromJson };

/** @throws InvalidValue */
export const dataMode = (execution: PushExecution): DataMode =>
	MODES[execution.field('dataMode', 0) as keyof typeof MODES](execution);

/** Each input item is a row. Only the set of ignored names is kept, one for all items that are alike. */
function autoMapped(execution: PushExecution): DataMode<ReadonlySet<string>> {
	const items = execution.context.getInputData();
	const columns = readColumns(columnOptionsOf(execution));
	let typed: unknown;
	let ignored: ReadonlySet<string>;
	/** The ignored names and those of fields that are no data, by the latter. */
	const known = new Map<string, ReadonlySet<string>>();
	function joined(own: readonly string[]): ReadonlySet<string> {
		const names = known.get(own.join()) ?? new Set([...ignored, ...own]);
		known.set(own.join(), names);
		return names;
	}

	return {
		read(item) {
			const names = execution.field('fieldsToIgnore', item);
			if (names !== typed || ignored === undefined) {
				ignored = columnNames('Fields to Ignore', names);
				typed = names;
				known.clear();
			}
			const { json } = items[item];
			const own = notData(json);
			refuseNoRow(items[item], own);
			const leftOut = own.length === 0 ? ignored : joined(own);
			if (Object.keys(json).every((name) => leftOut.has(name))) {
				throw new InvalidValue(
					'Fields to Ignore',
					'names every field of the input item, so nothing is left to send',
				);
			}
			return leftOut;
		},
		records: (kept, item, shop) => [
			new ObjectRow(item, 0, shop, items[item].json, 'Data Mode', kept, columns),
		],
	};
}

/** What the node defines for an item. */
interface DefinedRow {
	row: IDataObject;
	/** Set where a field has another type than text. */
	columns?: Columns;
}

/** Each input item makes a row of the fields that the node defines. */
function defined(execution: PushExecution): DataMode<DefinedRow> {
	/** One for all items with the same types, which are nearly all. */
	const known = new Map<string, Columns>();
	const { decimalSeparator = '.' } = execution.nodeOptions();

	function columnsOf(types: ReadonlyMap<string, CellType>): Columns | undefined {
		if (types.size === 0) return undefined;
		const said = JSON.stringify([...types]);
		const columns = known.get(said) ?? { types, decimalSeparator, includesEmpty: true };
		known.set(said, columns);
		return columns;
	}

	return {
		read(item) {
			const fields = (execution.field('fields', item) as { assignments?: unknown } | null)
				?.assignments;
			if (!Array.isArray(fields) || fields.length === 0)
				throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
			const row = new Map<string, unknown>();
			const types = new Map<string, CellType>();
			(fields as DefinedField[]).forEach(({ name, type = 'string', value }, index) => {
				const trimmed = String(name ?? '').trim();
				if (trimmed === '') throw new InvalidValue('Fields', `has no name in field ${index}`);
				if (row.has(trimmed)) throw new InvalidValue('Fields', `has two fields named "${trimmed}"`);
				if (value === undefined) {
					throw new InvalidValue(
						'Fields',
						`has no value for "${trimmed}": its expression gives nothing`,
						'Correct the expression, or let it give null where there is no value.',
					);
				}
				if (type === 'string') {
					row.set(trimmed, textOf(trimmed, value));
					return;
				}
				row.set(trimmed, value);
				if (!isCellType(type))
					throw new InvalidValue('Fields', `has an unknown type for "${trimmed}"`);
				checkCell(trimmed, value, type, decimalSeparator);
				types.set(trimmed, type);
			});
			return { row: Object.fromEntries(row) as IDataObject, columns: columnsOf(types) };
		},
		records: ({ row, columns }, item, shop) => [
			new ObjectRow(item, 0, shop, row, 'Fields', undefined, columns),
		],
	};
}

/** @throws InvalidValue for what has no text */
function textOf(name: string, value: unknown): string | null {
	if (value === null || typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw new InvalidValue(
		name,
		`holds ${Array.isArray(value) ? 'a list' : 'an object'}, which is not a text`,
		'Choose the type Array or Object for it, or an expression that gives a text.',
	);
}

/** As n8n gives it. */
interface DefinedField {
	name: unknown;
	/** Text, where a program that made the workflow left it out. */
	type?: unknown;
	value: unknown;
}

/** Each input item gives a row or a list of rows: as JSON text, or as what an expression gives. */
function fromJson(execution: PushExecution): DataMode<string | unknown[]> {
	/** The text read last: where the field holds no expression, it is the same for all items. */
	let last: { typed: string; sent: string } | undefined;
	return {
		read(item) {
			const value = execution.field('rowsJson', item);
			if (typeof value !== 'string') return checkedRows(value);
			if (value !== last?.typed) {
				checkedRows(parsed(value));
				last = { typed: value, sent: withoutHalves(value) };
			}
			return last.sent;
		},
		*records(kept, item, shop) {
			let ordinal = 0;
			if (typeof kept === 'string')
				for (const text of rowTexts(kept)) yield new TextRow(item, ordinal++, shop, text);
			else
				for (const row of kept)
					yield new ObjectRow(item, ordinal++, shop, row as IDataObject, 'Rows');
		},
	};
}

/** @returns the rows of an object or a list of objects */
function checkedRows(value: unknown): IDataObject[] {
	const isList = Array.isArray(value);
	const rows = (isList ? value : [value]) as unknown[];
	for (const [index, row] of rows.entries()) {
		const which = isList ? ` in entry ${index}` : '';
		if (!isRow(row)) {
			throw new InvalidValue(
				'Rows',
				`holds something other than an object${which}`,
				'A row is an object of named fields: not a text, a list, a date or a map.',
			);
		}
		if (Object.keys(row).length === 0)
			throw new InvalidValue('Rows', `holds an empty object${which}`);
	}
	return rows as IDataObject[];
}

function parsed(text: string): unknown {
	if (text.trim() === '') throw new InvalidValue('Rows', 'is empty');
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		return notJson(error as Error);
	}
}

function notJson({ message }: Error): never {
	throw new InvalidValue(
		'Rows',
		`is not valid JSON: ${message}`,
		'Names and texts need double quotes: [{ "campaignName": "Spring" }]',
	);
}
