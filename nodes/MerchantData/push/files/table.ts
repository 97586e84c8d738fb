import { InvalidValue } from '../../shared/invalidValue';
import type { CsvCells } from '../parsers/csvCells';
import type { Problem } from '../parsers/parser';
import type { CellType, Columns } from '../rows/cells';
import { SHOP_COLUMNS } from '../rows/otherShop';
import { FILE_FIELD } from './gunzip';
import { unknownShopColumn } from './rowShop';

/** A column of a CSV file that is sent. */
export interface Column {
	name: string;
	/** Its index in a record, from 0. */
	index: number;
	/** The name as it stands in the JSON, with a colon behind it. */
	key: Uint8Array;
	/** The type that its cells are sent as; undefined for text. */
	type: CellType | undefined;
}

/** What the records of a CSV file have in common. */
export interface Table {
	/** The columns that are sent. */
	columns: readonly Column[];
	/** The names of all columns, including those that are not sent. */
	names: readonly string[];
	/** Of those that are sent, the ones that may name another shop. */
	shopColumns: readonly Column[];
	/** The column that says which shop a row goes to. It is not sent. */
	rowShop?: Pick<Column, 'name' | 'index'>;
}

/**
 * The columns of a CSV file, by its first record: named by it, or counted from 0 where there is no
 * header.
 * @param ignored the names of columns that are not sent
 * @param shopColumn the name of the one that says which shop a row goes to, if there is one
 * @throws InvalidValue
 */
export function tableOf(
	first: readonly string[],
	line: number,
	hasHeader: boolean,
	ignored: ReadonlySet<string>,
	types: Columns['types'],
	shopColumn = '',
): Table {
	const names = first.map((cell, index) => (hasHeader ? cell.trim() : String(index)));
	const columns: Column[] = [];
	const seen = new Set<string>();
	let rowShop: Table['rowShop'];
	for (const [index, name] of names.entries()) {
		if (name === '') {
			throw new InvalidValue(
				FILE_FIELD,
				`holds a CSV file whose column ${index + 1} has no name in line ${line}`,
				'Give it a name, remove the delimiter, or say in the options where the header is.',
			);
		}
		if (seen.has(name)) {
			throw new InvalidValue(
				FILE_FIELD,
				`holds a CSV file with two columns named "${name.slice(0, 100)}"`,
				'Give each column a name of its own.',
			);
		}
		seen.add(name);
		if (name === shopColumn) rowShop = { name, index };
		else if (!ignored.has(name))
			columns.push({
				name,
				index,
				key: Buffer.from(`${JSON.stringify(name)}:`),
				type: types.get(name),
			});
	}
	if (shopColumn !== '' && !rowShop) throw unknownShopColumn(shopColumn, names);
	const shopColumns = columns.filter(({ name }) => SHOP_COLUMNS.includes(name));
	if (columns.length > 0) return { columns, names, shopColumns, ...(rowShop ? { rowShop } : {}) };
	throw new InvalidValue(
		ignored.size > 0 ? 'Fields to Ignore' : 'Shop Column',
		'names every column of the file, so nothing is left to send',
	);
}

/** Why a record does not fit the columns. Empty cells at its end do no harm. */
export function problemOfWidth(cells: CsvCells, { names }: Table): Problem | undefined {
	const { length } = names;
	if (cells.length === length) return undefined;
	if (cells.length > length && cells.isEmptyFrom(length)) return undefined;
	return {
		text: `has ${cells.length} cells, and the file has ${length} columns`,
		remedy: 'Correct the line; a cell that holds the delimiter stands in quotes.',
		concerns: 'record',
	};
}
