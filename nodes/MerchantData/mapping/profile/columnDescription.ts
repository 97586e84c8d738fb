import { isLongNumber, textOf } from '../../lib/exactNumbers';
import { isPlainObject } from '../../lib/objects';
import type { CellType } from '../cells';
import type { Column } from '../columns';
import { comparable } from '../names';
import { isFailedFormula, isShortened } from '../wrongText';
import { currencyIn, withoutPercent } from '../numberFormat';
import {
	type DayFormat,
	DAYS,
	isIdLike,
	isProtected,
	kindsOf,
	saysNoValue,
	type TextKinds,
} from './textKinds';
import { fieldFor, type KnownField, namesADay, namesAnId, namesMicros } from './fieldNames';

/** The kind of a column by its values. A `metric` has numbers, except in some cells. */
export type ColumnKind = 'day' | 'empty' | 'id' | 'metric' | 'number' | 'object' | 'text';

/** Digits that may be an ID: 1E10 is a code as well as a number. */
const CODE = /^\d+(?:[eE]\d+|[.,]0)?$/;
/** Most different values that a column keeps. */
const MOST_DIFFERENT = 1_000;

/** A column of a table, as its first 1,000 rows describe it. */
export class ColumnDescription {
	/** Cells with a value: texts that mean "no value" are not counted. */
	filled = 0;
	/** Texts that mean "no value", as they are written. */
	readonly noValues = new Set<string>();
	/** The first different texts, without blanks around them. */
	readonly texts = new Map<string, TextKinds>();
	/** Values of the type number. */
	typed = 0;
	/** Objects, lists of objects and dates, which have no text. */
	objects = 0;
	/** Whether a value is a list of objects, such as a page of an API's answer. */
	hasList = false;
	readonly currencies = new Set<string>();
	/** The field that others send such a column as. */
	readonly known: KnownField | undefined;
	/** Whether all typed values are whole, and the longest of them. */
	private isTypedWhole = true;
	private longest = 0;
	private seeksDays = true;

	constructor(
		readonly name: string,
		/** Its place among all columns. */
		readonly at: number,
		/** Undefined if it is not sent, or within an object. */
		private readonly column: Column | undefined,
		private readonly emptyValues: ReadonlySet<string>,
	) {
		this.known = fieldFor(name);
	}

	get isSent(): boolean {
		return this.column !== undefined;
	}

	/** Its type in the form; undefined if it is sent as it is. */
	get type(): CellType | undefined {
		return this.column?.type;
	}

	/** The name that it is sent under, with dots. */
	get field(): string {
		return this.column?.path.join('.') ?? this.name;
	}

	/** A value that the row has: neither blank nor one of *Values That Mean Empty*. */
	see(given: unknown): void {
		const value = writtenDate(given);
		if (typeof value === 'string') this.seeText(value.trim());
		else if (typeof value === 'number' || isLongNumber(value)) this.seeNumber(value);
		else if (typeof value === 'object' && value !== null) {
			this.filled++;
			this.objects++;
			this.hasList ||= Array.isArray(value) && value.length > 0 && value.every(isPlainObject);
		} else if (typeof value === 'boolean') this.filled++;
	}

	private seeText(text: string): void {
		if (text === '' || this.emptyValues.has(comparable(text))) return;
		// It says nothing about the other values.
		if (isFailedFormula(text)) return;
		const known = this.texts.get(text);
		if (!known && saysNoValue(text)) {
			this.noValues.add(text);
			return;
		}
		this.filled++;
		if (known) return;
		const kinds = kindsOf(text, this.seeksDays);
		// One value that is not a day rules them out, except in the column of the row's day.
		this.seeksDays &&= kinds.looksLikeDay || this.known?.field === 'event_date';
		const currency = kinds.numbers.length > 0 ? currencyIn(text) : undefined;
		if (currency !== undefined) this.currencies.add(currency);
		// A copy, because a slice keeps the whole text in memory that it was cut from.
		if (this.texts.size < MOST_DIFFERENT) this.texts.set(Buffer.from(text).toString(), kinds);
	}

	private seeNumber(value: unknown): void {
		this.filled++;
		this.typed++;
		const text = textOf(value);
		this.isTypedWhole &&= /^-?\d+$/.test(text);
		this.longest = Math.max(this.longest, text.length);
	}

