import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import { InvalidValue } from '../errors/invalidInput';
import {
	type AddedField,
	type ColumnSettings,
	isTable,
	namedValues,
	type SetField,
} from '../mapping/columns';
import { quoted } from '../lib/counted';
import { without } from '../lib/objects';
import { Profile } from '../mapping/profile/profile';
import { type Place, placeText } from '../errors/place';
import { Row, unsendable } from '../mapping/row';
import { RowMaker } from '../mapping/rowMaker';
import { type Inspection, InspectionBuilder, type Source } from './source';
import { addedByN8n, dataOf, jsonRows, namelessColumns } from './itemData';

const NONE: readonly AddedField[] = [];

/** Settings of items. Those of a single item may throw InvalidValue. */
export interface ItemsSettings {
	readonly columns: ColumnSettings;
	readonly rowsAtMost: number;
	readonly isPreview: boolean;
	/** Whether *Rows* has no expression. */
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
	private readonly profile: Profile;
	private readonly maker: RowMaker;
	private readonly nameless: ReturnType<typeof namelessColumns>;
	private readonly all: Row[] = [];
	private readonly hints = new Set<string>();
	private readonly items: readonly INodeExecutionData[];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: ItemsSettings,
	) {
		this.items = context.getInputData();
		this.columns = settings.columns;
		this.isInput = isTable(this.columns.dataMode);
		this.mayReorder = this.columns.dataMode === 'json';
		this.nameless = namelessColumns(this.isInput ? this.items : [], this.columns);
		const placeOf = (row: Row) => placeText(this.placeOf(row));
		this.profile = new Profile(this.columns, placeOf, settings.isPreview);
		this.maker = new RowMaker(this.columns, this.isInput, 'only', this.profile);
	}

	rows({ inputs, refusal }: Inspection): Iterable<Iterable<Row>> {
		const refused = (row: Row): Row => {
			const problem = inputs.get(row.item)?.refusal ?? row.problem ?? refusal;
			return problem === row.problem ? row : { ...row, problem };
		};
		return [this.all.map(refused)];
	}

	placeOf({ item, ordinal }: Row): Place {
		const { items } = this;
		if (this.columns.dataMode === 'json')
			return { what: 'row', number: ordinal + 1, ...(items.length > 1 && { item: item + 1 }) };
		const { row_number: rowNumber } = items[item].json;
		const inSheet = typeof rowNumber === 'number' && { rowNumber };
		return { what: 'row', number: item + 1, ...inSheet };
	}

	inspect(): Promise<Inspection> {
		const { context, columns } = this;
		const { rowsAtMost, isPreview } = this.settings;
		const inspection = new InspectionBuilder(rowsAtMost);
		const counts = this.items.map((_, item) => this.readItem(item));
		const isForAgent = isAgentCall(context);
		if (!isForAgent) inspection.addHints([...this.hints]);
		const shown = { isForAgent, isPreview };
		const { wrong, refusal } = inspection.describe(this.profile.end(), columns, shown);
		for (const [row, problem] of wrong) row.problem = problem;
		let next = 0;
		counts.forEach((count, item) => {
			const before = inspection.total;
			while (this.all[next]?.item === item) inspection.see(this.all[next++]);
			const rows = inspection.total - before;
			if (count !== 1) inspection.addInput(item, { rows, fingerprint: `${count} rows` });
		});
		return Promise.resolve(inspection.end(this.sameRows() ?? this.nameless.refusal ?? refusal));
	}

	/** Reads the rows of an item. @returns how many it has, with those that are left out */
	private readItem(item: number): number {
		const first = this.all.length;
		let shop = '';
		try {
			shop = this.settings.shopOf(item);
			if (this.columns.dataMode === 'defineBelow') {
				const row = this.mappedRow(new Row(item, 0, shop));
				if (row) this.all.push(row);
				return 1;
			}
			const given = this.isInput ? [this.dataOf(item)] : this.listedRows(item);
			const added = this.isInput ? this.settings.addedTo(item) : NONE;
			for (const [ordinal, each] of given.entries()) {
				const row = this.maker.make(new Row(item, ordinal, shop), namedValues(each), added);
				if (row) this.all.push(row);
			}
			return given.length;
		} catch (error) {
			const { json } = this.items[item];
			this.all.length = first;
			this.all.push(unsendable(new Row(item, 0, shop), json, error));
			return 1;
		}
	}

	private mappedRow(row: Row): Row | undefined {
		const fields = this.settings.fieldsOf(row.item);
		if (fields.length === 0)
			throw new InvalidValue('value.empty', 'Fields', 'is empty', 'Add at least one field.');
		const values = fields.map(({ value }) => value);
		return this.maker.makeOf(row, this.maker.columns.layoutFor(fields, NONE), values);
	}

	private dataOf(item: number): object {
		const data = dataOf(this.items[item], this.columns);
		const added = addedByN8n(data, this.columns).concat(this.nameless.leftOut);
		if (added.length > 0)
			this.hints.add(
				`n8n added the columns ${quoted(added)}, so they are left out. To send one of them, add it to "Columns".`,
			);
		return added.reduce(without, data);
	}

	private listedRows(item: number): object[] {
		const { rows, list = 'rows' } = jsonRows(this.settings.rowsOf(item));
		if (list !== 'rows')
			this.hints.add(
				`"Rows" contains an object whose only value is the list "${list.slice(0, 100)}", so each object in it is a row. If the list is a value of one row, use the Data Mode "Map Automatically".`,
			);
		return rows;
	}

	/** Refuses rows that are the same for each item: they would be sent several times. */
	private sameRows(): InvalidValue | undefined {
		const items = this.items.length;
		if (this.columns.dataMode !== 'json' || items < 2) return undefined;
		const first = this.all.filter(({ item }) => item === 0);
		// A single row from an expression may be the same for several items; a list of rows has the rows of all items.
		if (!this.settings.hasFixedRows && first.length < 2) return undefined;
		const isSame = ({ problem, item, shop, json }: Row, at: number) => {
			const like = first[at - item * first.length];
			return !problem && shop === like?.shop && json === like.json;
		};
		if (this.all.length !== first.length * items || !this.all.every(isSame)) return undefined;
		const problem = `is the same for all ${items} input items, so its rows would be sent ${items} times`;
		const remedy =
			'To send them once, turn on "Execute Once" in the settings of the node. To send the rows of each item, use an expression such as {{ $json }}.';
		return new InvalidValue('row.sameForAllItems', 'Rows', problem, remedy);
	}
}
