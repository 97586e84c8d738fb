import type { ColumnSettings, SkipRule } from '../columns';
import type { DateFormat } from '../dateFormat';
import { isSame } from '../names';
import type { NumberFormat } from '../numberFormat';
import type { ColumnDescription } from './columnDescription';
import { currencyInName, hasBrackets } from './fieldNames';
import { dayChoice, dayColumns, numberChoice } from './formats';
import { type Description, ruleFor } from './description';
import type { DayFormat } from './textKinds';

/** Settings that fit a table, and questions about what nothing decides. */
export interface Proposal {
	readonly columns: ReadonlyArray<{ name: string; field: string; sendAs: string }>;
	readonly numberFormat?: NumberFormat;
	readonly dateFormat?: DateFormat;
	readonly datePattern?: string;
	readonly emptyValues: readonly string[];
	readonly skipRules: readonly SkipRule[];
	/** Whether lines may have fewer cells than there are columns. */
	readonly shortLines?: true;
	/** Values by the name of the field. */
	readonly fieldsToAdd: Readonly<Record<string, string>>;
	/** Whether it has field names that others use, which the service may not know. */
	readonly hasKnownNames: boolean;
	/** Questions, and remarks on choices. */
	readonly questions: readonly string[];
}

/** @param added the names of *Fields to Add*. @param today as YYYY-MM-DD */
export function proposalFor(
	description: Description,
	settings: ColumnSettings,
	added: readonly string[],
	today: string,
): Proposal {
	const columns = proposedColumns(description);
	const numbers = numberChoice(columns, description.delimiter);
	const hasEuro = columns.some(({ currencies }) => currencies.has('€') || currencies.has('£'));
	const days = dayChoice(columns, hasEuro || hasComma(numbers.format), today);
	const currency = currencyOf(columns, added);
	const fields = fieldsOf(columns);
	const entries = columns.map((column) => ({
		name: column.name,
		field: fields.get(column) ?? '',
		sendAs: sendAs(column, days.format),
	}));
	const stays = dayColumns(columns).filter((column) => sendAs(column, days.format) === 'asIs');
	const [main] = dayColumns(columns);
	const questions = [
		numbers.question,
		days.question,
		...stays.map(
			({ name }) => `"${name}" stays text, because its dates are not written as in "${main.name}".`,
		),
		...columns.map(otherDays),
		currency.question,
		...description.misfits.map(
			({ column, text, row }) =>
				`"${column}" also contains "${text}" (${description.placeOf(row)}). Correct it, or add it to "Values That Mean Empty".`,
		),
		hasChannel(columns, settings, added)
			? undefined
			: 'No column names the channel. If the service needs it, add "channel" under "Fields to Add".',
	];
	return {
		columns: entries,
		numberFormat: numbers.format,
		dateFormat: days.format?.format,
		datePattern: days.format?.pattern || undefined,
		emptyValues: [...new Set(columns.flatMap(({ noValues }) => [...noValues]))].filter(
			(text) => !text.includes(','),
		),
		skipRules: skipRules(description),
		...(lacksLastCells(description) && { shortLines: true }),
		fieldsToAdd: currency.code === undefined ? {} : { currency: currency.code },
		hasKnownNames: fields.size > 0,
		questions: questions.filter((each) => each !== undefined),
	};
}

/** What is said of a column that seems to have days which no format reads. */
function otherDays({ name, kind, known, looksLikeDays, texts }: ColumnDescription) {
	const [first = '', second] = texts.keys();
	const areMeant = known?.field === 'event_date' || (kind === 'text' && looksLikeDays);
	if (kind === 'day' || !areMeant || !/\d/.test(first)) return undefined;
	const examples = second === undefined ? `"${first}"` : `"${first}" and "${second}"`;
	return `No format reads all days of "${name}", such as ${examples}, so it stays text.`;
}

