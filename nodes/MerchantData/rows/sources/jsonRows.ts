import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { parseJsonExactly } from '../digits';
import { FILE_FIELD } from '../files/bytes';
import type { Problem } from '../files/parser';
import { type Place, rowOf, unsendable } from '../objectRow';
import type { Row } from '../row';
import type { FileRows, Found, RowsContext } from './fileRows';
import { wrongColumns } from './shopColumn';

/** The rows of a JSON or NDJSON file. */
export class JsonRows implements FileRows<string> {
	private readonly context: RowsContext;

	/** What a text that is no JSON spoils: of a JSON file, nobody can say where the next row begins. */
	private readonly concerns: Problem['concerns'];

	/** The column that names the shop, as the last row wrote it. */
	private shopName: string | undefined;

	private hasRows = false;

	constructor(context: RowsContext, concerns: Problem['concerns']) {
		this.context = context;
		this.concerns = concerns;
	}

	/** Only the last row tells that a column is in none. */
	wrong(): InvalidValue | undefined {
		const { columns, shopColumn } = this.context;
		if (!this.hasRows) return undefined;
		if (shopColumn && !shopColumn.isThere) return shopColumn.unknown(columns.names());
		return wrongColumns(columns, columns.names(), this.shopName);
	}

	row(text: string, place: Place, refusal?: InvalidInput): Found {
		if (text === '') return 'blank';
		let fields: object;
		try {
			const value = parseJsonExactly(text);
			if (!text.startsWith('{')) return NO_OBJECT;
			fields = value as object;
		} catch (error) {
			if (error instanceof SyntaxError) return this.broken(error);
			// A number that would be another one. The text is JSON.
			return { ...unsendable(place, undefined, refusal ?? error), json: text };
		}
		this.hasRows = true;
		return this.rowOf(fields, place, refusal);
	}

	private rowOf(fields: object, place: Place, refusal?: InvalidInput): Row | undefined {
		const { columns, shopColumn, wayToShop } = this.context;
		const rows = { columns, isTable: false, wayToShop };
		if (!shopColumn) return refused(rowOf(place, fields, rows), fields, refusal);
		const name = shopColumn.in(Object.keys(fields));
		if (name !== undefined) columns.useOf((this.shopName = name));
		const cell = Object.entries(fields).find(([key]) => key === name)?.[1] as unknown;
		const others = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
		const to = shopColumn.shopIn(cell, name);
		const problem = typeof to === 'object' ? to : undefined;
		const row = rowOf({ ...place, shop: typeof to === 'object' ? '' : to }, others, rows);
		return refused(row, fields, refusal ?? problem ?? row?.problem);
	}

	private broken({ message }: SyntaxError): Problem {
		const isRest = this.concerns === 'rest';
		return {
			text: `holds a row that is not valid JSON: ${message}`,
			remedy: `Correct the row.${isRest ? ' Nothing behind it could be read.' : ''}`,
			concerns: this.concerns,
		};
	}
}

/** The row with all that it was given with, where it must not be sent. */
function refused(row: Row | undefined, fields: object, problem: InvalidInput | undefined) {
	return row && problem ? unsendable(row, fields, problem) : row;
}

const NO_OBJECT: Problem = {
	text: 'holds something other than an object',
	remedy: 'A row is an object of named fields.',
	concerns: 'record',
};

/** The error for what cannot be read in a file. */
export const unreadable = (
	line: number,
	{ text, remedy }: Omit<Problem, 'concerns'>,
): InvalidValue => new InvalidValue(FILE_FIELD, `cannot be read: line ${line} ${text}`, remedy);
