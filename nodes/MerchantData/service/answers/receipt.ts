import { type Fields, isObject } from '../../lib/objects';
import { contradictionIn, saysFailed } from './goodAnswer';
import { isNothing, saysNo, subjectOf } from './says';

/** A row of a request, as it was sent. */
export interface SentRow {
	readonly json: string;
}

/** How deep fields are read: `{ "data": { "result": { "state": "failed" } } }`. */
const LEVELS = 3;

/**
 * Why an answer with a good status is not a receipt for all rows of a push, or for a deletion.
 * @param sent the rows of a push, if they are known. An answer that repeats them reports nothing by that
 */
export function receiptProblem(answer: unknown, sent: readonly SentRow[] = []): string | undefined {
	const said = withoutRows(answer, sent);
	const contradiction = contradictionIn(said);
	if (contradiction !== undefined) return contradiction;
	if (rowErrors(said).length > 0 || countsFewer(said, sent.length))
		return 'says that not everything was accepted';
	return saysNo(messageIn(said)) || denies(said, '') ? 'says that the request failed' : undefined;
}

/** A text, also as the only field of an object: `{ "message": "Unauthorized" }`. Beside others, it may tell of them. */
function messageIn(said: unknown): string {
	const [[name, text] = ['', said], ...others] = isObject(said) ? Object.entries(said) : [];
	const isMessage = others.length === 0 && /^(|details?|message|msg|title)$/i.test(name);
	return isMessage && typeof text === 'string' ? text : '';
}

/**
 * The errors of single rows in an answer to a push: a list of them, a count of rows that were not taken, or what
 * failed in a list of statuses. Rows that an answer repeats are skipped: they may have such columns.
 */
export function rowErrors(answer: unknown, name = '', levels = LEVELS): unknown[] {
	const subject = subjectOf(name);
	if (subject === 'notTaken') return notTakenIn(answer, name);
	if (Array.isArray(answer))
		return answer.filter((entry) => {
			if (!isObject(entry)) return subject === 'ending' && isFailure(name, entry);
			return saysFailed(entry) !== 'no' || denies(entry, '', 1);
		});
	const inner = isObject(answer) && levels > 0 ? Object.entries(answer) : [];
	return inner.flatMap(([field, value]) => rowErrors(value, field, levels - 1));
}

/** The rows, or their number, in a field for those that were not taken. */
function notTakenIn(value: unknown, name: string): unknown[] {
	if (Array.isArray(value)) return value;
	if (isObject(value)) return isNothing(value) ? [] : [value];
	return Number(countIn(value)) > 0 ? [`${name}: ${String(value)}`] : [];
}

/** Whether a field, or one within it, reports that something failed. Counts and lists are for {@link rowErrors}. */
function denies(value: unknown, name: string, levels = LEVELS): boolean {
	const subject = subjectOf(name);
	if (subject === 'reason') return !isNothing(value);
	if (Array.isArray(value)) return false;
	if (isObject(value))
		return (
			levels > 0 && Object.entries(value).some(([field, inner]) => denies(inner, field, levels - 1))
		);
	if (subject === 'ending') return isFailure(name, value);
	if (subject === 'arrived') return /^(false|no?|0)$/i.test(String(value));
	return subject === 'notTaken' && countIn(value) === undefined && !isNothing(value);
}

/** Whether fewer rows arrived than were sent, or were stored or known before. */
function countsFewer(answer: unknown, rows: number, levels = LEVELS): boolean {
	if (!isObject(answer) || levels === 0) return false;
	const counts = Object.entries(answer).flatMap(([name, value]) => {
		// 1 may stand for true.
		const count = /^(is|was|has|(ok|success)$)/i.test(name) ? undefined : countIn(value);
		return count === undefined ? [] : [{ subject: subjectOf(name), count }];
	});
	const stored = counts.filter(({ subject }) => subject === 'stored' || subject === 'known');
	return (
		counts.some(({ subject, count }) => subject === 'arrived' && count < rows) ||
		(stored.some(({ subject }) => subject === 'stored') &&
			stored.reduce((sum, { count }) => sum + count, 0) < rows) ||
		Object.values(answer).some((inner) => countsFewer(inner, rows, levels - 1))
	);
}

/** An answer without the rows that it repeats: a list as long as the request, or its only row. */
function withoutRows(answer: unknown, sent: readonly SentRow[], levels = LEVELS): unknown {
	if (sent.length === 0 || levels < 0) return answer;
	if (Array.isArray(answer)) {
		if (answer.length !== sent.length) return answer;
		return answer.map((entry, at) => withoutColumns(entry, sent[at]));
	}
	const others = sent.length === 1 ? withoutColumns(answer, sent[0]) : answer;
	if (!isObject(others)) return others;
	const inner = Object.entries(others);
	return Object.fromEntries(
		inner.map(([name, value]) => [name, withoutRows(value, sent, levels - 1)]),
	);
}

/** An entry without the columns of a row, if it has all of them. */
function withoutColumns(entry: unknown, { json }: SentRow): unknown {
	if (!isObject(entry)) return entry;
	const row = JSON.parse(json) as Fields;
	if (!Object.keys(row).every((name) => Object.hasOwn(entry, name))) return entry;
	const others = Object.entries(entry).filter(
		([name, value]) => !Object.hasOwn(row, name) || !isSame(row[name], value),
	);
	return Object.fromEntries(others);
}

/** Whether a value is repeated. Services may add to objects, and write numbers in their own way. */
const isSame = (sent: unknown, said: unknown): boolean =>
	typeof sent === 'object' || typeof said === 'object'
		? typeof sent === typeof said
		: String(sent) === String(said);

/** "failed", false, or 401 as a status: a result may be any number. */
const isFailure = (name: string, value: unknown): boolean =>
	typeof value !== 'object' &&
	(/^false$/i.test(String(value)) ||
		saysNo(String(value)) ||
		(/status|code/i.test(name) && /^[45]\d\d$/.test(String(value))));

const countIn = (value: unknown): number | undefined =>
	typeof value !== 'object' && /^\d+$/.test(String(value)) ? Number(value) : undefined;
