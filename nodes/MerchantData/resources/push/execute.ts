import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../lib/counted';
import type { Output } from '../../n8n/output';
import type { PushExecution } from './form';
import { fieldsForPeople, type Row } from '../../mapping/row';
import type { Suggestions } from '../../errors/invalidInput';
import { FilesSource } from '../../input/files';
import type { Source } from '../../input/source';
import { previewPush } from './preview';
import { comparesRows, readFileSettings, readItemsSettings } from './settings';
import { ItemsSource } from '../../input/items';
import { type Endpoint, type EndpointName, ENDPOINTS } from '../../service/endpoints';
import { deliver } from '../../delivery/deliver';
import type { DeliveryOptions, RequestFormat } from '../../delivery/requestFormat';

/** Most bytes of the rows of a request: 1 MiB, less some room for the shop. */
const MOST_ROW_BYTES = 1_024 * 1_024 - 1_024;

/** Pushes the rows of all items or their files, in order ("Endpoints" 5 and 6). */
export async function push(endpoint: EndpointName, execution: PushExecution, output: Output) {
	const { context, nodeField } = execution;
	const isFiles = nodeField('dataMode') === 'binary';
	const settings = isFiles ? readFileSettings(execution) : readItemsSettings(execution);
	const sourceOf = (changes: Suggestions): Source =>
		'fromLine' in settings
			? new FilesSource(context, { ...settings, ...changes })
			: new ItemsSource(context, settings);
	const options = {
		...nodeField('options'),
		ifSentAgain: nodeField('ifSentAgain'),
		onlyChanged: comparesRows(execution),
	};
	const format = pushFormat(endpoint, options);
	if (nodeField('preview')) return await previewPush(execution, output, format, sourceOf);
	await deliver(execution, output, format, sourceOf({}), options);
}

function pushFormat(
	endpoint: EndpointName,
	{ batchSize, output, rowsAtMost = Infinity }: DeliveryOptions & { batchSize: number },
): RequestFormat {
	const { shopField }: Endpoint = ENDPOINTS[endpoint];
	return {
		endpoint,
		noun: 'rows',
		limit: { rows: batchSize, size: MOST_ROW_BYTES },
		// Includes the comma.
		sizeOf: ({ bytes }) => bytes + 1,
		bodyOf: (rows) => bytesOf(rows, `{"${shopField}":`),
		receiptOf(rows, bytes, status, response) {
			const tried = rowsAtMost === Infinity ? {} : { firstRow: fieldsForPeople(rows[0]) };
			const receipt = { shop: rows[0].shop, rows: rows.length, bytes, status, ...tried };
			// The ledger keeps receipts, and a service may repeat all rows of a large file.
			return output === 'files' ? receipt : { ...receipt, response };
		},
		supportPayloadOf: (rows) =>
			`${counted(rows.length, 'rows')}. Fields of the first: ${fieldTypes(rows[0])}`,
	};
}

/** "Resources", data push request. Written into a buffer, because joining texts would take more memory than the body. */
function bytesOf(rows: readonly Row[], beforeShop: string): Buffer {
	const begin = `${beforeShop}${JSON.stringify(rows[0].shop)},"data":`;
	const size = rows.reduce((sum, { bytes }) => sum + 1 + bytes, Buffer.byteLength(begin) + 2);
	const body = Buffer.allocUnsafe(size);
	let at = body.write(begin);
	for (const [index, { json }] of rows.entries()) {
		at += body.write(index === 0 ? '[' : ',', at);
		at += body.write(json, at);
	}
	body.write(']}', at);
	return body;
}

/** Names and types of the fields of a row, without values. */
function fieldTypes(row: Row): string {
	const fields = Object.entries(fieldsForPeople(row) as IDataObject);
	const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
	return fields.map(([name, value]) => `${name} (${typeOf(value)})`).join(', ');
}
