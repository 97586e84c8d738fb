import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { parseJsonExactly } from '../digits';
import { isPlainObject, withoutEarlierError } from '../earlierError';

/**
 * The rows in the field *Rows*: an object, a list, or an object that holds one list of objects, as JSON text or
 * from an expression.
 * @throws InvalidInput
 */
export function jsonRows(given: unknown): object[] {
	const value = typeof given === 'string' ? parsedRows(given) : given;
	const isList = Array.isArray(value);
	const rows = (isList ? value : rowsIn(value)) as unknown[];
	const wrong = rows.findIndex((row) => !isPlainObject(row));
	if (wrong < 0) return (rows as object[]).map(withoutEarlierError);
	throw new InvalidValue(
		'Rows',
		`holds something other than an object${isList ? ` in entry ${wrong + 1}` : ''}`,
		'A row is an object of named fields: not a text, a list, a date or a map.',
	);
}

/** The list in an object that has nothing else: `{ "rows": [ … ] }`. Any other value is a row itself. */
function rowsIn(value: unknown): unknown[] {
	const inner = isPlainObject(value) ? Object.values(value) : [];
	const [list] = inner;
	const isWrapped = inner.length === 1 && Array.isArray(list) && list.length > 0;
	return isWrapped && list.every(isPlainObject) ? list : [value];
}

function parsedRows(text: string): unknown {
	try {
		return parseJsonExactly(text);
	} catch (error) {
		throw error instanceof InvalidInput ? error : noJson(text, error as Error);
	}
}

/** `"spend": 12,5` is the most common mistake: behind a digit and a comma, JSON wants a name in quotes. */
const DECIMAL_COMMA = /:\s*-?\d+,\d+\s*[,}\]]/;

const noJson = (text: string, { message }: Error) =>
	new InvalidValue(
		'Rows',
		`is not valid JSON: ${message}`,
		DECIMAL_COMMA.test(text)
			? 'Numbers are written with a decimal point: 12.5 instead of 12,5.'
			: 'Names and texts need double quotes: [{ "channel": "podcast" }]',
	);
