import type { IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import { InvalidValue } from '../errors/invalidInput';
import {
	type AddedField,
	type ColumnSettings,
	isTable,
	type Layout,
	namedValues,
	type SetField,
} from '../mapping/columns';
import { Learned } from '../mapping/profile/learned';
import { type Place, placeText } from '../mapping/place';
import { Row, RowMaker, unsendable } from '../mapping/row';
import { type Inspection, InspectionBuilder, type Source } from './source';
import { dataOf, jsonRows } from './itemData';

const NONE: readonly AddedField[] = [];

/** What the form says of items. What it says of one may throw InvalidValue. */
export interface ItemsSettings {
	readonly columns: ColumnSettings;
	/** How many rows are sent at most. */
	readonly rowsAtMost: number;
	readonly isPreview: boolean;
	/** Whether *Rows* holds no expression. */
	readonly hasFixedRows: boolean;
	shopOf(item: number): string;
	/** The fields of a row that is mapped below. */
	fieldsOf(item: number): readonly SetField[];
	/** JSON, as text or as a value. */
	rowsOf(item: number): unknown;
	addedTo(item: number): readonly AddedField[];
}

/** The rows of input items, in the three data modes that have no file. They are read once, when they are inspected. */
export class ItemsSource implements Source {
	readonly isInput: boolean;
	readonly mayReorder: boolean;
	private readonly columns: ColumnSettings;
	private readonly learned: Learned<Row>;
	private readonly maker: RowMaker;
	private readonly all: Row[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: ItemsSettings,
	) {
		this.columns = settings.columns;
		this.isInput = isTable(this.columns.dataMode);
		this.mayReorder = this.columns.dataMode === 'json';
		this.learned = new Learned(this.columns, (row) => placeText(this.placeOf(row)));
		this.maker = new RowMaker(this.columns, this.isInput, this.learned);
	}

	rows({ inputs }: Inspection): Iterable<Iterable<Row>> {
		const refused = (row: Row): Row => {
			const problem = inputs.get(row.item)?.refusal;
			return problem ? { ...row, problem } : row;
		};
		return [this.all.map(refused)];
	}

	placeOf({ item, ordinal }: Row): Place {
		const isOnly = this.context.getInputData().length === 1;
		if (this.columns.dataMode !== 'json') return { what: 'row', number: item + 1 };
		return { what: 'row', number: ordinal + 1, ...(!isOnly && { item: item + 1 }) };
	}

	/** @throws InvalidInput if nothing of the items can be sent */
	inspect(): Promise<Inspection> {
		const { context, settings } = this;
		const inspection = new InspectionBuilder(settings.rowsAtMost);
		for (const item of context.getInputData().keys()) {
			const before = inspection.total;
			const { rows, ordinals } = this.readItem(item);
			for (const row of rows) {
				inspection.see(row);
				this.all.push(row);
			}
			const input = { rows: inspection.total - before, fingerprint: `${ordinals} rows` };
			if (ordinals !== 1) inspection.addInput(item, input);
		}
		const refusal = this.sameRows() ?? this.learned.refusal;
		if (refusal) throw refusal;
		inspection.addHints(this.learned.sentences(isAgentCall(context), settings.isPreview));
		return Promise.resolve(inspection.end());
	}

	/** The rows of an item, and how many places it has for rows. */
	private readItem(item: number): { rows: Row[]; ordinals: number } {
		let shop = '';
		try {
			shop = this.settings.shopOf(item);
			const given = this.valuesOf(item);
			const rows = given.flatMap(
				([layout, values], ordinal) =>
					this.maker.make(new Row(item, ordinal, shop), layout, values) ?? [],
			);
			return { rows, ordinals: given.length };
		} catch (error) {
			const { json } = this.context.getInputData()[item];
			return { rows: [unsendable(new Row(item, 0, shop), json, error)], ordinals: 1 };
		}
	}

	private valuesOf(item: number): Array<readonly [Layout, readonly unknown[]]> {
		const { context, settings, columns } = this;
		const { dataMode } = columns;
		if (dataMode === 'defineBelow') {
			const fields = settings.fieldsOf(item);
			if (fields.length === 0)
				throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
			return [[this.maker.columns.layoutFor(fields, NONE), fields.map(({ value }) => value)]];
		}
		const added = this.isInput ? settings.addedTo(item) : NONE;
		const rows =
			dataMode === 'json'
				? jsonRows(settings.rowsOf(item))
				: [dataOf(context.getInputData()[item], columns)];
		return rows.map((row) => {
			const { names, values } = namedValues(row);
			return [this.maker.columns.layoutOf(names, added), values] as const;
		});
	}

	/** Why the rows are refused if they are the same for each item: they would be sent again and again. */
	private sameRows(): InvalidValue | undefined {
		const items = this.context.getInputData().length;
		if (this.columns.dataMode !== 'json' || items < 2) return undefined;
		const first = this.all.filter(({ item }) => item === 0);
		// One row that an expression gives may be the same for several items; a list of rows is that of all items.
		if (!this.settings.hasFixedRows && first.length < 2) return undefined;
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
