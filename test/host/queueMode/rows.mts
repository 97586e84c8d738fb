import type { Sandbox } from '../../../sandbox/index.mts';

/** A row as it is sent; the workflow adds the execution. */
export interface Row {
	id: number;
	execution?: string;
	[field: string]: unknown;
}

/** Rows numbered from `first` on. */
export function makeRows(count: number, first = 0): Row[] {
	return Array.from({ length: count }, (_, index) => ({
		id: first + index,
		campaign: `Campaign ${index % 7}`,
		spend: 12.5,
	}));
}

/** The rows that the service holds, in order of arrival. */
export const storedRows = (sandbox: Sandbox) => sandbox.pushed('ads').map(({ row }) => row as Row);

/** The rows that the service holds of one execution, by the mark that the workflow gave them. */
export const rowsOf = (sandbox: Sandbox, execution: string): number[] =>
	storedRows(sandbox).flatMap((row) => (row.execution === execution ? [row.id] : []));
