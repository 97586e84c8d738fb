import { InvalidInput, InvalidValue, LooksWrong } from '../errors/invalidInput';
import { textOf } from '../lib/exactNumbers';
import { isBlank } from '../lib/objects';
import { namesOtherShop, shopDomain } from '../service/shopDomain';
import { writeCell } from './cells';
import {
	type AddedField,
	type Column,
	Columns,
	type ColumnSettings,
	isTable,
	type Layout,
	type NamedValues,
	type SkipRule,
} from './columns';
import { comparable, hasForm } from './names';
import { NestedNames } from './nested';
import {
	jsonOf,
	LARGEST_ROW,
	type Row,
	type RowObserver,
	TOO_LARGE,
	unsendable,
	writeRow,
} from './row';
import { MOST_COMPARED, rowDigest } from './rowDigest';
import { wrongText } from './wrongText';

/** Characters of a row that is certainly not too large: each has at most four bytes. */
const FAR_FROM_TOO_LARGE = LARGEST_ROW / 8;

/** Which reading of the rows it is. In the first of two, good rows get no JSON: it saves a quarter of the time. */
export type Reading = 'first' | 'only' | 'second';

/** Makes rows from what was read of a table, or from fields of the form. */
export class RowMaker {
	readonly columns: Columns;
	private readonly nested: NestedNames;
	/** The number of rows with a digest. */
	private compared = 0;

	/** @param isBlankNone whether a blank means no value, as in tables. In JSON it is sent: it clears a value. */
	constructor(
		private readonly settings: ColumnSettings,
		private readonly isBlankNone: boolean,
		private readonly reading: Reading = 'only',
		private readonly observer?: RowObserver,
	) {
		this.columns = new Columns(settings, isBlankNone);
		this.nested = new NestedNames(settings);
	}

	/**
	 * Makes a row of a table from what was read.
	 * @param problem why it cannot be read. @param refusal why no row can be sent
	 * @returns undefined if it is left out
	 */
	make(
		row: Row,
		given: NamedValues,
		added: readonly AddedField[],
		problem?: InvalidInput,
		refusal?: InvalidInput,
	): Row | undefined {
		const { names, values, paths } = this.nested.open(given);
		const layout = this.columns.layoutOf(names, added, paths);
		return this.makeOf(row, layout, values, problem, refusal);
	}

	/** As {@link make}, of columns that are known. */
	makeOf(
		row: Row,
		layout: Layout,
		values: readonly unknown[],
		problem?: InvalidInput,
		refusal?: InvalidInput,
	): Row | undefined {
		const { observer } = this;
		const rule = this.skippedBy(layout, values);
		// Added fields alone make no row.
		const isEmpty = !problem && !layout.columns.some(({ at }) => !this.isEmpty(values[at]));
		if (rule || isEmpty) {
			observer?.leaveOut(row, layout, values, rule);
			return undefined;
		}
		const made = this.filled(row, layout, values, problem, refusal);
		if (problem) observer?.seeBroken(layout, values);
		else observer?.see(made, layout, values);
		return made;
	}

	/** Gives a row its fields, and its shop if a column names it. */
	private filled(
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
			const isFirst = this.reading === 'first';
			if (!isCompared && isFirst && this.sizeOf(layout.columns, values) < FAR_FROM_TOO_LARGE)
				return row;
			const cells = this.cellsOf(layout, values);
			if (isCompared) {
				this.compared++;
				row.digest = rowDigest(row.shop, layout.byPath, cells);
				const size = cells.reduce((sum, { length }) => sum + length, 0);
				if (isFirst && size < FAR_FROM_TOO_LARGE) return row;
			}
			writeRow(row, jsonOf(layout.fields, cells));
		} catch (error) {
			const given = layout.columns.map(({ name, at }) => [name, values[at]]);
			return unsendable(row, Object.fromEntries(given) as object, error);
		}
		return row.bytes > LARGEST_ROW ? unsendable(row, undefined, TOO_LARGE) : row;
	}

	/** The rule that leaves a row out, if any. A cell that a short line does not have is not empty; a missing field is. */
	private skippedBy({ skipAt }: Layout, values: readonly unknown[]): SkipRule | undefined {
		const { skipRules } = this.settings;
		for (let at = 0; at < skipRules.length; at++) {
			const isThere = skipAt[at] < values.length;
			if (isThere && this.skips(skipRules[at], values[skipAt[at]])) return skipRules[at];
		}
		return undefined;
	}

	private skips({ text }: SkipRule, value: unknown): boolean {
		const found = comparable(textOf(value ?? ''));
		if (text !== undefined) return found.startsWith(comparable(text));
		return found === '' || this.isEmpty(value);
	}

	private isEmpty(value: unknown): boolean {
		if (this.isBlankNone ? isBlank(value) : value === undefined) return true;
		return typeof value === 'string' && hasForm(this.settings.emptyValues, value);
	}

	private cellsOf({ columns }: Layout, values: readonly unknown[]): string[] {
		const cells = new Array<string>(values.length);
		for (const column of columns) cells[column.at] = this.cellOf(column, values[column.at]);
		return cells;
	}

	/** The characters of the values as JSON, nearly. @throws InvalidValue if a value does not fit */
	private sizeOf(columns: readonly Column[], values: readonly unknown[]): number {
		let size = 0;
		for (const column of columns) {
			const value = values[column.at];
			// A text that is sent as it is always fits. JSON adds two quotes.
			const isText = typeof value === 'string' && column.type === undefined;
			if (isText) this.checkText(column.name, value);
			size += isText ? value.length + 2 : this.cellOf(column, value).length;
		}
		return size;
	}

	/** A value as JSON; empty if there is none. @throws InvalidValue if it does not fit */
	private cellOf(column: Column, value: unknown): string {
		if (this.isEmpty(value)) return '';
		const { name, type } = column;
		// An empty text in JSON clears the value.
		const isText = type === undefined || type === 'string' || type === 'text';
		if (!this.isBlankNone && !isText && isBlank(value)) return 'null';
		const json = writeCell(name, value, type, this.settings.formats) ?? '';
		if (isText && typeof value === 'string') this.checkText(name, value);
		else if (json[0] === '[' || json[0] === '{') this.checkText(name, json);
		return json;
	}

	/** @throws LooksWrong if a program has damaged a text */
	private checkText(name: string, text: string): void {
		const wrong = this.settings.stopsWhatLooksWrong && wrongText(text);
		if (!wrong || this.isEmpty(text)) return;
		const message = `"${name}" contains "${text.trim().slice(0, 50)}", ${wrong.why}`;
		throw new LooksWrong(wrong.code, message, wrong.remedy, name);
	}

	/** @throws InvalidValue if a value names another shop than the one that its row would go to */
	private checkShop(name: string, value: unknown, shop: string): void {
		if (this.isEmpty(value) || !namesOtherShop(value, shop)) return;
		const { dataMode } = this.settings;
		const way =
			dataMode === 'binary'
				? `Name "${name}" in "Shop Column".`
				: `Set "Shop" to an expression that gives the shop of the row, such as {{ $json[${JSON.stringify(name)}] }}.`;
		const problem = `is ${value.trim().slice(0, 100)}, but the row would go to ${shop}`;
		const remedy = isTable(dataMode)
			? `${way} To send it to ${shop} anyway, add "${name}" to "Columns" and choose "Leave Out", or remove the field.`
			: `Push the rows of each shop with an input item of their own. To send it to ${shop} anyway, remove the field.`;
		throw new InvalidValue('value.otherShop', name, problem, remedy);
	}
}
