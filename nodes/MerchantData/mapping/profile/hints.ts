import type { CellType } from '../cells';
import { capital, counted, quoted } from '../../lib/counted';
import { type ColumnSettings, type DataMode, isTable, type SkipRule } from '../columns';
import type { ColumnDescription } from './columnDescription';
import { DateReader } from '../dateFormat';
import { missingColumns } from '../missingColumns';
import { numberReadings } from '../numberFormat';
import type { Description } from './description';
import { namesTheEnd } from './fieldNames';
import { currencyOf, mayHaveEntry } from './proposal';
import { isProtected } from './textKinds';
import { totalText } from './wrong';

/** Hints about a table, whether it is sent or not. */

const whereIn = (mode: DataMode): string =>
	mode === 'json'
		? 'write them without quotes in "Rows"'
		: `choose "Number" in "${isTable(mode) ? 'Columns' : 'Fields'}"`;

/** What to do with a setting that only tables have, or without it. */
const inTable = (mode: DataMode, setting: string): string =>
	isTable(mode) ? setting : 'correct it before this node';

interface Hint {
	/** Types of the columns that it is about: those that are sent as they are, unless it says more. */
	readonly types?: ReadonlyArray<CellType | undefined>;
	/** Whether *Preview* proposes a setting for it instead. */
	readonly isProposed?: true;
	/** An example, if it is about the column. */
	exampleIn(column: ColumnDescription): string | undefined;
	/** @param columns in quotes. @param mode where the user says what they are sent as */
	say(what: { columns: string; isOne: boolean; example: string; mode: DataMode }): string;
}

/** No type has been chosen: n8n gives a new field the type string. */
const AS_IT_IS: ReadonlyArray<CellType | undefined> = [undefined, 'string'];
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

const firstText = ({ texts }: ColumnDescription, is: (text: string) => boolean) =>
	[...texts.keys()].find(is);

const HINTS: readonly Hint[] = [
	{
		isProposed: true,
		exampleIn: (column) =>
			column.kind === 'number' || column.kind === 'metric' ? column.numberTexts[0] : undefined,
		say: ({ columns, isOne, example, mode }) =>
			`${columns} ${isOne ? 'looks like a number' : 'look like numbers'}, such as ${example}, but ${isOne ? 'is' : 'are'} sent as text. To send numbers, ${whereIn(mode)}.`,
	},
	{
		isProposed: true,
		exampleIn: (column) =>
			column.looksLikeDays ? firstText(column, (text) => !ISO_DAY.test(text)) : undefined,
		say: ({ columns, isOne, example, mode }) =>
			`${columns} ${isOne ? 'looks like a day' : 'look like days'}, such as ${example}, but ${isOne ? 'is' : 'are'} sent unchanged. ${isTable(mode) ? 'To send YYYY-MM-DD, choose "Date" in "Columns", and set "Date Format".' : 'Write days as YYYY-MM-DD.'}`,
	},
	{
		isProposed: true,
		exampleIn: (column) => firstText(column, isProtected),
		say: ({ columns, isOne, example, mode }) =>
			`${columns} contain${isOne ? 's' : ''} ${example}, as spreadsheets protect text. To send the value alone, ${inTable(mode, 'choose "Text" in "Columns"')}.`,
	},
	{
		// NULL of MySQL and PostgreSQL, and their line breaks and tabs; not C:\new.
		exampleIn: (column) =>
			[...column.noValues].find((text) => /^(?:NULL|\\N)$/.test(text)) ??
			firstText(column, (text) => /^[^:\\]*\\[nrt]/.test(text)),
		say: ({ columns, isOne, example, mode }) =>
			`${columns} contain${isOne ? 's' : ''} ${example}, as databases write "no value" or line breaks. ${capital(inTable(mode, 'add NULL or \\N to "Values That Mean Empty", or export quoted CSV'))}.`,
	},
	{
		types: [undefined, 'string', 'number'],
		isProposed: true,
		exampleIn: (column) =>
			column.isMicros ? [...column.numberTexts, ...column.typed.keys()][0] : undefined,
		say: ({ columns, isOne, example, mode }) =>
			`${columns} ${isOne ? 'seems' : 'seem'} to be in millionths. To send ${example} as ${Number([...numberReadings(example).keys()][0]) / 1_000_000}, ${inTable(mode, 'choose "Micros"')}.`,
	},
	{
		exampleIn: ({ hasList }) => (hasList ? '' : undefined),
		say: ({ columns, isOne }) =>
			`${columns} contain${isOne ? 's' : ''} a list of objects, which is sent as one row. If each of them is a row, put a "Split Out" node before this one.`,
	},
];