/** Columns that get an entry. The values of an object take its place. */
function proposedColumns({ columns, inner }: Description): ColumnDescription[] {
	const all = [...columns, ...inner];
	const hasInner = ({ name }: ColumnDescription) =>
		inner.some((each) => each.name.startsWith(`${name}.`));
	return all.filter((column) => column.name !== '' && !hasInner(column));
}

const hasComma = (format: NumberFormat | undefined): boolean =>
	format !== undefined && ['decimalComma', 'pointComma', 'spaceComma'].includes(format);

/** If two columns fit one field, the one without brackets gets it, then the one that is listed first. */
function fieldsOf(columns: readonly ColumnDescription[]): Map<ColumnDescription, string> {
	const known = columns
		.filter((column) => column.known && column.kind !== 'empty')
		.toSorted(
			(a, b) =>
				Number(hasBrackets(a.name)) - Number(hasBrackets(b.name)) || a.known!.rank - b.known!.rank,
		);
	const taken = new Set<string>();
	const fields = new Map<ColumnDescription, string>();
	for (const column of known) {
		const { field } = column.known!;
		if (!taken.has(field)) fields.set(column, field);
		taken.add(field);
	}
	return fields;
}

function sendAs(column: ColumnDescription, days: DayFormat | undefined): string {
	switch (column.kind) {
		case 'day': {
			const isRead = column.dayTexts.every((text) => days?.reader.read(text) !== undefined);
			// If nothing decides the format, it is refused as a date until somebody has chosen one.
			return days === undefined || isRead ? 'date' : 'asIs';
		}
		case 'id':
			return 'text';
		case 'metric':
		case 'number':
			if (column.isMicros) return 'micros';
			return column.isPercent ? 'percent' : 'number';
		default:
			return 'asIs';
	}
}

const AMOUNTS = ['metrics.spend', 'metrics.revenue'];

/** The currency of the amounts, if no column has it: from the name of a column, or from an amount. */
function currencyOf(columns: readonly ColumnDescription[], added: readonly string[]) {
	const isThere = columns.some(({ known }) => known?.field === 'currency');
	if (isThere || added.includes('currency')) return {};
	const amounts = columns.filter(({ known }) => AMOUNTS.includes(known?.field ?? ''));
	const named = amounts.flatMap(({ name }) => currencyInName(name) ?? []);
	const written = columns.flatMap(({ currencies }) => [...currencies]);
	const signs = written.map((each) => (each === '€' ? 'EUR' : each));
	const codes = new Set(named.length > 0 ? named : signs);
	if (codes.size > 1) {
		const [first, second] = codes;
		return { question: `The amounts are in ${first} and ${second}. Split the file by currency.` };
	}
	const [code] = codes;
	return code !== undefined && /^[A-Z]{3}$/.test(code) ? { code } : {};
}

/** Whether a column or a field names the channel, which the service may need. */
function hasChannel(
	columns: readonly ColumnDescription[],
	{ entries }: ColumnSettings,
	added: readonly string[],
): boolean {
	const names = [...columns.map(({ name }) => name), ...added];
	const fields = entries.map(({ path = [] }) => path.at(-1) ?? '');
	return [...names, ...fields].some((name) => isSame(name.split('.').at(-1)!, 'channel'));
}

/** Whether the cells that lines lack at their end are empty in most other lines, too. */
function lacksLastCells({ columns, fewestCells, rows }: Description): boolean {
	const lacking = columns.slice(fewestCells);
	return lacking.length > 0 && lacking.every(({ filled }) => filled * 2 < Math.min(rows, 1_000));
}

function skipRules(description: Description): SkipRule[] {
	const { totals, notices, hasNamesAgain, names } = description;
	const rules = totals
		.filter(({ isDoubtful }) => !isDoubtful)
		.map((total) => ruleFor(total, description));
	if (notices.length > 0) rules.push({ column: '', text: '©' });
	if (hasNamesAgain) rules.push({ column: '', text: names[0] });
	const byText = new Map(rules.map((rule) => [JSON.stringify(rule), rule]));
	return [...byText.values()];
}
