import { createExecution } from '../../nodes/MerchantData/n8n/execution.ts';
import { type PushExecution, pushFields } from '../../nodes/MerchantData/rows/fields/fields.ts';
import type { Row } from '../../nodes/MerchantData/rows/row.ts';
import { itemsSource } from '../../nodes/MerchantData/rows/sources/items.ts';
import { createContext, type Script } from './execution.mts';

/** The values of the node's fields for an item, as n8n resolves them; others have their defaults. */
export type Fields = Record<string, unknown>;

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
		resolve: (name, item, unset) =>
			(({ [name]: unset, shop: 'a.example', ...fieldsOf(item) }) as Fields)[name],
	});
	return createExecution(context, pushFields);
}

/** Reads items with one set of fields, or with one for each. */
export function read(
	items: readonly unknown[],
	fields: Fields | readonly Fields[],
	more: Script = {},
) {
	const fieldsOf = (item: number) =>
		Array.isArray(fields) ? (fields as Fields[])[item]! : (fields as Fields);
	const execution = executionOf(items, fieldsOf, more);
	const source = itemsSource(execution);
	return {
		source,
		hints: [...execution.hints],
		rows: [...(source.rows() as Iterable<readonly Row[]>)].flat(),
	};
}

/** A row as it is sent, or why it is not. */
export const sent = ({ json, problem }: Row) =>
	problem ? { problem: problem.message, remedy: problem.remedy } : { json };
