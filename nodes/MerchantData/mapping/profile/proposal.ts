import type { DateReader } from '../dateFormat';
import type { SkipRule } from '../columns';
import { isSame } from '../names';
import { numberRemedy, percentRemedy } from '../remedies';
import type { ColumnDescription, ColumnKind } from './columnDescription';
import { currencyInName, hasBrackets, namesMicros, pathIn } from './fieldNames';
import { dayChoice, dayColumns, numberChoice } from './formats';
import { beginRule, type Description, isNotice, ruleFor } from './description';
import { isDash } from './textKinds';

export type Proposal = ReturnType<typeof proposalFor>;

/**
 * Settings that fit a table, and questions about what nothing decides.
 * @param added the names of *Fields to Add*. @param today as YYYY-MM-DD
 */
export function proposalFor(description: Description, added: readonly string[], today?: string) {
	const columns = description.columns.filter(({ isSent, inner }) => isSent && inner.size === 0);
	const numbers = numberChoice(columns, description.formats.number, description.delimiter);
	const days = dayChoice(columns, numbers.format, description.formats.date, today);
	const { fields, taken, clashes } = fieldsOf(columns, description.shops, added);
	const currency = currencyOf(columns, taken);
	const entries = [...fields].map(([column, field]) => ({
		name: column.name,
		field,
		sendAs: clashes.has(column) ? 'leaveOut' : sendAs(column, days.format),
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
		...[...clashes].map(
			([{ name }, field]) =>
				`"${name}" is left out, because another column or field is sent as "${field}".`,
		),
		currency.question,
		...description.misfits.map(
			({ column: { name, kind }, text, row }) =>
				`"${name}" also contains "${text}" (${description.placeOf(row)}). ${misfitRemedy(text, kind)}`,
		),
		taken.some((field) => isSame(pathIn(field).at(-1)!, 'channel'))
			? undefined
			: 'No column names the channel. If the service needs it, add "channel" under "Fields to Add".',
	];
	return {
		columns: entries,
		numberFormat: numbers.format,
		dateFormat: days.format?.format,
		datePattern: days.format?.pattern || undefined,
		emptyValues: emptyValues(description),
		skipRules: skipRules(description),
		fieldsToAdd: currency.code === undefined ? {} : { currency: currency.code },
		// Others use them, and the service may not know them.
		hasKnownNames: entries.some(({ field }) => field !== ''),
		questions: questions.filter((each) => each !== undefined),
	};
}

/** Whether the same settings are proposed for tables. */
export const needSame = (...tables: readonly Description[]): boolean =>
	new Set(tables.map((each) => JSON.stringify({ ...proposalFor(each, []), questions: [] }))).size <
	2;

/** Who adds a text with digits to the empty values loses a value. */
function misfitRemedy(text: string, kind: ColumnKind): string {
	if (!/\d/.test(text)) return 'Correct it, or add it to "Values That Mean Empty".';
	return (kind !== 'day' && (percentRemedy(text) ?? numberRemedy(text))) || 'Correct it.';
}

/** What is said of a column that seems to have days which no format reads. */
function otherDays({ name, kind, known, looksLikeDays, texts }: ColumnDescription) {
	const [first = '', second] = texts.keys();
	const areMeant = known?.field === 'event_date' || (kind === 'text' && looksLikeDays);
	if (kind === 'day' || !areMeant || !/\d/.test(first)) return undefined;
	const examples = second === undefined ? `"${first}"` : `"${first}" and "${second}"`;
	return `No format reads all days of "${name}", such as ${examples}. Check its dates.`;
}

/** Names that the form changes: n8n makes an expression of `=`, and `columnInForm` takes brackets for a path. */
const CHANGED = /^$|^=|\[(?:['"]|\d+\])|\\'/;

/** Whether *Preview* proposes an entry for a column. With one, a column that names another shop would be sent. */
export const mayHaveEntry = ({ name, column }: ColumnDescription, shops: ReadonlySet<string>) =>
	column?.entry === undefined && !shops.has(name) && !CHANGED.test(name);

/** Whether two fields cannot both be sent: they are one, or one is an object that has the other. */
const areClashing = (one: string, other: string): boolean =>
	`${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);

/**
 * The field of each column that gets an entry. If two fit one field, one with values gets it, then one without brackets,
 * then the one that is listed first, and the other keeps its own name, unless that clashes with a field, too.
 */
function fieldsOf(
	columns: readonly ColumnDescription[],
	shops: ReadonlySet<string>,
	added: readonly string[],
) {
	const open = columns
		.filter((column) => mayHaveEntry(column, shops))
		.filter(({ name }, at, all) => all.findIndex((each) => isSame(each.name, name)) === at);
	const others = columns.filter((column) => !open.includes(column));
	const taken = [...added, ...others.map(({ field }) => field)];
	const rank = (column: ColumnDescription) => {
		if (!fitsField(column)) return Infinity;
		const [isEmpty, isLong] = [column.kind === 'empty', hasBrackets(column.name)];
		return Number(isEmpty) * 10_000 + Number(isLong) * 1_000 + column.known!.rank;
	};
	const fields = new Map(open.map((column) => [column, '']));
	const clashes = new Map<ColumnDescription, string>();
	const clashing = (field: string) => taken.find((each) => areClashing(each, field));
	for (const column of open.toSorted((a, b) => rank(a) - rank(b) || 0)) {
		const known = fitsField(column) ? column.known!.field : '';
		const isFree = known !== '' && clashing(known) === undefined;
		const other = isFree ? undefined : clashing(column.field);
		if (isFree) fields.set(column, known);
		if (other === undefined) taken.push(isFree ? known : column.field);
		else clashes.set(column, other);
	}
	return { fields, taken, clashes };
}

/** Whether the values of a column are what its known field has. A metric may have some in the next file only. */
function fitsField({ known, kind, name, isMicros }: ColumnDescription): boolean {
	if (known?.isMetric)
		return ['empty', 'metric', 'number'].includes(kind) && namesMicros(name) === isMicros;
	return known?.field === 'event_date' ? kind === 'day' : known !== undefined && kind !== 'empty';
}

function sendAs(column: ColumnDescription, days: DateReader | undefined): string {
	const { kind, dayTexts } = column;
	if (kind === 'id') return 'text';
	// If nothing decides the format, it is refused as a date until somebody has chosen one.
	if (kind === 'day') return !days || dayTexts.every((text) => days.read(text)) ? 'date' : 'asIs';
	const isNumber =
		kind === 'metric' || kind === 'number' || (kind === 'empty' && fitsField(column));
	if (!isNumber) return 'asIs';
	if (column.isMicros) return 'micros';
	return column.isPercent ? 'percent' : 'number';
}

const AMOUNTS = ['metrics.spend', 'metrics.revenue'];

/** The currency of the amounts, if no column has it: from the name of a column, or from an amount. */
export function currencyOf(columns: readonly ColumnDescription[], taken: readonly string[]) {
	const isThere = columns.some(({ known }) => known?.field === 'currency');
	if (isThere || taken.includes('currency')) return {};
	const amounts = columns.filter(({ known }) => AMOUNTS.includes(known?.field ?? ''));
	const named = amounts.flatMap(({ name }) => currencyInName(name) ?? []);
	const written = amounts.flatMap(({ currencies }) => [...currencies].filter(Boolean));
	const signs = written.map((each) => (each === '€' ? 'EUR' : each));
	const codes = new Set(named.length > 0 ? named : signs);
	if (codes.size > 1) {
		const [first, second] = codes;
		return { question: `The amounts are in ${first} and ${second}. Split the file by currency.` };
	}
	const [code] = codes;
	return code !== undefined && /^[A-Z]{3}$/.test(code) ? { code } : {};
}

/** Dashes mean "no value" in any column; words do where no column of texts has them. */
function emptyValues({ columns }: Description): string[] {
	const all = new Set(columns.flatMap(({ noValues }) => [...noValues]));
	const ofTexts = columns.flatMap(({ kind, noValues }) => (kind === 'text' ? [...noValues] : []));
	const isName = (text: string) => !isDash(text) && ofTexts.some((each) => isSame(each, text));
	return [...all].filter((text) => !isName(text) && !text.includes(','));
}

function skipRules(description: Description): SkipRule[] {
	const { totals, notices, shortLabels, hasNamesAgain, names } = description;
	const [first] = names;
	const shortTotals = shortLabels.filter((label) => !isNotice(label));
	const hasNotices = notices.length > 0 || shortLabels.some(isNotice);
	const rules = [
		...totals.filter(({ isDoubtful }) => !isDoubtful).map((total) => ruleFor(total, description)),
		beginRule(shortTotals, first, description),
		hasNotices ? { column: '', text: '©' } : undefined,
		hasNamesAgain ? beginRule([first], first, description) : undefined,
	];
	const byText = new Map(rules.flatMap((rule) => (rule ? [[JSON.stringify(rule), rule]] : [])));
	return [...byText.values()];
}
