import type { INode } from 'n8n-workflow';
import type { Kind } from '../../../nodes/MerchantData/delivery/kind.ts';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { createOutput } from '../../../nodes/MerchantData/n8n/output.ts';
import { Columns, type ColumnSettings } from '../../../nodes/MerchantData/rows/columns.ts';
import { pushFields } from '../../../nodes/MerchantData/rows/fields/fields.ts';
import type { NumberFormat } from '../../../nodes/MerchantData/rows/numberFormat.ts';
import type { PushedFile, Row, Source } from '../../../nodes/MerchantData/rows/row.ts';
import type { Failure } from '../../../nodes/MerchantData/service/call.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { InvalidInput } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { createContext, type Script } from '../../kit/execution.mts';

/** What travels the road, made by hand. */

/** A row of an item, told apart by `n`. */
export function row(item: number, more: Partial<Row> = {}): Row {
	const { json = JSON.stringify({ n: item }) } = more;
	return { item, ordinal: 0, shop: 'a', json, bytes: Buffer.byteLength(json), ...more };
}

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

interface Typed {
	shopColumn?: string;
	ignored?: readonly string[];
	numberColumns?: readonly string[];
	booleanColumns?: readonly string[];
	emptyValues?: readonly string[];
	numberFormat?: NumberFormat;
}

/** What the form of a push says, as it is read. */
export const settingsOf = ({ numberFormat = 'plain', ...typed }: Typed = {}): ColumnSettings => ({
	uses: [
		{ field: 'Shop Column', names: new Set([typed.shopColumn ?? []].flat()), use: 'shop' },
		{ field: 'Fields to Ignore', names: new Set(typed.ignored), use: 'ignored' },
		{ field: 'Number Columns', names: new Set(typed.numberColumns), use: 'number' },
		{ field: 'Boolean Columns', names: new Set(typed.booleanColumns), use: 'boolean' },
	],
	emptyValues: new Set(typed.emptyValues),
	numberFormat,
});

/** Columns of which these are known. */
export function columnsOf(names: readonly string[], typed?: Typed) {
	const columns = new Columns(settingsOf(typed), (column, shop) => `By ${column}, not ${shop}.`);
	columns.of(names);
	return columns;
}

export const columnOf = (columns: Columns, name: string) => columns.of([name])[0]!;

/** The numbers of rows. */
export const numbersOf = (rows: readonly Row[]) =>
	rows.map(({ json }) => (JSON.parse(json) as { n: number }).n);

export const node = { name: 'Merchant Data', type: 'merchantData' } as INode;

/** What is known of rows that were not accepted, the first of them of an input item. */
export function failure(outcome: FailedOutcome, status: number | null, itemIndex = 0): Failure {
	const details = { message: `${status}: no.`, description: 'Do it well.', outcome, itemIndex };
	const error = new ServiceError(node, { ...details, status: status ?? undefined });
	return { outcome, status, error };
}

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
