import type { Kind } from '../../../nodes/MerchantData/delivery/kind.ts';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../../nodes/MerchantData/n8n/output.ts';
import { Columns, type ColumnSettings } from '../../../nodes/MerchantData/rows/columns.ts';
import { pushFields } from '../../../nodes/MerchantData/rows/fields/fields.ts';
import type { Row, PushedFile, Source } from '../../../nodes/MerchantData/rows/row.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { createContext, type Script } from '../../kit/execution.mts';

/** What travels the road, made by hand. */

/** A row of an item, told apart by `n`. */
export const row = (item: number, more: Partial<Row> = {}): Row => ({
	item,
	ordinal: 0,
	shop: 'a',
	json: JSON.stringify({ n: item }),
	...more,
});

/** One that cannot be sent. */
export const refused = (item: number, more: Partial<Row> = {}): Row =>
	row(item, { problem: new InvalidInput(`No ${item}`, 'Mend it.'), ...more });

/** A row of a file. Its ordinal is `n`, and line 1 holds the header. */
export const line = (ordinal: number, more: Partial<Row> = {}): Row =>
	row(0, { ordinal, line: ordinal + 2, json: JSON.stringify({ n: ordinal }), ...more });

export const sourceOf = (rows: readonly Row[], more: Partial<Source> = {}): Source => ({
	rows: () => [rows],
	skipped: () => 0,
	placeOf: ({ item }) => `row ${item + 1}`,
	...more,
});

/** A file whose copies are kept in memory. */
export const fileOf = (more: Partial<PushedFile> = {}): PushedFile => ({
	item: 0,
	name: '',
	fingerprint: 'as ever',
	content: async (lines) => Buffer.concat(await Array.fromAsync(lines)),
	...more,
});

export function columnsOf(names: readonly string[], settings: Partial<ColumnSettings> = {}) {
	const columns = new Columns({
		numberColumns: new Set(),
		booleanColumns: new Set(),
		ignored: new Set(),
		emptyValues: new Set(),
		numberFormat: 'plain',
		...settings,
	});
	columns.know(names);
	return columns;
}

/** The numbers of rows. */
export const numbersOf = (rows: readonly Row[]) =>
	rows.map(({ json }) => (JSON.parse(json) as { n: number }).n);

/** Rows that go to the endpoint of ad data, ten bytes each. */
export const kindOf = (more: Partial<Kind> = {}): Kind => ({
	endpoint: 'pushAds',
	noun: 'rows',
	limit: { rows: 500, size: 1_000 },
	sizeOf: () => 10,
	bodyOf: (rows) => Buffer.from(JSON.stringify({ shop: rows[0]!.shop, data: numbersOf(rows) })),
	receiptOf: (rows, bytes, status, response) => ({
		shop: rows[0]!.shop,
		rows: rows.length,
		bytes,
		status,
		response,
	}),
	previewOf: (rows) => ({ shop: rows[0]!.shop, rows: rows.length }),
	supportPayloadOf: (rows) => `${rows.length} rows`,
	...more,
});

/** An execution and its output. */
export function startRoad(script: Script = {}) {
	const n8n = createContext(script);
	const execution = createExecution(n8n.context, pushFields);
	const output = createOutput(n8n.context, execution.client.context.redactor);
	const items = () => output.items();
	return { ...n8n, execution, output, items, hints: () => [...execution.hints] };
}
