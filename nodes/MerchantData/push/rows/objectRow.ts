import type { IDataObject } from 'n8n-workflow';
import { InvalidValue } from '../../shared/invalidValue';
import { type Columns, leaveAsItIs, writeCells } from './cells';
import { faithfulCopy, isContainer, isFaithful } from './faithfulCopy';
import { readable } from './jsonText';
import { otherShop, SHOP_COLUMNS } from './otherShop';
import type { ItemRow } from './row';
import type { Utf8Text } from './utf8Text';

const NONE: ReadonlySet<string> = new Set();

/** A row that is an object: an input item, or what an expression gave. */
export class ObjectRow implements ItemRow {
	readonly item: number;

	readonly ordinal: number;

	readonly shop: string;

	private readonly value: IDataObject;

	/** Label of the field that the row comes from. */
	private readonly label: string;

	/** The names of fields that are not sent. */
	private readonly ignored: ReadonlySet<string>;

	/** Undefined where all values go as they are. */
	private readonly columns: Columns | undefined;

	constructor(
		item: number,
		ordinal: number,
		shop: string,
		value: IDataObject,
		label: string,
		ignored = NONE,
		columns?: Columns,
	) {
		this.item = item;
		this.ordinal = ordinal;
		this.shop = shop;
		this.value = value;
		this.label = label;
		this.ignored = ignored;
		this.columns = columns;
	}

	writeTo(text: Utf8Text): void {
		const { copy, problem } = this.sent();
		const refused = problem ?? this.otherShop();
		if (refused) throw refused;
		const json = written(copy, this.columns);
		if (json instanceof InvalidValue) throw json;
		if (json === undefined)
			throw new InvalidValue(this.label, 'gives a row that cannot be written as JSON');
		if (json === '{}') throw new InvalidValue(this.label, 'gives a row that holds no value');
		text.add(json);
	}

	otherShop(): InvalidValue | undefined {
		const { value, ignored, shop, label } = this;
		for (const column of SHOP_COLUMNS) {
			const problem = ignored.has(column)
				? undefined
				: otherShop(column, readField(value, column), shop, label);
			if (problem) return problem;
		}
		return undefined;
	}

	row(): unknown {
		const { copy, problem } = this.sent();
		if (!this.columns || problem) return copy;
		try {
			return readable(writeCells(copy as object, this.columns));
		} catch {
			return copy;
		}
	}

	private sent(): { copy: unknown; problem?: InvalidValue } {
		const copy = asItIs(this.value, this.ignored);
		return copy ? { copy } : faithfulCopy(this.value, this.ignored, this.label);
	}
}

/** @returns why it cannot be written, or undefined where it would be longer than the longest string */
function written(row: unknown, columns: Columns | undefined): string | InvalidValue | undefined {
	try {
		const json = columns && columns.types.size > 0 ? undefined : JSON.stringify(row);
		if (!columns || (json !== undefined && leaveAsItIs(columns, json))) return json;
		return writeCells(row as object, columns);
	} catch (error) {
		return error instanceof InvalidValue ? error : undefined;
	}
}

/**
 * Whether a value is an object of named fields. A date, a map, a buffer or another object with a JSON
 * form of its own would not arrive as a row.
 */
export function isRow(value: unknown): value is IDataObject {
	return !Array.isArray(value) && isContainer(value);
}

/**
 * The row without ignored fields, if JSON writes it without a change. That is nearly always so, and
 * then no copy is needed.
 */
function asItIs(row: IDataObject, ignored: ReadonlySet<string>): IDataObject | undefined {
	try {
		const sent = ignored.size > 0 ? without(row, ignored) : row;
		return isFaithful(sent) ? sent : undefined;
	} catch {
		// The copy tells which field cannot be read.
		return undefined;
	}
}

function without(row: IDataObject, ignored: ReadonlySet<string>): IDataObject {
	const rest: IDataObject = {};
	for (const name of Object.keys(row)) {
		if (ignored.has(name)) continue;
		// A plain assignment to this name would set the object's prototype.
		if (name === '__proto__') Object.defineProperty(rest, name, { ...OWN, value: row[name] });
		else rest[name] = row[name];
	}
	return rest;
}

/** @returns undefined where a field cannot be read: why the row is not sent stands in its copy */
function readField(row: IDataObject, name: string): unknown {
	try {
		return row[name];
	} catch {
		return undefined;
	}
}

const OWN = { configurable: true, enumerable: true, writable: true };
