import { createExecution } from '../../nodes/MerchantData/n8n/execution.ts';
import { type PushExecution, pushFields } from '../../nodes/MerchantData/push/fields/fields.ts';
import { rowsOfItems } from '../../nodes/MerchantData/push/rows/items.ts';
import type { RowRecord } from '../../nodes/MerchantData/push/rows/row.ts';
import { Utf8Text } from '../../nodes/MerchantData/push/rows/utf8Text.ts';
import { InvalidValue } from '../../nodes/MerchantData/shared/invalidValue.ts';
import { createContext, type Script } from './execution.mts';

/** The values of the node's fields for an item, as n8n resolves them; `shop` too. */
export type Fields = Record<string, unknown>;

export interface Failure {
	message: string;
	remedy: string;
	item: number;
	shop: string | null;
}

/** The execution of a push whose every field holds an expression. */
export function executionOf(
	items: readonly unknown[],
	fieldsOf: (item: number) => Fields,
	more: Script = {},
): PushExecution {
	const { context } = createContext({
		...more,
		items,
		parameters: Object.fromEntries(pushFields.map(({ name }) => [name, '={{ $json }}'])),
		resolve: (name, item) => ({ options: {}, ...fieldsOf(item) })[name],
	});
	return createExecution(context, pushFields);
}

/** Reads items with one set of fields, or with one for each. */
export function read(items: readonly unknown[], fields: Fields | readonly Fields[]) {
	const failures: Failure[] = [];
	const source = rowsOfItems(
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

/** A row as it goes over the wire. @throws InvalidValue where it cannot be sent */
export function jsonOf(record: RowRecord): string {
	const text = new Utf8Text();
	record.writeTo(text);
	return text.toString();
}

/** The row of a record as it is sent, or why it is not. */
export function sent(record: RowRecord): { json: string } | { problem: string; remedy: string } {
	try {
		return { json: jsonOf(record) };
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
		return { problem: error.message, remedy: error.remedy };
	}
}
