import type { IDataObject } from 'n8n-workflow';
import type { Output } from '../n8n/output';
import type { PushExecution } from '../rows/fields/fields';
import { fieldsForPeople, type Row } from '../rows/row';
import { FilesSource } from '../rows/sources/files';
import { ItemsSource } from '../rows/sources/items';
import type { EndpointName } from '../service/endpoints';
import { deliver } from './delivery';
import type { DeliveryOptions, RequestFormat } from './requestFormat';

/** Most bytes of the rows of a request: 1 MiB, with room for the shop around them. */
const MOST_ROW_BYTES = 1_024 * 1_024 - 1_024;

/** Pushes the rows of all items, or of their files, in their order ("Endpoints" 5 and 6). */
export async function push(
	endpoint: EndpointName,
	execution: PushExecution,
	output: Output,
): Promise<void> {
	const { nodeField } = execution;
	const isFiles = nodeField('dataMode') === 'binary';
	const source = isFiles ? new FilesSource(execution) : new ItemsSource(execution);
	const options = { ...nodeField('options'), preview: nodeField('preview') };
	await deliver(execution, output, pushFormat(endpoint, options), source, options);
}

function pushFormat(
	endpoint: EndpointName,
	{ batchSize, output, rowsAtMost = Infinity }: DeliveryOptions & { batchSize: number },
): RequestFormat {
	return {
		endpoint,
		noun: 'rows',
		limit: { rows: batchSize, size: MOST_ROW_BYTES },
		// With the comma behind it.
		sizeOf: ({ bytes }) => bytes + 1,
		bodyOf,
		// An item of a file counts requests and bytes; what the service said is not kept.
		receiptOf(rows, bytes, status, response) {
			if (output === 'files') return { bytes };
			const tried = rowsAtMost === Infinity ? {} : { firstRow: fieldsForPeople(rows[0]) };
			return { shop: rows[0].shop, rows: rows.length, bytes, status, ...tried, response };
		},
		previewOf: (rows) => ({
			shop: rows[0].shop || null,
			rows: rows.length,
			bytes: bodyOf(rows).length,
			firstRow: fieldsForPeople(rows[0]),
		}),
		supportPayloadOf: (rows) => `${rows.length} rows. Fields of the first: ${fieldTypes(rows[0])}`,
	};
}

/** "Resources", data push request. In parts, because V8 is slow at texts that need memory pages of their own. */
function bodyOf(rows: readonly Row[]): Buffer {
	const parts = [Buffer.from(`{"shop":${JSON.stringify(rows[0].shop)},"data":[`)];
	for (let at = 0; at < rows.length; at += 100) {
		const texts = rows.slice(at, at + 100).map(({ json }) => json);
		parts.push(Buffer.from((at > 0 ? ',' : '') + texts.join(',')));
	}
	return Buffer.concat([...parts, Buffer.from(']}')]);
}

/** The names and types of the fields of a row, without any value. */
function fieldTypes(row: Row): string {
	const fields = Object.entries(fieldsForPeople(row) as IDataObject);
	const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
	return fields.map(([name, value]) => `${name} (${typeOf(value)})`).join(', ');
}
