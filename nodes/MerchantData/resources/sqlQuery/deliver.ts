import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../runtime/execution';
import type { Output } from '../../runtime/output';
import { storeCsv } from './file';
import type { SqlInput } from './input';
import { inWords } from './period';
import { addShop, looksLikeError, shopColumn } from './rowNames';
import type { Row } from './rows';
import { about, type WindowResult } from './window';

/** Puts out what windows gave, in the order in which it comes. */
export interface Delivery {
	/** @throws where the window failed and the error output is off */
	add(result: WindowResult): Promise<void>;
	/** To be called after the last window. */
	end(): Promise<void>;
}

type WithRows = WindowResult & { given: { rows: Row[] } };

/**
 * @param inputs of all items. Where one asks for the shop, all rows wait for the last: its column has
 *   one name in all of them, which no row uses otherwise
 */
export function createDelivery(
	execution: Execution,
	output: Output,
	inputs: readonly SqlInput[],
): Delivery {
	const isHeld = inputs.some(({ includeShop }) => includeShop);
	const held: WindowResult[] = [];

	async function put(result: WindowResult, column: string): Promise<void> {
		const { given, item, input } = result;
		if ('whole' in given) output.accept({ ...given.whole, pairedItem: { item } });
		if (!('rows' in given)) return;
		if (input.includeShop) addShop(given.rows, column, input.shop);
		try {
			await PUT[input.delivery === 'csv' ? 'file' : 'items'](execution, result as WithRows, output);
		} catch (error) {
			fail(output, result, error);
		}
	}

	return {
		async add(result) {
			if ('failure' in result.given) fail(output, result, result.given.failure);
			else if (isHeld) held.push(result);
			else await put(result, '');
		},
		async end() {
			const lists = held.flatMap(({ given }) => ('rows' in given ? [given.rows] : []));
			const column = shopColumn(lists);
			for (const result of held) await put(result, column);
		},
	};
}

const PUT = { items: putItems, file: putFile };

/** There may be hundreds of thousands: all share one link to their input item. */
async function putItems(
	{ hint }: Execution,
	{ given, item }: WithRows,
	output: Output,
): Promise<void> {
	const pairedItem = { item };
	for (const row of given.rows) {
		const isError = looksLikeError(row);
		if (isError) {
			hint(
				'A row with "error" and no data beside it is given under "row", because n8n would take it for a failed item',
			);
		}
		output.accept({ json: isError ? { row } : row, pairedItem });
	}
}

async function putFile(execution: Execution, result: WithRows, output: Output): Promise<void> {
	const { given, item } = result;
	if (given.rows.length === 0) return;
	const binary = await storeCsv(execution, result, given.rows);
	output.accept({ json: about(result), binary, pairedItem: { item } });
}

function fail(output: Output, { input, item, window }: WindowResult, error: unknown): void {
	if (input.splitBy !== 'none' && error instanceof Error) {
		error.message = `${inWords(window)}: ${error.message}`;
	}
	output.fail(error, item, { ...window } as IDataObject);
}
