import { InvalidValue } from '../../shared/invalidValue';
import { hasData } from '../../transport/goodAnswer';
import { columnNames } from './lists';
import {
	asRow,
	type Found,
	isContainer,
	isRow,
	noRows,
	type Row,
	rowsOfArray,
	rowsOfColumns,
	rowsOfTable,
} from './rows';

/**
 * The rows that stand where "Rows Field" says. A path that ends at nothing means no rows: so a part of
 * the period without any may be answered.
 * @param answer the parsed body
 * @param path names with dots between them; `.` for the answer itself
 * @throws InvalidValue where the answer has something, but not there
 */
export function rowsAt(answer: unknown, path: string): Found {
	let value = answer;
	let place = 'The answer';
	let names: string[] | undefined;
	for (const key of path.split('.').filter((part) => part !== '')) {
		names = columnNames(value, 2) ?? names;
		if (!isContainer(value) || !Object.hasOwn(value, key)) {
			if (!hasData(value)) return noRows(place);
			throw new InvalidValue(
				'Rows Field',
				`is "${path}", which the answer does not have`,
				fieldsRemedy(answer),
			);
		}
		place = place === 'The answer' ? `"${key}"` : `${place.slice(0, -1)}.${key}"`;
		value = value[key];
	}
	if (Array.isArray(value)) return rowsOfArray(value, names);
	if (!isContainer(value)) return hasData(value) ? { rows: [asRow(value)] } : noRows(place);
	if (Object.keys(value).length === 0) return noRows(place);
	return rowsOfTable(value) ?? rowsOfColumns(value) ?? { rows: [value as Row] };
}

function fieldsRemedy(answer: unknown): string {
	if (Array.isArray(answer)) return 'The answer is a list of rows itself: remove the option.';
	if (!isContainer(answer)) return 'The answer has no fields.';
	const paths = Object.entries(answer).flatMap(([key, value]) => [
		key,
		...(isRow(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : []),
	]);
	return `The answer has the fields: ${paths.slice(0, 30).join(', ')}.`;
}
