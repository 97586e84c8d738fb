import { isAgentCall } from '../n8n/agentCall';
import { InvalidValue } from '../errors/invalidInput';
import {
	type AddedField,
	type ColumnSettings,
	isTable,
	type Layout,
	namedValues,
} from '../mapping/columns';
import type { PushExecution } from '../resources/push/form';
import { Learned } from '../mapping/profile/learned';
import { type Place, placeText } from '../mapping/place';
import { Row, RowMaker, unsendable } from '../mapping/row';
import { type Inspection, InspectionBuilder, type Source } from './source';
import { addedFields, readColumnSettings, setFields } from '../resources/push/settings';
import { dataOf, jsonRows } from './itemData';

const NONE: readonly AddedField[] = [];

/** The rows of input items, in the three data modes that have no file. They are read once, when they are inspected. */
export class ItemsSource implements Source {
	readonly isInput: boolean;
	readonly mayReorder: boolean;
	private readonly settings: ColumnSettings;
	private readonly learned: Learned<Row>;
	private readonly maker: RowMaker;
	/** *Fields to Add*, if they are the same for all items. Known from the first one on. */
	private fixedFields?: readonly AddedField[];
	private readonly all: Row[] = [];

	constructor(private readonly execution: PushExecution) {
		this.settings = readColumnSettings(execution);
		this.isInput = isTable(this.settings.dataMode);
		this.mayReorder = this.settings.dataMode === 'json';
		this.learned = new Learned(this.settings, (row) => placeText(this.placeOf(row)));
		this.maker = new RowMaker(this.settings, this.isInput, this.learned);
	}

	rows({ inputs }: Inspection): Iterable<Iterable<Row>> {
		const refused = (row: Row): Row => {
			const problem = inputs.get(row.item)?.refusal;
			return problem ? { ...row, problem } : row;
		};
		return [this.all.map(refused)];
	}

	placeOf({ item, ordinal }: Row): Place {
		const isOnly = this.execution.context.getInputData().length === 1;
		if (this.settings.dataMode !== 'json') return { what: 'row', number: item + 1 };
		return { what: 'row', number: ordinal + 1, ...(!isOnly && { item: item + 1 }) };
	}

	/** @throws InvalidInput if nothing of the items can be sent */
	inspect(): Promise<Inspection> {
		const { nodeField, context } = this.execution;
		const inspection = new InspectionBuilder(nodeField('options').rowsAtMost);
		for (const item of context.getInputData().keys()) {
			const before = inspection.total;
			const { rows, ordinals } = this.readItem(item);
			for (const row of rows) {
				inspection.see(row);
				this.all.push(row);
			}
			const input = { rows: inspection.total - before, fingerprint: `${ordinals} rows` };
			if (ordinals !== 1) inspection.inputs.set(item, input);
		}
		const refusal = this.sameRows() ?? this.learned.refusal;
		if (refusal) throw refusal;
		inspection.hints.push(...this.learned.sentences(isAgentCall(context), nodeField('preview')));
		return Promise.resolve(inspection);
	}

	/** The rows of an item, and how many places it has for rows. */
	private readItem(item: number): { rows: Row[]; ordinals: number } {
		let shop = '';
		try {
			shop = this.execution.shop(item);
			const given = this.valuesOf(item);
			const rows = given.flatMap(
				([layout, values], ordinal) =>
					this.maker.make(new Row(item, ordinal, shop), layout, values) ?? [],
			);
			return { rows, ordinals: given.length };
		} catch (error) {
			const { json } = this.execution.context.getInputData()[item];
			return { rows: [unsendable(new Row(item, 0, shop), json, error)], ordinals: 1 };
		}
	}

	private valuesOf(item: number): Array<readonly [Layout, readonly unknown[]]> {
		const { field, context } = this.execution;
		const { dataMode } = this.settings;
		if (dataMode === 'defineBelow') {
			const fields = setFields(field('fields', item), 'Fields');
			if (fields.length === 0)
				throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
			return [[this.maker.columns.layoutFor(fields, NONE), fields.map(({ value }) => value)]];
		}
		const added = this.isInput ? this.addedTo(item) : NONE;
		const rows =
			dataMode === 'json'
				? jsonRows(field('rowsJson', item))
				: [dataOf(context.getInputData()[item], this.settings)];
		return rows.map((row) => {
			const { names, values } = namedValues(row);
			return [this.maker.columns.layoutOf(names, added), values] as const;
		});
	}

	private addedTo(item: number): readonly AddedField[] {
		if (this.fixedFields) return this.fixedFields;
		const added = addedFields(this.execution, item, this.settings.formats);
		if (this.execution.isFixed('fieldsToAdd')) this.fixedFields = added;
		return added;
	}

	/** Why the rows are refused if they are the same for each item: they would be sent again and again. */
	private sameRows(): InvalidValue | undefined {
		const items = this.execution.context.getInputData().length;
		if (this.settings.dataMode !== 'json' || items < 2) return undefined;
		const first = this.all.filter(({ item }) => item === 0);
		// One row that an expression gives may be the same for several items; a list of rows is that of all items.
		if (!this.execution.isFixed('rowsJson') && first.length < 2) return undefined;
		const isSame = ({ problem, item, shop, json }: Row, at: number) => {
			const like = first[at - item * first.length];
			return !problem && shop === like?.shop && json === like.json;
		};
		if (this.all.length !== first.length * items || !this.all.every(isSame)) return undefined;
		return new InvalidValue(
			'Rows',
			`is the same for all ${items} input items, so its rows would be sent ${items} times`,
			'To send them once, turn on "Execute Once" in the settings of the node. To send the rows of each item, use an expression such as {{ $json }}.',
		);
	}
}
