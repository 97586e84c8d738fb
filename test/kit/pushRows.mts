import { Execution } from '../../nodes/MerchantData/n8n/execution.ts';
import { type PushExecution, pushFields } from '../../nodes/MerchantData/resources/push/form.ts';
import { readItemsSettings } from '../../nodes/MerchantData/resources/push/settings.ts';
import type { Row } from '../../nodes/MerchantData/mapping/row.ts';
import type { Source } from '../../nodes/MerchantData/input/source.ts';
import { ItemsSource } from '../../nodes/MerchantData/input/items.ts';
import { createContext, type Script } from './execution.mts';

/** The values of the node's fields, as n8n gives them. Others have their defaults. */
export type Fields = Record<string, unknown>;

interface More extends Script {
	/** Fields that hold an expression, as n8n evaluates them for an item. */
	byItem?: (item: number) => Fields;
}

export function executionOf(
	items: readonly unknown[],
	fields: Fields = {},
	{ byItem = () => ({}), ...more }: More = {},
): PushExecution {
	const expressions = Object.keys(byItem(0)).map((name) => [name, '={{ $json }}']);
	const { context } = createContext({
		...more,
		items,
		parameters: { shop: 'a.example', ...fields, ...Object.fromEntries(expressions) },
		resolve: (name, item) => byItem(item)[name],
	});
	return new Execution(context, pushFields);
}

export async function rowsOf(source: Source, inspection = source.inspect()): Promise<Row[]> {
	const rows: Row[] = [];
	for await (const chunk of source.rows(await inspection)) rows.push(...chunk);
	return rows;
}

export async function read(items: readonly unknown[], fields: Fields = {}, more: More = {}) {
	const execution = executionOf(items, fields, more);
	const source = new ItemsSource(execution.context, readItemsSettings(execution));
	const inspection = await source.inspect();
	if (inspection.refusal) throw inspection.refusal;
	const rows = await rowsOf(source, Promise.resolve(inspection));
	expect(rows).toHaveLength(inspection.total + inspection.left);
	return { source, inspection, hints: inspection.hints, rows };
}

/** A row as it is sent, or why it is not. */
export const sent = ({ json, problem }: Row) =>
	problem ? { problem: problem.message, remedy: problem.remedy } : { json };