	/** Whether there are texts, and all of a kind. */
	private areAll(is: (kinds: TextKinds, text: string) => boolean): boolean {
		return this.texts.size > 0 && [...this.texts].every(([text, kinds]) => is(kinds, text));
	}

	/** The texts that are numbers. */
	get numberTexts(): string[] {
		return [...this.texts.keys()].filter((text) => this.texts.get(text)!.numbers.length > 0);
	}

	/** The texts that are days. */
	get dayTexts(): string[] {
		return [...this.texts.keys()].filter((text) => this.texts.get(text)!.days.length > 0);
	}

	/** The formats that read all texts that are days. Digits alone are days only if the name says so. */
	get days(): DayFormat[] {
		if (this.isSpreadsheetDay) return DAYS.filter(({ format }) => format === 'spreadsheet');
		const read = this.dayTexts.map((text) => this.texts.get(text)!.days);
		return DAYS.filter((format) => read.every((days) => days.includes(format)));
	}

	/** Whether its texts may be meant as days, also if no format reads them all. */
	get looksLikeDays(): boolean {
		return this.areAll(({ looksLikeDay }) => looksLikeDay) && this.kind !== 'number';
	}

	/** Whether most of its numbers are written with a percent sign. */
	get isPercent(): boolean {
		const numbers = this.numberTexts;
		const percents = numbers.filter((text) => withoutPercent(text) !== text).length;
		return percents > 0 && percents * 2 >= numbers.length;
	}

	get isMicros(): boolean {
		return namesMicros(this.name) && this.isWhole;
	}

	/** Whether its IDs have become decimals: they all end in `.0`. */
	get hasDecimalIds(): boolean {
		return this.areAll((_, text) => /^\d+[.,]0$/.test(text)) && this.isId;
	}

	private get isWhole(): boolean {
		if (this.typed > 0) return this.isTypedWhole;
		return this.areAll((_, text) => /^\d+(?:[.,]0)?$/.test(text));
	}

	private get isId(): boolean {
		if (this.known?.isMetric) return false;
		if ([...this.texts.keys()].some((text) => isIdLike(text) || isProtected(text))) return true;
		const isCode = (text: string) => CODE.test(text) || isShortened(text);
		if (!this.isWhole) return namesAnId(this.name) && this.areAll((_, text) => isCode(text));
		const isLong =
			this.typed > 0 ? this.longest >= 10 : this.areAll((_, { length }) => length >= 10);
		return isLong || namesAnId(this.name);
	}

	/** Whether it has the days of a spreadsheet that n8n has read. */
	private get isSpreadsheetDay(): boolean {
		const isWhole = this.typed > 0 && this.typed === this.filled && this.isTypedWhole;
		return isWhole && this.longest === 5 && namesADay(this.name);
	}

	get kind(): ColumnKind {
		if (this.filled === 0) return 'empty';
		if (this.objects > 0) return 'object';
		const { size } = this.texts;
		const days = this.dayTexts.length;
		const numbers = this.numberTexts.length;
		const isOfDigits = size > 0 && numbers === size;
		// As with metrics, a few other cells are told.
		const least = this.known?.field === 'event_date' ? size / 2 : size;
		const isDay = days > 0 && days >= least && this.typed === 0 && this.days.length > 0;
		if ((isDay && (!isOfDigits || namesADay(this.name))) || this.isSpreadsheetDay) return 'day';
		if (this.isId) return 'id';
		if (this.typed === this.filled || isOfDigits) return 'number';
		return this.known?.isMetric && numbers * 2 >= size ? 'metric' : 'text';
	}

	/** What it means for totals: a key is a name, an ID or a day, and numbers add up, except percentages. */
	get role(): 'key' | 'other' | 'sum' {
		const { kind, isPercent } = this;
		if (kind === 'empty' || kind === 'object') return 'other';
		if (kind !== 'number' && kind !== 'metric') return 'key';
		return isPercent ? 'other' : 'sum';
	}
}

/** A date as the text that JSON makes of it, and any other value as it is. */
const writtenDate = (value: unknown): unknown =>
	typeof (value as Date | null)?.toJSON === 'function' ? (value as Date).toJSON() : value;
