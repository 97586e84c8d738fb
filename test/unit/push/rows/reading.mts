import type { PushExecution } from '../../../../nodes/MerchantData/push/fields/fields.ts';
import { readItems } from '../../../../nodes/MerchantData/push/rows/items.ts';
import type { RowRecord } from '../../../../nodes/MerchantData/push/rows/row.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';

/** The values of the node's fields for an item, as n8n resolves them; `shop` too. */
export type Fields = Record<string, unknown>;

export interface Failure {
	message: string;
	remedy: string;
	item: number;
	shop: string | null;
}

/** What the room asks of an execution. */
export function executionOf(items: readonly unknown[], fieldsOf: (item: number) => Fields) {
	return {
		context: {
			getInputData: () => items.map((json) => ({ json })),
			getNode: () => ({ type: 'n8n-nodes-merchant-data.merchantData' }),
		},
		field: (name: string, item: number) => fieldsOf(item)[name],
		options: (item: number) => fieldsOf(item).options ?? {},
		shop(item: number) {
			const { shop } = fieldsOf(item);
			if (typeof shop !== 'string') throw new InvalidValue('Shop', 'is not a text');
			return shop;
		},
	} as unknown as PushExecution;
}

/** Reads items with one set of fields, or with one for each. */
export function read(items: readonly unknown[], fields: Fields | readonly Fields[]) {
	const failures: Failure[] = [];
	const source = readItems(
		executionOf(items, (item) => ({
			shop: 'a.example',
			fieldsToIgnore: '',
			...(Array.isArray(fields) ? (fields as Fields[])[item] : (fields as Fields)),
		})),
		(error, item, shop) => {
			if (!(error instanceof InvalidValue)) throw error;
			failures.push({ message: error.message, remedy: error.remedy, item, shop });
		},
	);
	const chunks = [...source];
	return { source, chunks, records: chunks.flat() as RowRecord[], failures };
}

/** The row of a record as it is sent, or why it is not. */
export function sent(record: RowRecord): { json: string } | { problem: string; remedy: string } {
	try {
		return { json: record.json() };
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
		return { problem: error.message, remedy: error.remedy };
	}
}
