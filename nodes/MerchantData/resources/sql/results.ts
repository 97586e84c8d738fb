import type { Execution } from '../../n8n/execution';
import type { Output } from '../../n8n/output';
import { looksLikeError } from '../../service/answers/goodAnswer';
import { addShop, isColumnOf, shopColumn } from '../../sql/answer/columnNaming';
import type { SqlInput } from '../../sql/query/input';
import { inWords } from '../../sql/query/period';
import type { PeriodResult } from '../../sql/queryPeriod';

/**
 * Outputs the results of periods, in their order.
 * @param inputs of all items. If one of them adds the shop to its rows, nothing is output before the last
 *   result has come: the column needs a name that is free in all rows
 * @param note is given each result as it comes, before it is output
 * @throws if a period failed and the error output is off
 */
export async function putResults(
	execution: Execution,
	output: Output,
	inputs: readonly SqlInput[],
	results: AsyncIterable<PeriodResult[]>,
	note: (result: PeriodResult) => void,
): Promise<void> {
	const isHeld = inputs.some(({ includeShop, format }) => includeShop && format === 'rows');
	const held: PeriodResult[] = [];
	for await (const result of inOrder(results)) {
		note(result);
		if ('failure' in result) failOrThrow(output, result);
		else if (isHeld) held.push(result);
		else put(execution, output, result);
	}
	const lists = held.map(({ rows }) => rows);
	const column = shopColumn((name) => isColumnOf(lists, name));
	for (const result of held) {
		const { input, rows } = result;
		if (input.includeShop) addShop(rows, column, input.shop);
		put(execution, output, result);
	}
}

async function* inOrder(results: AsyncIterable<PeriodResult[]>): AsyncGenerator<PeriodResult> {
	for await (const some of results) yield* some;
}

/** There may be hundreds of thousands of rows: to save memory, they share one link to their input item. */
function put({ hint }: Execution, output: Output, { input, rows, whole }: PeriodResult): void {
	const pairedItem = { item: input.item };
	if (whole) output.accept({ ...whole, pairedItem });
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

function failOrThrow(output: Output, { input, failure }: PeriodResult): void {
	const { item, period, splitBy } = input;
	if (splitBy !== 'none' && failure instanceof Error) {
		failure.message = `${inWords(period)}: ${failure.message}`;
	}
	output.failOrThrow(failure, item, { ...period });
}
