import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import {
	type AddedField,
	columnOf,
	Columns,
	type ColumnSettings,
	laidOut,
	type Layout,
	namedValues,
	shopsIn,
	skippedBy,
} from '../columns';
import type { PushExecution } from '../fields/fields';
import { InspectionBuilder } from '../inspect';
import { NO_VALUE } from '../leftOut';
import { Row, rowOf, unsendable, type Writing } from '../row';
import type { Inspection, Source } from '../source';
import { addedFields, readColumnSettings, setFields } from './form';
import { dataOf } from './itemData';
import { jsonRows } from './jsonRows';
import { firstValue, Learned, skipReason } from './learned';

/** How a row of an input item gets to the shop that one of its fields names. */
const wayToShopOfItem = (field: string, otherShop: string) =>
	`Set "Shop" to the expression {{ $json${/^\w+$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`} }}. To send the rows to ${otherShop} all the same, add the column to "Columns" and choose "Leave Out".`;
/** The same for rows that are made in the node. */
const wayToShopOfRow = (field: string) =>
	`Name that shop in "Shop" by an expression, or remove the field "${field}".`;

/** The rows of input items, in the three data modes that have no file. They are read once. */
export class ItemsSource implements Source {
	readonly isInput: boolean;

	/** By input item. */
	private readonly rowsOf: ReadonlyArray<readonly Row[]>;

	private readonly inspection: Inspection;

	private readonly hasManyRows: boolean;

	/** Reads all items. @throws InvalidInput if the form cannot be followed, or no item has a value to send */
	constructor(execution: PushExecution) {
		const reading = new ItemsReading(execution);
		this.isInput = reading.isTable;
		this.hasManyRows = reading.dataMode === 'json';
		this.rowsOf = execution.context.getInputData().map((_, item) => reading.rowsOf(item));
		this.inspection = reading.inspection(this.rowsOf);
	}

	inspect(): Promise<Inspection> {
		return Promise.resolve(this.inspection);
	}

	rows({ inputs }: Inspection): Iterable<Iterable<Row>> {
		if (![...inputs.values()].some(({ refusal }) => refusal)) return this.rowsOf;
		return this.rowsOf.map((rows, item) => {
			const problem = inputs.get(item)?.refusal;
			return problem ? rows.map((row) => ({ ...row, problem })) : rows;
		});
	}

	placeOf({ item, ordinal }: Row): string {
		return this.hasManyRows ? `row ${ordinal + 1} of item ${item + 1}` : `row ${item + 1}`;
	}
}

/** Reads the items, one after another, and notes what it learns. */
class ItemsReading {
	readonly dataMode: 'autoMapInputData' | 'binary' | 'defineBelow' | 'json';

	/** Whether an item is a row of a table. */
	readonly isTable: boolean;

	private readonly execution: PushExecution;

	private readonly settings: ColumnSettings;

	private readonly learned: Learned;

	private readonly builder: InspectionBuilder;

	/** The layouts of a table, and of fields that are set in the form: by what these are called. */
	private readonly columns: Columns;
	private readonly layouts = new Map<string, Layout>();

	/** *Fields to Add*: of the first item, and of all others if nothing depends on the item. */
	private readonly added: readonly AddedField[];

	/** How rows are written: with these added fields, if an item has no others. */
	private readonly writing: Writing;

	/** Whether an item had a value, and none was to be sent. */
	private hasUnsentValue = false;

	/** Rows that are to be sent or refused. */
	private rows = 0;

	constructor(execution: PushExecution) {
		const { nodeField, context } = execution;
		this.execution = execution;
		this.dataMode = nodeField('dataMode');
		this.isTable = this.dataMode === 'autoMapInputData';
		this.settings = readColumnSettings(execution);
		this.learned = new Learned(this.settings);
		this.builder = new InspectionBuilder(nodeField('options').rowsAtMost);
		const hasAdded = this.isTable && context.getInputData().length > 0;
		this.added = hasAdded ? addedFields(execution, 0, this.settings.formats) : [];
		this.columns = new Columns(this.settings, this.added, this.isTable);
		this.writing = {
			emptyValues: this.settings.emptyValues,
			formats: this.settings.formats,
			isTable: this.isTable,
			added: this.added,
			wayToShop: this.isTable ? wayToShopOfItem : wayToShopOfRow,
			hints: this.learned.hints,
		};
	}

	/** The rows of an item, those among them that cannot be sent. */
	rowsOf(item: number): readonly Row[] {
		const { json } = this.execution.context.getInputData()[item];
		const rows: Row[] = [];
		let ordinals = 1;
		let shop = '';
		try {
			shop = this.execution.shop(item);
			const given = this.valuesOf(item);
			ordinals = given.length;
			for (const [ordinal, [layout, values]] of given.entries()) {
				const row = this.rowOf(new Row(item, ordinal, shop), layout, values);
				if (row) rows.push(row);
			}
		} catch (error) {
			rows.push(unsendable(new Row(item, 0, shop), json, error));
		}
		for (const row of rows) this.builder.see(row);
		if (ordinals !== 1) this.builder.seeInput(item, { fingerprint: `${ordinals} rows` });
		this.rows += rows.length;
		return rows;
	}

	/** What was learned, once all items were read. @throws InvalidInput if nothing of them can be sent */
	inspection(rowsOf: ReadonlyArray<readonly Row[]>): Inspection {
		this.checkSameRows(rowsOf);
		const refusal = this.learned.refusal(this.settings);
		if (refusal) throw refusal;
		if (this.rows === 0 && this.hasUnsentValue) throw NOTHING_LEFT;
		for (const hint of this.learned.sentences(this.execution)) this.builder.hint(hint);
		return this.builder.build();
	}

	/** What is known of each row of an item: its layout, and its values. */
	private valuesOf(item: number): Array<readonly [Layout, readonly unknown[]]> {
		const { field, context } = this.execution;
		if (this.dataMode === 'defineBelow') return [this.setValues(item)];
		const rows = this.isTable
			? [dataOf(context.getInputData()[item], this.settings)]
			: jsonRows(field('rowsJson', item));
		return rows.map((row) => {
			const { names, values } = namedValues(row);
			return [this.columns.layoutOf(names), values] as const;
		});
	}

	private setValues(item: number): readonly [Layout, readonly unknown[]] {
		const fields = setFields(this.execution.field('fields', item), 'Fields');
		if (fields.length === 0)
			throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
		const key = JSON.stringify(fields.map(({ name, type }) => [name, type]));
		let layout = this.layouts.get(key);
		if (!layout) {
			const columns = fields.map(({ name, path, type }, at) => ({
				...columnOf(name, at, { path, type }),
				isNamed: false,
			}));
			const { problem, ...laid } = laidOut(columns);
			if (problem)
				throw new InvalidValue('Fields', problem.message.replace('"Columns" ', ''), problem.remedy);
			layout = {
				...laid,
				names: fields.map(({ name }) => name),
				shops: shopsIn(columns),
				dataAt: [...fields.keys()],
				shopAt: -1,
				skipAt: [],
				found: [],
				missing: new Map(),
			};
			this.layouts.set(key, layout);
		}
		return [layout, fields.map(({ value }) => value)];
	}

	/** @returns undefined if it is left out */
	private rowOf(row: Row, layout: Layout, values: readonly unknown[]): Row | undefined {
		const { learned, settings } = this;
		learned.seeColumns(layout);
		const rule = this.isTable ? skippedBy(settings, layout, values) : undefined;
		const made = rule ? undefined : rowOf(row, layout, values, this.writingOf(row.item));
		if (made && this.isTable) learned.seeRow(values, () => `row ${row.item + 1}`);
		if (made) return made;
		const place = this.dataMode === 'json' ? `row ${row.ordinal + 1} of item` : 'row';
		const reason = rule ? skipReason(rule) : NO_VALUE;
		const value = firstValue(layout, values);
		learned.leftOut.add(reason, () => `${place} ${row.item + 1}${value}`);
		this.hasUnsentValue ||= !rule && value !== '';
		return undefined;
	}

	private writingOf(item: number): Writing {
		const added = this.addedOf(item);
		return added === this.added ? this.writing : { ...this.writing, added };
	}

	private addedOf(item: number): readonly AddedField[] {
		if (!this.isTable || item === 0 || this.execution.isFixed('fieldsToAdd')) return this.added;
		const added = addedFields(this.execution, item, this.settings.formats);
		const names = (fields: readonly AddedField[]) =>
			fields.map(({ path }) => path.join('.')).join();
		if (names(added) === names(this.added)) return added;
		throw new InvalidValue(
			'Fields to Add',
			`has other names for item ${item + 1} than for item 1`,
			'The values may depend on the item, the names may not.',
		);
	}

	/** The same rows for each item would be sent again and again. @throws InvalidValue */
	private checkSameRows(rowsOf: ReadonlyArray<readonly Row[]>): void {
		const [first] = rowsOf;
		if (this.dataMode !== 'json' || rowsOf.length < 2) return;
		// One row that an expression gives may be the same for several items; a list of rows is that of all items.
		if (!this.execution.isFixed('rowsJson') && first.length < 2) return;
		const isSame = ({ problem, shop, json }: Row, at: number) =>
			!problem && shop === first[at]?.shop && json === first[at].json;
		if (!rowsOf.every((rows) => rows.length === first.length && rows.every(isSame))) return;
		throw new InvalidValue(
			'Rows',
			`is the same for all ${rowsOf.length} input items, so its rows would be sent ${rowsOf.length} times`,
			'To send them once, turn on "Execute Once" in the settings of the node. To send the rows of each item, use an expression such as {{ $json }}.',
		);
	}
}

const NOTHING_LEFT = new InvalidInput(
	'No row has a value to send: all of them are empty, or are left out',
	'Put a node that gives rows before this one, choose another Data Mode, or correct "Columns" and "Other Columns".',
);
