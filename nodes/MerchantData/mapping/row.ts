import type { IDataObject } from 'n8n-workflow';
import { readableJson } from '../lib/exactNumbers';
import { InvalidInput, InvalidValue, LooksWrong } from '../errors/invalidInput';
import { namesOtherShop, shopDomain } from '../service/shopDomain';
import { isBlank, jsonForPeople, writeCell } from './cells';
import { type Column, Columns, type ColumnSettings, type Layout, type SkipRule } from './columns';
import { comparable } from './names';
import { MOST_COMPARED, rowDigest } from './rowDigest';
import { wrongText } from './wrongText';

/** A row on its way to the service. A class: V8 may allocate object literals as long-lived. */
export class Row {
	/** JSON of the row as it is sent, or as it came if it cannot be sent. Empty if it could not be read. */
	json = '';
	bytes = 0;
	/** For the comparison with the last run. Empty if there is none. */
	digest = '';
	problem?: InvalidInput;
	/** Whether it stands for rows that were missing at the second reading of a file. */
	isUnread?: true;

	/** @param ordinal among the rows of the item, from 0. @param shop empty if unknown. @param line of its file, from 1 */
	constructor(
		readonly item: number,
		readonly ordinal: number,
		public shop: string,
		readonly line?: number,
	) {}
}

function write(row: Row, json: string): void {
	row.json = json;
	// Counting now makes V8 join the parts of the text, which it otherwise keeps as a tree.
	row.bytes = Buffer.byteLength(json);
}

/** Most bytes of a row, and most characters of a record in a file. */
export const LARGEST_ROW = 8 * 1_024 * 1_024;

/** Characters of a row that is certainly not too large: each has at most four bytes. */
const FAR_FROM_TOO_LARGE = LARGEST_ROW / 8;

/** A row that cannot be sent. @param fields as far as they are known */
export function unsendable(row: Row, fields: object | undefined, error: unknown): Row {
	write(row, fields ? jsonForPeople(fields) : '');
	row.problem = asInvalid(error);
	return row;
}

export const asInvalid = (error: unknown): InvalidInput =>
	error instanceof InvalidInput
		? error
		: new InvalidInput('node.unexpected', (error as Error).message);

/** The fields of a row for outputs and errors, with long numbers as text; null if it could not be read. */
export function fieldsForPeople({ json }: Row): IDataObject | null {
	return json === '' ? null : (JSON.parse(readableJson(json)) as IDataObject);
}

const TOO_LARGE = new InvalidInput(
	'row.tooLarge',
	'The row is larger than 8 MiB',
	'Leave out fields, or shorten their values.',
);

/**
 * Which reading of the rows it is: the only one, the first, in which good rows get no JSON (it saves a quarter of the
 * time), or the second.
 */
export type Reading = 'first' | 'only' | 'second';

export class RowMaker {
	readonly columns: Columns;
	/** The number of rows with a digest. */
	private compared = 0;

	/** @param isBlankNone whether a blank means no value, as in tables. In JSON it is sent: it clears a value. */
	constructor(
		private readonly settings: ColumnSettings,
		private readonly isBlankNone: boolean,
		private readonly reading: Reading = 'only',
	) {
		this.columns = new Columns(settings, isBlankNone);
	}

	/**
	 * Whether a row is left out, and the rule that says so; none if the row has no value to send.
	 * @param problem why it cannot be read
	 */
	leavesOut(
		layout: Layout,
		values: readonly unknown[],
		problem?: InvalidInput,
	): { readonly rule?: SkipRule } | undefined {
		const rule = this.skippedBy(layout, values);
		if (rule) return { rule };
		// Added fields alone make no row.
		const isEmpty = !problem && !layout.columns.some(({ at }) => !this.isEmpty(values[at]));
		return isEmpty ? {} : undefined;
	}

