import { hasData } from '../../service/answers/goodAnswer';
import { InvalidValue } from '../../shared/invalidValue';
import { namesOfColumns } from './listRows';
import { isRow } from './rows';
import {
	isContainer,
	noRows,
	one,
	type RowsLocation,
	locationOfColumns,
	locationOfList,
	locationOfTable,
	refuseUneven,
} from './rowsLocation';

/**
 * The rows that stand where "Rows Field" says. A path that ends at null or at nothing means no rows: a
 * service may answer so for a part of the period without rows.
 * @param answer the parsed body
 * @param path names with dots between them; `.` for the answer itself
 * @throws InvalidValue where the answer has something, but not there
 */
export function locationAt(answer: unknown, path: string): RowsLocation {
	let value = answer;
	let names: string[] | undefined;
	const taken: string[] = [];
	const empty = () => noRows(taken, taken.length === 0 ? 'The answer' : `"${taken.join('.')}"`);
	for (const key of path.split('.').filter((part) => part !== '')) {
		names = namesOfColumns(value, 2) ?? names;
		if (!isContainer(value) || !Object.hasOwn(value, key)) {
			if (!hasData(value)) return empty();
			throw new InvalidValue(
				'Rows Field',
				`is "${path}", which the answer does not have`,
				fieldsRemedy(answer),
			);
		}
		taken.push(key);
		value = value[key];
	}
	if (Array.isArray(value)) return locationOfList(value, taken, names);
	if (!isContainer(value)) return hasData(value) ? one(taken) : empty();
	if (Object.keys(value).length === 0) return empty();
	const found = locationOfTable(value, taken) ?? locationOfColumns(value, taken);
	if (found === undefined && taken.length > 0) refuseUneven(value, `is "${path}", but`, 1);
	return found ?? one(taken);
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
