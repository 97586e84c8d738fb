import { InvalidInput } from '../../shared/invalidValue';
import type { ColumnSettings } from '../columns';
import type { FileFormat } from '../files/format';
import type { Problem } from '../files/parser';
import { type ObjectRows, type Place, rowOf, unsendable } from '../objectRow';
import type { Row } from '../row';
import { type ShopColumn, wrongColumns } from './shopColumn';

/** How files are read. */
export interface FileSettings {
	columns: ColumnSettings;
	/** Undefined if it is to be detected. */
	format: FileFormat | undefined;
	/** Empty if it is to be detected. */
	delimiter: string;
	/** Empty if it is to be detected. */
	encoding: string;
	/** From 1. */
	fromLine: number;
	/** The column that names the shop of each row; empty if all rows go to the chosen one. */
	shopColumn: string;
}

/** The named fields of a record of a file, as far as they could be read. */
export interface Recorded {
	fields?: object;
	/** Its text, where it has one. */
	json?: string;
	/** Why it cannot be sent. */
	problem?: InvalidInput;
}

/** What a record is found to be. */
export type Found = Recorded | Problem | { header: readonly string[] } | 'blank';

/** What the records of a file become, during one reading of it. */
export class FileRows {
	private readonly rows: ObjectRows;

	private readonly shopColumn: ShopColumn | undefined;

	/** The column that names the shop, as the file writes it. */
	private shopName: string | undefined;

	/** Whether there was a header, or a row. */
	hasColumns = false;

	constructor(rows: ObjectRows, shopColumn: ShopColumn | undefined) {
		this.rows = rows;
		this.shopColumn = shopColumn;
	}

	/** Makes columns known: those of a header, before the first row. */
	know(names: readonly string[]): void {
		this.rows.columns.know(names);
		this.shopName = this.shopColumn?.in(names) ?? this.shopName;
		this.hasColumns = true;
	}

	/** Why the file is refused, as far as its columns are known: of JSON, only the last row tells. */
	wrong(): InvalidInput | undefined {
		const { columns } = this.rows;
		if (!this.hasColumns) return undefined;
		if (this.shopColumn && this.shopName === undefined)
			return this.shopColumn.unknown(columns.names());
		return wrongColumns(columns, columns.names(), this.shopName);
	}

	/**
	 * @param place the one that the row would have
	 * @param refusal why the file is refused, where that is known
	 * @returns undefined where there is no value to send
	 */
	row(
		{ fields, json = '', problem }: Recorded,
		place: Place,
		refusal?: InvalidInput,
	): Row | undefined {
		if (!fields) return { ...place, json, problem: refusal ?? problem };
		this.hasColumns = true;
		const { others, shop, noShop } = this.shopOf(fields, place);
		const row = rowOf({ ...place, shop }, others, this.rows);
		const why = refusal ?? noShop ?? problem ?? row?.problem;
		const isRow = row !== undefined || problem !== undefined;
		return isRow && why ? unsendable({ ...place, shop }, fields, why) : row;
	}

	/** The shop of a row, and its fields without the one that names it. */
	private shopOf(
		fields: object,
		{ shop }: Place,
	): { others: object; shop: string; noShop?: InvalidInput } {
		const { shopColumn } = this;
		if (!shopColumn) return { others: fields, shop };
		const name = shopColumn.in(Object.keys(fields));
		if (name !== undefined) this.rows.columns.of((this.shopName = name));
		const { [name ?? '']: cell, ...others } = fields as Record<string, unknown>;
		const named = shopColumn.shopIn(cell, this.shopName);
		return named instanceof InvalidInput
			? { others, shop: '', noShop: named }
			: { others, shop: named };
	}
}