	/**
	 * Gives a row its fields, and its shop if a column names it.
	 * @param problem why it cannot be sent. @param refusal why no row can be
	 */
	make(
		row: Row,
		layout: Layout,
		values: readonly unknown[],
		problem?: InvalidInput,
		refusal?: InvalidInput,
	): Row {
		const { shopColumn } = this.settings;
		try {
			// A line that is wrong may lack its shop for that reason.
			if (problem) throw problem;
			if (shopColumn !== undefined) row.shop = shopDomain(values[layout.shopAt], shopColumn);
			const why = refusal ?? layout.problem;
			if (why) throw why;
			for (const { name, at } of layout.shops) this.checkShop(name, values[at], row.shop);
			const isCompared =
				this.reading !== 'second' && this.settings.isCompared && this.compared <= MOST_COMPARED;
			const isReadAgain = this.reading === 'first';
			if (!isCompared && isReadAgain && this.fit(layout.columns, values)) return row;
			const cells: string[] = [];
			for (const each of layout.columns) cells[each.at] = this.cellOf(each, values[each.at]);
			if (isCompared) {
				this.compared++;
				row.digest = rowDigest(row.shop, layout.byPath, cells);
				const size = cells.reduce((sum, { length }) => sum + length, 0);
				if (isReadAgain && size < FAR_FROM_TOO_LARGE) return row;
			}
			write(row, jsonOf(layout.fields, cells));
		} catch (error) {
			const given = layout.columns.map(({ name, at }) => [name, values[at]]);
			return unsendable(row, Object.fromEntries(given) as object, error);
		}
		return row.bytes > LARGEST_ROW ? unsendable(row, undefined, TOO_LARGE) : row;
	}

	/** The rule that leaves a row out, if any. A missing cell is not empty. */
	private skippedBy({ skipAt }: Layout, values: readonly unknown[]): SkipRule | undefined {
		return this.settings.skipRules.find(({ text }, index) => {
			const value = values[skipAt[index]];
			if (value === undefined) return false;
			const found = comparable(String(value ?? ''));
			return text === undefined ? found === '' : found.startsWith(comparable(text));
		});
	}

	private isEmpty(value: unknown): boolean {
		const { emptyValues } = this.settings;
		if (this.isBlankNone ? isBlank(value) : value === undefined) return true;
		return typeof value === 'string' && emptyValues.size > 0 && emptyValues.has(comparable(value));
	}

	/** Whether the values make a row that is far from too large. @throws InvalidValue if one does not fit */
	private fit(columns: readonly Column[], values: readonly unknown[]): boolean {
		let length = 0;
		for (const column of columns) {
			const value = values[column.at];
			// A text that is sent as it is always fits.
			const isText = typeof value === 'string' && column.type === undefined;
			if (isText) this.checkText(column.name, value);
			length += isText ? value.length : this.cellOf(column, value).length;
		}
		return length < FAR_FROM_TOO_LARGE;
	}

	/** A value as JSON; empty if there is none. @throws InvalidValue if it does not fit */
	private cellOf(column: Column, value: unknown): string {
		if (this.isEmpty(value)) return '';
		const { name, type } = column;
		// An empty text in JSON clears the value.
		const isText = type === undefined || type === 'string' || type === 'text';
		if (!this.isBlankNone && !isText && isBlank(value)) return 'null';
		if (isText && typeof value === 'string') this.checkText(name, value);
		const json = writeCell(name, value, type, this.settings.formats) ?? '';
		if (/^[[{]/.test(json)) this.checkText(name, json);
		return json;
	}

	/** @throws LooksWrong if a program has damaged a text */
	private checkText(name: string, text: string): void {
		const wrong = this.settings.stopsWhatLooksWrong && wrongText(text);
		if (!wrong || this.isEmpty(text)) return;
		throw new LooksWrong(
			wrong.code,
			`"${name}" contains "${text.trim().slice(0, 50)}", ${wrong.why}`,
			wrong.remedy,
			name,
		);
	}

	/** @throws InvalidValue if a value names another shop than the one that its row would go to */
	private checkShop(name: string, value: unknown, shop: string): void {
		if (this.isEmpty(value) || !namesOtherShop(value, shop)) return;
		const way =
			this.settings.dataMode === 'binary'
				? `Name "${name}" in "Shop Column".`
				: `Set "Shop" to an expression that gives the shop of the row, such as {{ $json[${JSON.stringify(name)}] }}.`;
		throw new InvalidValue(
			'value.otherShop',
			name,
			`is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`,
			`${way} To send it to ${shop} anyway, add "${name}" to "Columns" and choose "Leave Out", or remove the field.`,
		);
	}
}

/** JSON of the fields that have a value; empty if none has. @param cells as JSON, by place */
function jsonOf(fields: Layout['fields'], cells: readonly string[]): string {
	let json = '';
	for (const { first, next, leaf, fields: inner } of fields) {
		const own = leaf && ('json' in leaf ? leaf.json : cells[leaf.at]);
		const value = own ?? jsonOf(inner!, cells);
		if (value !== '') json += (json === '' ? first : next) + value;
	}
	return json === '' ? '' : `${json}}`;
}
