import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { numberText } from '../../lib/counted';
import { isPlainObject } from '../../lib/objects';
import type { ColumnDescription } from '../../mapping/profile/columnDescription';
import type { Description } from '../../mapping/profile/description';
import type { ColumnSummary } from '../../mapping/profile/summary';
import { fieldsForPeople, type Row } from '../../mapping/row';

/** A line of the table that *Preview* shows. @param item the input item that it comes from */
export const previewItem = (
	preview: string,
	fields: IDataObject = {},
	item = 0,
): INodeExecutionData => ({
	json: { preview, ...fields },
	pairedItem: { item },
});

/** A line for a row. @param remedy last, in a column of its own: n8n makes rows with long cells tall */
export function rowItem(preview: string, row: Row, remedy = ''): INodeExecutionData {
	const fields = inOrder(flat(fieldsForPeople(row) ?? {}));
	return previewItem(preview, { ...fields, ...(remedy && { remedy }) }, row.item);
}

/** The first line: a summary of each column, under the name that it is sent as. */
export function summaryItem(
	preview: string,
	description: Description | undefined,
): INodeExecutionData {
	const summaries: IDataObject = {};
	for (const [column, summary] of description?.summaries ?? [])
		summaries[column.field] = summaryOf(summary, column);
	return previewItem(preview, inOrder(summaries));
}

/** Writes nested fields with dots in their names, because n8n's table shows objects as trees. */
function flat(fields: IDataObject, begin = ''): IDataObject {
	const all: IDataObject = {};
	for (const [name, value] of Object.entries(fields))
		if (isPlainObject(value)) Object.assign(all, flat(value, `${begin}${name}.`));
		else all[begin + name] = value;
	return all;
}

/** Day, ID and name first, then other texts, then numbers. */
function inOrder(fields: IDataObject): IDataObject {
	const placeOf = ([name, value]: [string, unknown]): number => {
		if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}\b/.test(value)) return 0;
		if (/(?:^|[\W_])[Ii][Dd]$|[a-z]I[Dd]$/.test(name)) return 1;
		if (typeof value !== 'number') return /name$/i.test(name) ? 2 : 3;
		return 4;
	};
	return Object.fromEntries(
		Object.entries(fields).sort((one, other) => placeOf(one) - placeOf(other)),
	);
}

function summaryOf(summary: ColumnSummary, { type }: ColumnDescription): string {
	const divisor = type === 'micros' ? 1_000_000 : type === 'fraction' ? 100 : 1;
	const asSent = (value: number) => Number((value / divisor).toPrecision(12));
	if ('sum' in summary) return `sum ${asSent(summary.sum)}`;
	if ('least' in summary) return spanned(asSent(summary.least), asSent(summary.most));
	if ('first' in summary) return spanned(summary.first, summary.last);
	const { different, isMore } = summary;
	return `${isMore ? 'more than ' : ''}${numberText(different)} different`;
}

const spanned = <T extends number | string>(first: T, last: T): string =>
	first === last ? String(first) : `${first} to ${last}`;
