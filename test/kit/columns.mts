import type { IDataObject } from 'n8n-workflow';

/** An entry of *Columns*: the column, the field (its own name if empty), and what it is sent as. */
export type Entry = readonly [name: string, field?: string, sendAs?: string];

/** The value of *Columns*, as n8n saves it: parts with their defaults are not there. */
export const columns = (...entries: readonly Entry[]): IDataObject => ({
	column: entries.map(([name, field = '', sendAs = 'asIs']) => ({
		name,
		...(field && { field }),
		...(sendAs !== 'asIs' && { sendAs }),
	})),
});

/** The columns of these names, sent as one type. */
export const sentAs = (sendAs: string, ...names: readonly string[]): IDataObject =>
	columns(...names.map((name) => [name, '', sendAs] as const));

/** The value of *Rows to Skip*: texts with which rows begin in a column (the first if empty), or empty columns. */
export const skipRows = (
	...rules: ReadonlyArray<{ column?: string; text?: string }>
): IDataObject => ({
	rule: rules.map(({ column = '', text }) => ({
		...(column && { column }),
		...(text === undefined ? { when: 'isEmpty' } : { text }),
	})),
});

/** The value of *Fields to Add* or *Fields*. */
export const assignments = (fields: Record<string, unknown>, type = 'string'): IDataObject => ({
	assignments: Object.entries(fields).map(([name, value], index) => ({
		id: String(index),
		name,
		type: typeof value === 'string' ? type : typeof value,
		value,
	})) as IDataObject[],
});
