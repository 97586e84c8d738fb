import type { PushExecution } from '../fields/fields';
import { NUMBER_FORMATS } from '../numberFormat';
import { fieldsOf, type Row, type Source } from '../row';
import { earlierOutcome } from './notData';

/** Hints at what is allowed in a push, but may be a mistake. */

/** Most rows that are looked at. */
const SAMPLE_ROWS = 1_000;
/** Most characters of a list of names. */
const MOST_SHOWN = 200;

/** What to do about numbers that are texts, by the Data Mode. */
const REMEDIES: Record<string, string> = {
	autoMapInputData: 'list them in "Number Columns"',
	binary: 'list them in "Number Columns"',
	defineBelow: 'choose the type Number for them',
	json: 'write them without quotes',
};

/** Hints at what is in the form, in the input items, and in the first rows. */
export async function hintAtRows(execution: PushExecution, source: Source): Promise<void> {
	const mode = execution.nodeField('dataMode');
	if (mode === 'autoMapInputData') hintAtItems(execution, source);
	const items = execution.context.getInputData().length;
	if (mode === 'json' && items > 1 && execution.isFixed('rowsJson')) {
		execution.hint(
			`"Rows" is the same for all ${items} input items, so its rows are sent ${items} times. To send them once, turn on "Execute Once" in the node's settings; to send each item's own rows, use an expression.`,
		);
	}
	hintAtThousands(execution, source);
	hintAtColumns(execution, await sampleOf(source), REMEDIES[mode]);
}

function hintAtItems({ context, hint }: PushExecution, { columns = [] }: Source): void {
	const left = new Set(context.getInputData().flatMap(({ json }) => earlierOutcome(json)));
	if (left.size > 0) {
		hint(
			`Left out, because this node wrote them at an earlier push: ${[...left].join(', ')}. To send such a column as data, rename it before this node.`,
		);
	}
	for (const { field, names } of columns.flatMap((each) => each.unknown())) {
		hint(
			`"${field}" names fields that no input item has: ${shown(names)}. Correct these names, or remove them.`,
		);
	}
}

/** 1.234 is one and a bit here, and may have been meant as more than a thousand. */
function hintAtThousands({ hint, nodeField }: PushExecution, { columns = [] }: Source): void {
	const { example } = NUMBER_FORMATS[nodeField('numberFormat')];
	for (const [name, first] of columns.flatMap((each) => each.likeThousands())) {
		hint(
			`All values of "${name}" look like thousands, such as ${first}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
		);
	}
}

async function sampleOf(source: Source): Promise<Row[]> {
	const rows: Row[] = [];
	for await (const chunk of source.rows()) {
		rows.push(...chunk.slice(0, SAMPLE_ROWS - rows.length));
		if (rows.length >= SAMPLE_ROWS) break;
	}
	return rows.filter(({ problem }) => !problem);
}

function hintAtColumns({ hint }: PushExecution, rows: readonly Row[], remedy: string): void {
	/** Of each column, whether all its values look like numbers and one of them is a text. */
	const columns = new Map<string, 'numbers' | 'textNumbers' | 'other' | undefined>();
	for (const row of rows) {
		for (const [name, value] of Object.entries(fieldsOf(row) ?? {})) {
			const kind = columns.get(name);
			if (kind === 'other' || value === null || value === '') columns.set(name, kind);
			else if (typeof value === 'number') columns.set(name, kind ?? 'numbers');
			else columns.set(name, looksLikeNumber(value) ? 'textNumbers' : 'other');
		}
	}
	const namesOf = (isMeant: (name: string) => boolean) => [...columns.keys()].filter(isMeant);
	const numbers = namesOf((name) => columns.get(name) === 'textNumbers');
	if (numbers.length > 0) {
		hint(
			`Sent as text although they look like numbers: ${shown(numbers)}. To send numbers, ${remedy}.`,
		);
	}
	const others = namesOf((name) => !CAMEL_CASE.test(name));
	if (others.length > 0) hint(`Names that are not camelCase: ${shown(others)}.`);
}

const shown = (names: readonly string[]): string => names.join(', ').slice(0, MOST_SHOWN);

const CAMEL_CASE = /^\p{Ll}[\p{L}\p{N}]*$/u;

/** Digits that may be a number: with decimals, or with separators between the thousands. */
const NUMBER =
	/^-?(?:(?:0|[1-9]\d*)(?:[.,]\d+)?|[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+,\d+))$/;
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** What has more is an id: a JavaScript number could not hold it. */
const MOST_DIGITS = 15;

function looksLikeNumber(value: unknown): boolean {
	if (typeof value !== 'string' || value.length > 2 * MOST_DIGITS) return false;
	const text = value.trim();
	return NUMBER.test(text) && !DATE.test(text) && text.replace(/\D/g, '').length <= MOST_DIGITS;
}
