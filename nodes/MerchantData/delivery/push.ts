import type { IDataObject } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import { bulkOperation } from '../n8n/operation';
import { pushFields } from '../rows/fields/fields';
import { fieldsForPeople, type Row } from '../rows/row';
import { filesSource } from '../rows/sources/files';
import { hintAtColumns } from '../rows/sources/form';
import { itemsSource } from '../rows/sources/items';
import type { EndpointName } from '../service/endpoints';
import { deliver } from './delivery';
import type { DeliveryOptions, Kind } from './kind';

/** Most bytes of the rows of a request: 1 MiB, with room for the shop around them. */
const MOST_ROW_BYTES = 1_024 * 1_024 - 1_024;

/** A push ("Endpoints" 5 and 6) of the rows of all items or of their files, in their order. */
export const pushOperation = (endpoint: EndpointName, action: string, description: string) =>
	bulkOperation({
		value: 'push',
		name: 'Push',
		action,
		description,
		fields: pushFields,

		async executeAll(execution, output) {
			const isFiles = execution.nodeField('dataMode') === 'binary';
			const options = {
				...execution.nodeField('options'),
				preview: execution.nodeField('preview'),
			};
			const source = isFiles ? filesSource(execution) : itemsSource(execution);
			await deliver(execution, output, pushKind(endpoint, options), source, options);
			// An agent could take it for a reason to push the rows once more.
			if (!isAgentCall(execution.context)) hintAtColumns(execution, source);
		},
	});

function pushKind(
	endpoint: EndpointName,
	{ batchSize, output }: DeliveryOptions & { batchSize: number },
): Kind {
	return {
		endpoint,
		noun: 'rows',
		limit: { rows: batchSize, size: MOST_ROW_BYTES },
		// With the comma behind it.
		sizeOf: ({ bytes }) => bytes + 1,
		bodyOf,
		// An item of a file counts requests and bytes; what the service said is not kept.
		receiptOf: (rows, bytes, status, response) =>
			output === 'files'
				? { bytes }
				: { shop: rows[0].shop, rows: rows.length, bytes, status, response },
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
