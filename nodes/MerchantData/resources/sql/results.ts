import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../n8n/execution';
import type { Output } from '../../n8n/output';
import { looksLikeError } from '../../service/answers/answerItem';
import { addShop, isColumnOf, shopColumn } from '../../sql/answer/columnNaming';
import type { Row } from '../../sql/answer/rows';
import type { SqlInput } from '../../sql/query/input';
import { inWords } from '../../sql/query/period';
import type { PeriodResult } from '../../sql/queryPeriod';

/** Outputs the results of the periods, in the order in which they are added. */
export interface Results {
	/** @throws if the period failed and the error output is off */
	add(result: PeriodResult): void;
	/** Must be called after the last period. */
	end(): void;
}

/**
 * @param inputs of all items. If one of them adds the shop to its rows, nothing is output before
 *   {@link Results.end}: the column needs a name that is free in all rows
 */
export function createResults(
	execution: Execution,
	output: Output,
	inputs: readonly SqlInput[],
): Results {
	const isHeld = inputs.some(({ includeShop, format }) => includeShop && format === 'rows');
	const held: PeriodResult[] = [];

	function put({ given, item, input }: PeriodResult, column: string): void {
		const pairedItem = { item };
		if ('items' in given) for (const each of given.items) output.accept({ ...each, pairedItem });
		if (!('rows' in given)) return;
		if (input.includeShop) addShop(given.rows, column, input.shop);
		putRows(execution, given.rows, item, output);
	}

	return {
		add(result) {
			if ('failure' in result.given) failOrThrow(output, result, result.given.failure);
			else if (isHeld) held.push(result);
			else put(result, '');
		},
		end() {
			const lists = held.flatMap(({ given }) => ('rows' in given ? [given.rows] : []));
			const column = shopColumn((name) => isColumnOf(lists, name));
			for (const result of held) put(result, column);
		},
	};
}

/** There may be hundreds of thousands of rows: to save memory, they share one link to their input item. */
function putRows({ hint }: Execution, rows: Row[], item: number, output: Output): void {
	const pairedItem = { item };
	for (const row of rows) {
		const isError = looksLikeError(row);
		if (isError) {
			hint(
				'A row with "error" and no data beside it is given under "row", because n8n would take it for a failed item',
			);
		}
		output.accept({ json: isError ? { row } : row, pairedItem });
	}
}

function failOrThrow(output: Output, { input, item, period }: PeriodResult, error: unknown): void {
	if (input.splitBy !== 'none' && error instanceof Error) {
		error.message = `${inWords(period)}: ${error.message}`;
	}
	output.failOrThrow(error, item, { ...period } as IDataObject);
}