/** @param isForAgent leaves out what an agent could take for a reason to push the rows again */
export function hintsOf(
	description: Description,
	settings: ColumnSettings,
	{ isForAgent, isPreview }: { isForAgent: boolean; isPreview: boolean },
): string[] {
	const { columns, leftOut, names, notices, placeOf } = description;
	const sentences = [...leftOut].map(
		([rule, { count, quoted: rows }]) =>
			`Left out ${counted(count, 'rows')} ${skipReason(rule)}: ${rows.join(', ')}${count > rows.length ? ', …' : ''}`,
	);
	if (isForAgent) return sentences;
	const missing = missingColumns(settings, names).map(([name]) => name.slice(0, 100));
	if (missing.length > 0)
		sentences.push(`The form names ${quoted(missing, 3)}, which no row has. Check the names.`);
	const unused = settings.skipRules.filter((rule) => !leftOut.has(rule) && rule.text !== undefined);
	for (const { text } of unused) sentences.push(`No row begins with "${text}"`);
	for (const total of description.totals)
		if (!settings.stopsWhatLooksWrong || (total.isDoubtful && isPreview))
			sentences.push(`${capital(placeOf(total.row))} may be a total: ${totalText(total)}`);
	if (notices.length > 0)
		sentences.push(
			`${capital(placeOf(notices[0]))} is a notice of the platform. Leave it out with "Rows to Skip": text "©".`,
		);
	sentences.push(...columnHints(description, settings.dataMode, isPreview));
	sentences.push(...spanHint(columns), ...zoneHint(description, isPreview));
	const sent = columns.filter(({ isSent }) => isSent);
	const { question } = currencyOf(sent, []);
	// Preview asks it.
	if (question !== undefined && !isPreview) sentences.push(question);
	return sentences;
}

/** A midnight that the time zone of the workflow puts into another day. */
function zoneHint({ columns, formats }: Description, isPreview: boolean): string[] {
	const reader = new DateReader('iso', formats.date.zone);
	return columns.flatMap(({ name, type, kind, texts }) => {
		const isDay = type === 'date' || (isPreview && type === undefined && kind === 'day');
		const midnights = isDay ? [...texts.keys()].filter((text) => MIDNIGHT.test(text)) : [];
		const found = midnights.find((text) => !text.startsWith(reader.read(text) ?? ''));
		if (found === undefined) return [];
		return `"${found}" in "${name.slice(0, 100)}" is sent as ${reader.read(found)}: its day in the time zone of the workflow. You can change that in the settings of the workflow.`;
	});
}

const MIDNIGHT = /^\d{4}-\d\d-\d\d[T ]00:00/;

function columnHints(
	{ columns, shops }: Description,
	mode: DataMode,
	isPreview: boolean,
): string[] {
	return HINTS.flatMap(({ types = AS_IT_IS, isProposed, exampleIn, say }) => {
		const mayPropose = isProposed && isPreview && isTable(mode);
		const found = columns
			.filter((column) => column.isSent && types.includes(column.type))
			.filter((column) => !mayPropose || !mayHaveEntry(column, shops))
			.filter((column) => exampleIn(column) !== undefined);
		if (found.length === 0) return [];
		const names = found.map(({ name }) => name.slice(0, 100));
		const example = exampleIn(found[0])!.slice(0, 50);
		return say({ columns: quoted(names, 3), isOne: names.length === 1, example, mode });
	});
}

/** A report whose rows each cover several days is booked on the first of them. */
function spanHint(columns: readonly ColumnDescription[]): string[] {
	const from = columns.find(({ known }) => known?.field === 'event_date');
	const to = columns.find(({ name }) => namesTheEnd(name));
	// A total has only the last day of all.
	if (!from || !to || [...to.texts.keys()].every((text) => from.texts.has(text))) return [];
	const names = `"${from.name}" and "${to.name}"`;
	return [`${names} differ, so a row covers several days. Split the report by day.`];
}

function skipReason(rule: SkipRule | undefined): string {
	if (!rule) return 'without any value';
	const { column, text } = rule;
	return `whose ${column === '' ? 'first column' : `"${column}"`} ${text === undefined ? 'is empty' : `begins with "${text}"`}`;
}
