import { isLongNumber, textOf } from '../../lib/exactNumbers';
import { copied, isPlainObject, writtenDate } from '../../lib/objects';
import type { CellType } from '../cells';
import type { Column } from '../columns';
import type { DateReader } from '../dateFormat';
import { comparable, hasForm } from '../names';
import { isFailedFormula, isShortened } from '../wrongText';
import { isOnlyCurrency } from '../currencies';
import { currencyIn, fromMicros, withoutPercent } from '../numberFormat';
import { beginsWithDigit, DAYS, isIdLike, kindsOf, saysNoValue, type TextKinds } from './textKinds';
import { fieldFor, hasNames, namesADay, namesAnId, namesMicros } from './fieldNames';

/** The kind of a column by its values. A `metric` has numbers, except in some cells. */
export type ColumnKind = 'day' | 'empty' | 'id' | 'metric' | 'number' | 'object' | 'text';

/** Digits that may be an ID, without blanks and a plus: 1E10 is a code as well as a number. */
const CODE = /^-?\d+(?:[eE]\d+|[.,]0)?$/;
/** An ID if all values of a column have ten characters. */
const LONG_DIGITS = /^-?\d+(?:[.,]0)?$/;
/** Most different texts that are counted. */
const MOST_COUNTED = 10_000;

/** A text or a number as text, and what it may mean. */
type Value = TextKinds & { readonly text: string };

/** A column of a table, or a value within an object, as the first 1,000 rows describe it. */
export class ColumnDescription {
	/** Cells with a value: texts that mean "no value" are not counted. */
	filled = 0;
	/** Texts that may mean "no value", as they are written. */
	readonly noValues = new Set<string>();
	/** The first different texts, without blanks around them. */
	readonly texts = new Map<string, Value>();
	/** The first different values of the type number, as texts. */
	readonly typed = new Map<string, Value>();
	/** All different values. */
	private readonly values: Value[] = [];
	/** The values within its objects, by their names. */
	readonly inner = new Map<string, ColumnDescription>();
	/** Objects and lists, which have no text. */
	objects = 0;
	/** Whether a value is a list of objects, such as a page of an API's answer. */
	hasList = false;
	/** Beside its numbers; empty if there is none. */
	readonly currencies = new Set<string>();
	/** Its cells in all rows. */
	readonly cells = new CellCounts();
	/** The field that others send such a column as. */
	readonly known: ReturnType<typeof fieldFor>;
	private seeksDays = true;

	constructor(
		readonly name: string,
		/** Its place among all columns. */
		readonly at: number,
		/** Undefined if it is not sent. */
		readonly column: Column | undefined,
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
		if (typeof value === 'number' || isLongNumber(value)) this.note(textOf(value), this.typed);
		else if (typeof value === 'object' && value !== null) {
			this.filled++;
			this.objects++;
			this.hasList ||= Array.isArray(value) && value.length > 0 && value.every(isPlainObject);
		} else if (value !== null) this.seeText(String(value).trim());
	}

	private seeText(text: string): void {
		// A failed formula says nothing about the other values.
		if (text === '' || hasForm(this.emptyValues, text) || isFailedFormula(text)) return;
		if (saysNoValue(text)) this.noValues.add(text);
		else this.note(text, this.texts);
	}

	private note(text: string, all: Map<string, Value>): void {
		this.filled++;
		if (all.has(text)) return;
		const kinds = kindsOf(text, this.seeksDays);
		// One value that is not a day rules them out, except in the column of the row's day.
		this.seeksDays &&= kinds.looksLikeDay || this.known?.field === 'event_date';
		if (kinds.numbers.length > 0) this.currencies.add(currencyIn(text) ?? '');
		const value = { ...kinds, text: copied(text) };
		all.set(value.text, value);
		this.values.push(value);
	}

	/** Whether there are values, and all of a kind. */
	private areAll(is: (value: Value) => boolean, values = this.values): boolean {
		return values.length > 0 && values.every(is);
	}

	get numberTexts(): string[] {
		return [...this.texts.values()].flatMap(({ text, numbers }) =>
			numbers.length > 0 ? text : [],
		);
	}

	private get dayValues(): Value[] {
		return this.values.filter(({ days }) => days.length > 0);
	}

