import { type InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { Columns } from '../columns';
import { FILE_FIELD } from '../files/bytes';
import { looksLikeThousands } from '../numberFormat';
import { type Place, unsendable } from '../objectRow';
import { namesAShop, otherShop } from '../otherShop';
import type { FileRows, Found, RowsContext } from './fileRows';
import { wrongColumns } from './shopColumn';

/** A column of a CSV file. */
interface Column {
	/** Empty where it has none. */
	name: string;
	/** Its index in a record, from 0. */
	index: number;
	/** The name as it stands in the JSON, with all that comes before the value: the quote of a text, too. */
	key: string;
	use: ReturnType<Columns['useOf']>;
	namesShop: boolean;
	/** Whether one of its numbers did not look like thousands, so that its numbers need no closer look. */
	isPlainNumber: boolean;
}

/** A text that begins with a character between them is not blank. */
const [SPACE, DELETE] = Buffer.from(' \x7f');
/** What JSON may have between quotes in another way only. */
const TO_ESCAPE = /["\\]|[^ -\ud7ff\ue000-\uffff]/;
/** A number in the format `plain` that is sent as it is, and is within the range of numbers. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,99})(?:\.\d+)?$/;

/** The rows of a CSV file: its records below the header. */
export class CsvRows implements FileRows<string[]> {
	private readonly context: RowsContext;

	private header: { names: string[]; line: number; shop?: Column } | undefined;

	/** The columns that are sent, and those that must not hold anything because they have no name. */
	private columns: Column[] = [];

	private refusal: InvalidValue | undefined;

	constructor(context: RowsContext) {
		this.context = context;
	}

	wrong(): InvalidValue | undefined {
		return this.refusal;
	}

	row(cells: string[], place: Place, refusal?: InvalidInput): Found {
		const { header } = this;
		const isBlank = cells.length === 1 && cells[0].trim() === '';
		if (isBlank) return header ? 'blank' : 'header';
		if (!header) {
			this.begin(cells, place.line);
			return 'header';
		}
		const { item, ordinal, line } = place;
		let { shop } = place;
		let problem = refusal;
		if (header.shop) {
			const to = this.context.shopColumn!.shopIn(cells[header.shop.index], header.shop.name);
			if (typeof to === 'string') shop = to;
			else problem ??= to;
		}
		try {
			const json = this.written(cells, shop);
			if (json === undefined) return undefined;
			if (!problem) return { item, ordinal, line, shop, json };
		} catch (error) {
			problem ??= error as InvalidInput;
		}
		return unsendable({ item, ordinal, line, shop }, this.given(cells), problem);
	}

	/** Empty cells at the end of a record do no harm. */
	private fits(cells: string[]): boolean {
		const { length } = this.header!.names;
		if (cells.length <= length) return cells.length === length;
		return cells.slice(length).every((cell) => cell.trim() === '');
	}

	/** Undefined where there is no value to send. */
	private written(cells: string[], shop: string): string | undefined {
		const { columns, hasEmptyValues, isPlain, wayToShop } = this.context;
		if (!this.fits(cells)) throw this.ofWidth(cells.length);
		let json = '';
		for (let at = 0; at < this.columns.length; at++) {
			const column = this.columns[at];
			const cell = cells[column.index];
			if (cell === '') continue;
			const first = cell.charCodeAt(0);
			if ((hasEmptyValues || first <= SPACE || first >= DELETE) && columns.isEmpty(cell)) continue;
			if (column.name === '') throw this.nameless(column);
			if (column.namesShop) {
				const problem = otherShop(column.name, cell, shop, wayToShop);
				if (problem) throw problem;
			}
			json += json === '' ? '{' : ',';
			json += column.key;
			if (column.use === undefined) {
				json += TO_ESCAPE.test(cell) ? JSON.stringify(cell).slice(1) : `${cell}"`;
			} else if (column.isPlainNumber && JSON_NUMBER.test(cell)) {
				json += cell;
			} else {
				json += columns.write(column.name, cell)!;
				column.isPlainNumber =
					isPlain && column.use === 'number' && !looksLikeThousands(cell.trim(), 'plain');
			}
		}
		return json === '' ? undefined : `${json}}`;
	}

	private ofWidth(width: number): InvalidValue {
		return new InvalidValue(
			FILE_FIELD,
			`holds a line of ${width} cells, and the file has ${this.header!.names.length} columns`,
			'Correct the line; a cell that holds the delimiter stands in quotes.',
		);
	}

	private nameless({ index }: Column): InvalidValue {
		return new InvalidValue(
			FILE_FIELD,
			`holds a value in column ${index + 1}, which has no name in line ${this.header!.line}`,
			'Give the column a name, or remove the value.',
		);
	}

	/** The cells of a record by their columns; undefined where nobody can say which is which. */
	private given(cells: string[]): object | undefined {
		const { names } = this.header!;
		if (!this.fits(cells)) return undefined;
		const filled = names.flatMap((name, index) =>
			name === '' || cells[index] === '' ? [] : [[name, cells[index]]],
		);
		return Object.fromEntries(filled) as object;
	}

	/** Reads the header. @throws InvalidValue */
	private begin(cells: string[], line = 1): void {
		const { columns, shopColumn } = this.context;
		const names = cells.map((cell) => cell.trim());
		const named = names.filter((name) => name !== '');
		const twice = named.find((name, index) => named.indexOf(name) !== index);
		if (twice !== undefined) {
			throw new InvalidValue(
				FILE_FIELD,
				`holds a CSV file with two columns named "${twice.slice(0, 100)}"`,
				'Give each column a name of its own.',
			);
		}
		columns.know(named);
		const shopName = shopColumn?.in(named);
		const all = names.map((name, index) => {
			const use = name === '' ? undefined : columns.useOf(name);
			const key = `${JSON.stringify(name)}:${use === undefined ? '"' : ''}`;
			return { name, index, key, use, namesShop: namesAShop(name), isPlainNumber: false };
		});
		const shop = shopName === undefined ? undefined : all.find(({ name }) => name === shopName);
		this.header = { names, line, ...(shop ? { shop } : {}) };
		this.columns = all.filter((column) => column !== shop && column.use !== 'ignored');
		this.refusal =
			shopColumn && !shop ? shopColumn.unknown(named) : wrongColumns(columns, named, shopName);
	}
}
