import { isObject } from '../../lib/objects';
import { contradictionIn } from './goodAnswer';

/** Fields for the rows that were not taken, or their number. The service specifies no names ("Errors"). */
const NOT_TAKEN =
	/^(errors|(?:error|fail)(?=_?count)|failures?|failed|rejected)(_?(count|records|rows))?$/i;
/** Fields for the number of rows that arrived. */
const ARRIVED = /^(accepted|received)(_?(count|records|rows))?$/i;

/**
 * Why an answer with a good status is not a receipt for all rows of a push, or for a deletion. Numbers of rows that were
 * created or updated say nothing: the service may have had the others.
 * @param rows the number of rows that were sent
 */
export function receiptProblem(answer: unknown, rows = 0): string | undefined {
	const arrived = fieldsIn(answer, ARRIVED).map(([, value]) => countIn(value) ?? rows);
	const isPart = rowErrors(answer).length > 0 || arrived.some((count) => count < rows);
	return (
		contradictionIn(answer, true) ?? (isPart ? 'says that not everything was accepted' : undefined)
	);
}

/** The errors of single rows in an answer to a push: a list of them, or how many there are. */
export const rowErrors = (answer: unknown): unknown[] =>
	fieldsIn(answer, NOT_TAKEN).flatMap(([name, value]) => {
		if (Array.isArray(value)) return value as unknown[];
		return (countIn(value) ?? 0) > 0 ? [`${name}: ${String(value)}`] : [];
	});

const fieldsIn = (answer: unknown, names: RegExp): Array<[name: string, value: unknown]> =>
	isObject(answer) ? Object.entries(answer).filter(([name]) => names.test(name)) : [];

const countIn = (value: unknown): number | undefined =>
	typeof value !== 'object' && /^\d+$/.test(String(value)) ? Number(value) : undefined;
