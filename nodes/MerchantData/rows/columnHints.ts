import type { Column } from './columns';
import { looksLikeOtherDate } from './dateFormat';
import { looksLikeNumber, type NumberFormat, NUMBER_FORMATS, seenNumber } from './numberFormat';

/** What the values of one column look like. */
interface SeenColumn {
	readonly name: string;
	/** What all texts so far look like that are sent as they are; undefined before the first of them. */
	looks?: 'date' | 'number' | 'text';
	/** The first of these texts. */
	example: string;
	/** The first text that a spreadsheet has protected, and the first number that it has shortened. */
	guarded?: string;
	shortened?: string;
	/** Of numbers with a separator: whether all so far look like thousands. */
	areThousands?: boolean;
	/** Whether a value is a list of objects, such as the page of an API. */
	hasObjects?: boolean;
}

/** `="0123"` and `'0123`, which keep zeros in a spreadsheet. Sent as text, they lose this. */
const PROTECTED = /^=".*"$|^'\d/;
/** What an ID of 18 digits becomes in a spreadsheet. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d\d$/;

/**
 * Sees the values of rows while they are inspected, and tells what may be a mistake: the form may send them as
 * something else than people mean.
 */
export class ColumnHints {
	/** By name of the column. */
	private readonly seen = new Map<string, SeenColumn>();

	constructor(private readonly numberFormat: NumberFormat) {}

	see({ name, type }: Column, value: unknown): void {
		if (typeof value !== 'string') {
			if (isListOfObjects(value)) this.columnOf(name).hasObjects = true;
			return;
		}
		const column = this.columnOf(name);
		if (type === undefined || type === 'string' || type === 'text')
			seeText(column, value.trim(), type === 'text');
		else if (type === 'number' && column.areThousands !== false)
			this.seeNumber(column, value.trim());
	}

	private columnOf(name: string): SeenColumn {
		let column = this.seen.get(name);
		if (!column) this.seen.set(name, (column = { name, example: '' }));
		return column;
	}

	private seeNumber(column: SeenColumn, text: string): void {
		const seen = seenNumber(text, this.numberFormat);
		// A small number has no separator, whatever the format.
		if (seen === 'plain') return;
		column.areThousands = seen === 'thousands';
		column.example ||= text;
	}

	/** The hints as sentences. @param numberRemedy how texts become numbers, to follow "To send numbers, " */
	sentences(numberRemedy: string): string[] {
		const columns = [...this.seen.values()];
		const { example } = NUMBER_FORMATS[this.numberFormat];
		const named = (those: SeenColumn[]) => shown(those.map(({ name }) => name));
		const looking = (looks: SeenColumn['looks']) => columns.filter((each) => each.looks === looks);
		const guarded = columns.filter((each) => each.guarded !== undefined);
		const shortened = columns.filter((each) => each.shortened !== undefined);
		const lists = columns.filter(({ hasObjects }) => hasObjects);
		return [
			...columns
				.filter(({ areThousands }) => areThousands)
				.map(
					(each) =>
						`All values of "${each.name}" with a separator look like thousands, such as ${each.example}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
				),
			...sentence(
				looking('number'),
				(those) =>
					`Sent as text although they look like numbers: ${named(those)}. To send numbers, ${numberRemedy}.`,
			),
			...sentence(
				looking('date'),
				(those) =>
					`Sent as text although they look like days, such as ${those[0].example}: ${named(those)}. To send them as YYYY-MM-DD, add them to "Columns" and choose "Date", and set "Date Format".`,
			),
			...sentence(
				guarded,
				(those) =>
					`A spreadsheet has protected values of ${named(those)}, such as ${those[0].guarded}, and they are sent like this. To send the value alone, add the column to "Columns" and choose "Text".`,
			),
			...sentence(
				shortened,
				(those) =>
					`A spreadsheet has shortened numbers of ${named(those)}, such as ${those[0].shortened}: their digits are lost. Export them again, and do not open the file in a spreadsheet.`,
			),
			...sentence(
				lists,
				(those) =>
					`An item holds a list of objects in ${named(those)}, which is sent as one row. If each of them is a row, put a "Split Out" node before this one.`,
			),
		];
	}
}

const sentence = (columns: SeenColumn[], text: (columns: SeenColumn[]) => string): string[] =>
	columns.length > 0 ? [text(columns)] : [];

/** @param isChosen whether it is sent as text because the form says so */
function seeText(column: SeenColumn, text: string, isChosen: boolean): void {
	// Most texts are neither, and this runs for each.
	if (text.includes('E+') && SHORTENED.test(text)) column.shortened ??= text;
	if (isChosen) return;
	if ((text[0] === '=' || text[0] === "'") && PROTECTED.test(text))
		column.guarded ??= text.slice(0, 50);
	// Signs alone, such as --, mean that there is no value.
	if (column.looks === 'text' || /^[\p{P}\p{S}]*$/u.test(text)) return;
	const looks = looksOf(text);
	if (column.looks === undefined) column.example = text.slice(0, 50);
	column.looks = column.looks === undefined || column.looks === looks ? looks : 'text';
}

function looksOf(text: string): 'date' | 'number' | 'text' {
	if (looksLikeNumber(text)) return 'number';
	return looksLikeOtherDate(text) ? 'date' : 'text';
}

const isListOfObjects = (value: unknown): boolean =>
	Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each));

const isObject = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of the names, for people. */
export function shown(names: readonly string[]): string {
	const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
	return names.slice(0, 10).join(', ').slice(0, 300) + more;
}
