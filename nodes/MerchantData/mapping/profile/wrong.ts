import { LooksWrong } from '../../errors/invalidInput';
import type { ColumnSettings, SkipRule } from '../columns';
import { NUMBER_FORMATS, type NumberFormat, numberIn, numberReadings } from '../numberFormat';
import type { Row } from '../row';
import type { ColumnDescription } from './columnDescription';
import { type Description, ruleFor } from './description';
import type { Total } from './totals';

/**
 * Rows that look wrong, which are sent only if *If Rows Look Wrong* says so, and why none of the rows is sent: it concerns
 * a column or the whole file.
 */
export function whatLooksWrong(description: Description, settings: ColumnSettings) {
	const rows = new Map<Row, LooksWrong>();
	if (!settings.stopsWhatLooksWrong) return { rows };
	for (const total of description.totals)
		if (!total.isDoubtful) rows.set(total.row, wrongTotal(total, description));
	const refusal =
		sentences(description, settings) ??
		(description.thousands && thousands(description.thousands, settings.formats.number)) ??
		decimalIds(description.columns);
	return { rows, refusal };
}

/** Why a row looks like a total: its label, or what it lacks and sums up. */
export function totalText({ label, lacks, sum }: Total): string {
	if (label !== undefined) return `("${label.trim().slice(0, 50)}")`;
	const empty = `"${lacks[0]}" is empty`;
	return sum
		? `${empty}, and "${sum.column}" (${sum.value.toLocaleString('en')}) is the sum of the other rows`
		: `${empty}, and its numbers are those of the other row`;
}

function wrongTotal(total: Total, description: Description): LooksWrong {
	const rule = ruleFor(total, description);
	const message = `The row looks like a total${total.label === undefined ? ':' : ''} ${totalText(total)}`;
	const leaveOut = rule && `Leave it out with "Rows to Skip": ${ruleText(rule)}.`;
	const remedy = leaveOut ?? 'Remove it before this node.';
	return new LooksWrong('looksWrong.total', message, remedy, rule?.column);
}

function ruleText({ column, text }: SkipRule): string {
	if (text === undefined) return `"${column}" "Is Empty"`;
	return `${column && `"${column}" begins with, `}text "${text}"`;
}

/** Numbers with a separator that all look like thousands, and that the format reads as decimals. */
function thousands(
	{ column: { name, type }, text }: NonNullable<Description['thousands']>,
	format: NumberFormat,
): LooksWrong | undefined {
	if (type !== 'number') return undefined;
	const small = numberIn(text, format)!;
	const [[number, [example]]] = numberReadings(text);
	const message = `"${name}" contains "${text}", which is ${Number(small)} in the format "${NUMBER_FORMATS[format].example}" but may mean ${number}`;
	const remedy = `If it means ${number}, set "Number Format" to ${example}.`;
	return new LooksWrong('looksWrong.thousands', message, remedy);
}

function decimalIds(columns: readonly ColumnDescription[]): LooksWrong | undefined {
	const isText = ({ type }: ColumnDescription) => type === undefined || type === 'text';
	const column = columns.find((each) => each.isSent && isText(each) && each.hasDecimalIds);
	if (!column) return undefined;
	const [text] = column.texts.keys();
	const what = `"${column.name}" contains "${text}", so a program made it a decimal`;
	return new LooksWrong('looksWrong.damagedIds', what, 'Export the column as text.');
}

/** Not the name of a column: it ends a sentence, has an address, or has five words. */
const NO_NAME = /[.,:;!?]\s*$|:\/\/|(\S+\s+){4}\S/;

/** A CSV file of one column whose name and cells are sentences: a mail, a log, a file of another kind. */
function sentences(
	{ columns: [column, ...others], delimiter }: Description,
	{ entries }: ColumnSettings,
): LooksWrong | undefined {
	if (delimiter === undefined || !column || others.length > 0 || entries.length > 0)
		return undefined;
	const texts = [...column.texts.keys()];
	const ofWords = texts.filter((text) => /\S\s+\S/.test(text)).length;
	if (!NO_NAME.test(column.name) || ofWords * 2 <= texts.length) return undefined;
	const what = 'The file has one column, which contains sentences';
	return new LooksWrong('looksWrong.sentences', what, 'Check the file and "Delimiter".');
}