	get dayTexts(): string[] {
		return this.dayValues.map(({ text }) => text);
	}

	/** The formats that read all values that are days. */
	get days(): DateReader[] {
		const read = this.dayValues;
		return DAYS.filter((format) => read.every(({ days }) => days.includes(format)));
	}

	/** Whether its texts may be meant as days, also if no format reads them all. */
	get looksLikeDays(): boolean {
		const looks = this.areAll(({ looksLikeDay }) => looksLikeDay, [...this.texts.values()]);
		return looks && this.kind !== 'number' && !hasNames(this.name);
	}

	/** Whether most of its numbers are written with a percent sign. */
	get isPercent(): boolean {
		const numbers = this.numberTexts;
		const percents = numbers.filter((text) => withoutPercent(text) !== text).length;
		return percents > 0 && percents * 2 >= numbers.length;
	}

	/** Whether its name says so, and no number of it can only be an amount. */
	get isMicros(): boolean {
		const mayBe = ({ text, numbers }: Value) =>
			numbers.length === 0 || numbers.some((format) => fromMicros(text, format));
		return namesMicros(this.name) && this.areAll(mayBe);
	}

	/** Whether its IDs have become decimals: they all end in `.0`. */
	get hasDecimalIds(): boolean {
		return this.areAll(({ text }) => /^\d+[.,]0$/.test(text)) && this.isId;
	}

	private get isId(): boolean {
		if (this.known?.isMetric) return false;
		if (this.values.some(({ text }) => isIdLike(text))) return true;
		if (this.areAll(({ text }) => text.length >= 10 && LONG_DIGITS.test(text))) return true;
		const isCode = ({ text }: Value) => CODE.test(text.replace(/^\+|\s/g, '')) || isShortened(text);
		return namesAnId(this.name) && this.areAll(isCode);
	}

	get kind(): ColumnKind {
		if (this.filled === 0) return 'empty';
		if (this.objects > 0) return 'object';
		if (hasNames(this.name)) return this.isId ? 'id' : 'text';
		const size = this.values.length;
		const days = this.dayValues.length;
		const isOfDigits = this.areAll(({ numbers }) => numbers.length > 0);
		// Digits alone are days only if all are, and the name says so. Elsewhere, a few other cells are told.
		const isEventDate = this.known?.field === 'event_date';
		const least = !isOfDigits && isEventDate ? size / 2 : size;
		const isDay = days > 0 && days >= least && this.days.length > 0;
		if (isDay && (!isOfDigits || isEventDate || namesADay(this.name))) return 'day';
		if (this.isId) return 'id';
		const words = [...this.currencies].filter((each) => /^\p{L}+$/u.test(each));
		const areAmounts = words.length <= 1 && words.every(isOnlyCurrency);
		if (isOfDigits && (areAmounts || this.known?.isMetric)) return 'number';
		const numbers = this.numberTexts.length + this.typed.size;
		return this.known?.isMetric && numbers * 2 >= size ? 'metric' : 'text';
	}

	/** What it means for totals: a key is a name, an ID or a day, and numbers add up, except percentages. */
	get role(): 'key' | 'other' | 'sum' {
		const { kind } = this;
		if (kind === 'empty' || kind === 'object') return 'other';
		if (kind !== 'number' && kind !== 'metric') return 'key';
		return this.isPercent ? 'other' : 'sum';
	}
}

/** Counts the cells of a column, so that no rule is proposed that leaves out rows of data. */
class CellCounts {
	/** How many rows have no text. */
	missing = 0;
	/** Only in *Preview* of all rows. */
	private readonly texts = new Map<string, { count: number }>();

	add(text: string): void {
		// No rule has a text that begins with a digit.
		if (this.texts.size > MOST_COUNTED || beginsWithDigit(text)) return;
		const known = this.texts.get(text);
		if (known) known.count++;
		else this.texts.set(copied(text), { count: 1 });
	}

	/** How many rows begin with a text, as `comparable` returns it; infinite if there are too many to know. */
	beginning(begin: string): number {
		if (this.texts.size > MOST_COUNTED) return Infinity;
		const found = [...this.texts].filter(([text]) => comparable(text).startsWith(begin));
		return found.reduce((sum, [, { count }]) => sum + count, 0);
	}
}
