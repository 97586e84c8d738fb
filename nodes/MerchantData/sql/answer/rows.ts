import type { IDataObject } from 'n8n-workflow';
import { endOfValue, membersOf, startOf } from '../../shared/json';
import { rowOf, widened } from './listRows';
import { type Fields, isContainer, type RowsLocation } from './rowsLocation';

/**
 * Rows out of an answer, by their location: as values, or as the JSON text of each, in which numbers
 * keep their digits. There may be hundreds of thousands of rows, so no step goes through them more than once.
 */
export type Row = IDataObject;

/** @param answer the parsed body */
export function rowsAt(answer: unknown, { path, shape, names }: RowsLocation): Row[] {
	let value = answer;
	for (const key of path) value = (value as Fields)[key];
	switch (shape) {
		case 'list':
			return (value as unknown[]).every(isRow) ? (value as Row[]) : (value as unknown[]).map(asRow);
		case 'lists': {
			const lists = (value as unknown[]).slice(names!.from === 'firstList' ? 1 : 0);
			return lists.map((list) => rowOf(names!.names, Array.isArray(list) ? list : [list]));
		}
		case 'columns': {
			const keys = Object.keys(value as Fields);
			const columns = Object.values(value as Record<string, unknown[]>);
			return columns[0].map((_, row) =>
				rowOf(
					keys,
					columns.map((column) => column[row]),
				),
			);
		}
		case 'one':
			return [asRow(value)];
		case 'none':
			return [];
	}
}

export function isRow(value: unknown): value is Row {
	return isContainer(value) && !Array.isArray(value);
}

/** A row that holds the value under `value`, unless it is a row itself. */
function asRow(value: unknown): Row {
	return isRow(value) ? value : ({ value } as Row);
}

/** {@link rowsAt} as JSON texts. @param json valid JSON, of which the location was found */
export function rowTextsAt(
	json: string,
	{ path, shape, names: columnNames }: RowsLocation,
): string[] {
	if (shape === 'none') return [];
	const start = startOf(json, path);
	const textsIn = (at: number) =>
		membersOf(json, at).map((part) => json.slice(part.start, part.end));
	switch (shape) {
		case 'one':
			// Only what follows shows that a number has ended.
			return [textAsRow(json.slice(start, endOfValue(`${json} `, start)))];
		case 'columns': {
			// Of two columns of one name, the last counts.
			const columns = new Map(
				membersOf(json, start).map((part) => [part.key, textsIn(part.start)]),
			);
			const [names, cells] = [[...columns.keys()], [...columns.values()]];
			return cells[0].map((_, row) =>
				rowText(
					names,
					cells.map((column) => column[row]),
				),
			);
		}
		default:
			return textsIn(start)
				.slice(columnNames?.from === 'firstList' ? 1 : 0)
				.map((element) => elementAsRow(element, columnNames?.names));
	}
}

/** A row of the text of an element. @param names of the columns, where it is a list */
export function elementAsRow(element: string, names: string[] | undefined): string {
	if (names === undefined) return textAsRow(element);
	if (!element.startsWith('[')) return rowText(names, [element]);
	const cells = membersOf(element, 0).map(({ start, end }) => element.slice(start, end));
	return rowText(widened(names, cells.length), cells);
}

function textAsRow(json: string): string {
	return json.startsWith('{') ? json : `{"value":${json}}`;
}

function rowText(names: string[], cells: string[]): string {
	return `{${cells.map((cell, index) => `${JSON.stringify(names[index])}:${cell}`).join(',')}}`;
}
