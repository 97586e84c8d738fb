import type { CellType } from '../cells';
import { type Column, type ColumnSettings, isPlainObject } from '../columns';
import { looksLikeDate } from '../dateFormat';
import { looksLikeNumber, looksLikeThousands, NUMBER_FORMATS } from '../numberFormat';

interface Look {
	/** What such columns are sent as, if that is not {@link AS_IT_IS}. */
	readonly types?: ReadonlyArray<CellType | undefined>;
	/** Whether a text looks so; undefined if it says nothing of its column. */
	fits(text: string, settings: ColumnSettings): boolean | undefined;
	/** Whether one text is enough. Otherwise, all texts that say something must look so. */
	readonly isOfOne?: boolean;
	/** What is said of such columns. @param example of the first */
	say(columns: string, example: string, settings: ColumnSettings): string;
}

/** Nobody has chosen what these are sent as: string is the type that n8n gives a new field. */
const AS_IT_IS: ReadonlyArray<CellType | undefined> = [undefined, 'string'];
/** Signs alone, such as --, mean that there is no value. */
const SIGNS = /^[\p{P}\p{S}]*$/u;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

const LOOKS: readonly Look[] = [
	{
		types: ['number'],
		fits: (text, { formats }) => looksLikeThousands(text, formats.number),
		say: (columns, example, { formats }) =>
			`All values of ${columns} with a separator look like thousands, such as ${example}, but in the format "${NUMBER_FORMATS[formats.number].example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
	},
	{
		fits: looksLikeNumber,
		say: (columns) =>
			`Sent as text although they look like numbers: ${columns}. To send numbers, choose "Number" for them in "Columns" or "Fields", or write them without quotes in "Rows".`,
	},
	{
		fits: (text) => !looksLikeNumber(text) && !ISO_DAY.test(text) && looksLikeDate(text),
		say: (columns, example) =>
			`Sent as text although they look like days, such as ${example}: ${columns}. To send them as YYYY-MM-DD, add them to "Columns" and choose "Date", and set "Date Format".`,
	},
	{
		// ="0123" and '0123 keep zeros in a spreadsheet. Sent as text, they lose this.
		fits: (text) => /^=".*"$|^'\d/.test(text),
		isOfOne: true,
		say: (columns, example) =>
			`A spreadsheet has protected values of ${columns}, such as ${example}, and they are sent like this. To send the value alone, add the column to "Columns" and choose "Text".`,
	},
	{
		// NULL of MySQL and PostgreSQL, and their line breaks and tabs; not C:\new.
		fits: (text) => /^(?:NULL|\\N)$|^[^:\\]*\\[nrt]/.test(text),
		isOfOne: true,
		say: (columns, example) =>
			`A database seems to have written ${columns}, with texts such as ${example} for "no value" or for line breaks. Add NULL or \\N to "Values That Mean Empty", or export quoted CSV.`,
	},
	{
		// What an ID of 18 digits becomes in a spreadsheet.
		types: [...AS_IT_IS, 'text'],
		fits: (text) => /^\d(?:[.,]\d+)?E\+\d\d$/.test(text),
		isOfOne: true,
		say: (columns, example) =>
			`A spreadsheet has shortened numbers of ${columns}, such as ${example}: their digits are lost. Export them again, and do not open the file in a spreadsheet.`,
	},
];

/** Rows that are looked at, because this takes longer than all else. */
const MOST_ROWS = 1_000;

/** A date as the text that JSON makes of it, and any other value as it is. */
const writtenDate = (value: unknown): unknown =>
	typeof value === 'object' && typeof (value as Date | null)?.toJSON === 'function'
		? (value as Date).toJSON()
		: value;

/** Sees the values of the first rows, and tells what may be a mistake. */
export class ColumnHints {
	private rows = 0;
	/** Of each look, by name of a column, the first text that has it; false if another text has not. */
	private readonly seen = LOOKS.map((look) => ({
		look,
		columns: new Map<string, string | false>(),
	}));
	/** Columns that hold a list of objects, such as the page of an API. */
	private readonly lists = new Set<string>();

	constructor(private readonly settings: ColumnSettings) {}

	get isOver(): boolean {
		return this.rows >= MOST_ROWS;
	}

	/** Sees a row. @param columns those that have a value to be sent */
	see(columns: readonly Column[], values: readonly unknown[]): void {
		this.rows++;
		for (const column of columns) {
			const value = writtenDate(values[column.at]);
			if (typeof value === 'string') this.seeText(column, value.trim());
			else if (Array.isArray(value) && value.length > 0 && value.every(isPlainObject))
				this.lists.add(column.name);
		}
	}

	private seeText({ name, type }: Column, text: string): void {
		if (SIGNS.test(text)) return;
		for (const { look, columns } of this.seen) {
			const { types = AS_IT_IS, isOfOne = false, fits } = look;
			const example = columns.get(name);
			if (example === false || !types.includes(type)) continue;
			const isSo = fits(text, this.settings);
			if (isSo) columns.set(name, example ?? text.slice(0, 50));
			else if (isSo === false && !isOfOne) columns.set(name, false);
		}
	}

	sentences(): string[] {
		const sentences = this.seen.flatMap(({ look, columns }) => {
			const found = [...columns].filter(([, example]) => example !== false);
			const names = shown(found.map(([name]) => name));
			return found.length > 0 ? look.say(names, found[0][1] as string, this.settings) : [];
		});
		if (this.lists.size > 0)
			sentences.push(
				`An item holds a list of objects in ${shown([...this.lists])}, which is sent as one row. If each of them is a row, put a "Split Out" node before this one.`,
			);
		return sentences;
	}
}

export function shown(names: readonly string[]): string {
	const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
	return names.slice(0, 10).join(', ').slice(0, 300) + more;
}
