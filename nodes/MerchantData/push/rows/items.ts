import type { PushExecution } from '../fields/fields';
import { dataMode } from './modes';
import type { ItemRow } from './row';

/** Rows in a chunk. They are sent soon after, so that few are held at a time. */
const CHUNK_ROWS = 500;

/**
 * Reads all input items, so that bad input is found before anything is sent.
 *
 * For each item it keeps two references (16 bytes) and what expressions gave. Rows are made only when
 * they are asked for.
 * @param onFailure is called for each item that cannot be read, with its shop if that is known, and may
 *   throw to end the reading
 * @returns the rows of the items that could be read, in input order; it can be gone through again
 * @throws InvalidValue where the Data Mode is unknown
 */
export function rowsOfItems(
	execution: PushExecution,
	onFailure: (error: unknown, item: number, shop: string | null) => void,
): Iterable<readonly ItemRow[]> {
	const mode = dataMode(execution);
	const count = execution.context.getInputData().length;
	/** By item; undefined where the item could not be read. */
	const shops = new Array<string | undefined>(count);
	const kept = new Array<unknown>(count);
	for (let item = 0; item < count; item++) {
		let shop: string | null = null;
		try {
			shop = execution.shop(item);
			kept[item] = mode.read(item);
			shops[item] = shop;
		} catch (error) {
			onFailure(error, item, shop);
		}
	}

	function* records(): Generator<readonly ItemRow[]> {
		let chunk: ItemRow[] = [];
		for (let item = 0; item < count; item++) {
			const shop = shops[item];
			if (shop === undefined) continue;
			for (const record of mode.records(kept[item], item, shop)) {
				chunk.push(record);
				if (chunk.length < CHUNK_ROWS) continue;
				yield chunk;
				chunk = [];
			}
		}
		if (chunk.length > 0) yield chunk;
	}

	return { [Symbol.iterator]: records };
}
