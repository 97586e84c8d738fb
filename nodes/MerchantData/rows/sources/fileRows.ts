import type { InvalidInput } from '../../shared/invalidValue';
import type { Columns, ColumnSettings } from '../columns';
import type { FileFormat } from '../files/format';
import type { Problem } from '../files/parser';
import type { ObjectRows, Place } from '../objectRow';
import type { Row } from '../row';
import type { ShopColumn } from './shopColumn';

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

/** What the rows of one file have in common. */
export interface RowsContext {
	readonly columns: Columns;
	readonly wayToShop: ObjectRows['wayToShop'];
	readonly shopColumn?: ShopColumn;
	/** Whether *Number Format* is that of JSON. */
	readonly isPlain: boolean;
	/** Whether any text but the blank one means that there is no value. */
	readonly hasEmptyValues: boolean;
}

/** What a record becomes: undefined where there is no value to send. */
export type Found = Row | Problem | 'blank' | 'header' | undefined;

/** What the records of a file become, during one reading of it. */
export interface FileRows<Content> {
	/**
	 * @param place the one that the row would have
	 * @param refusal why the file is refused, where that is known
	 */
	row(content: Content, place: Place, refusal?: InvalidInput): Found;
	/** What is wrong with the file as a whole, as far as it has been read. */
	wrong(): InvalidInput | undefined;
}
