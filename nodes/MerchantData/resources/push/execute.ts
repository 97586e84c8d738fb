import type { IDataObject } from 'n8n-workflow';
import { counted } from '../../lib/counted';
import type { Output } from '../../n8n/output';
import type { PushExecution } from './form';
import { fieldsForPeople, type Row } from '../../mapping/row';
import { type Suggestions, LooksWrong } from '../../errors/invalidInput';
import { FilesSource } from '../../input/files';
import type { Inspection, Source } from '../../input/source';
import { type ColumnSettings, isTable } from '../../mapping/columns';
import { type Proposal, proposalFor } from '../../mapping/profile/proposal';
import { nodeItem, PreviewRows, unreadable } from './preview';
import { comparesRows, readFileSettings, readItemsSettings, setFields } from './settings';
import { ItemsSource } from '../../input/items';
import { type Endpoint, type EndpointName, ENDPOINTS } from '../../service/endpoints';
import { deliver } from '../../delivery/deliver';
import type { DeliveryOptions, RequestFormat } from '../../delivery/requestFormat';

/** Most bytes of the rows of a request: 1 MiB, with room for the shop around them. */
const MOST_ROW_BYTES = 1_024 * 1_024 - 1_024;

/** Pushes the rows of all items, or of their files, in their order ("Endpoints" 5 and 6). */
export async function push(endpoint: EndpointName, execution: PushExecution, output: Output) {
	const { nodeField } = execution;
	const isFiles = nodeField('dataMode') === 'binary';
	const { context } = execution;
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
	if (nodeField('preview'))
		return await previewPush(execution, output, format, sourceOf, settings.columns);
	await deliver(execution, output, format, sourceOf({}), options);
}

/** Most readings of a file, each with what the one before it has found. */
const MOST_READINGS = 4;

/** Shows what would be sent, and a node with settings that fit. */
async function previewPush(
	execution: PushExecution,
	output: Output,
	format: RequestFormat,
	sourceOf: (changes: Suggestions) => Source,
	settings: ColumnSettings,
): Promise<void> {
	const { context } = execution;
	let changes: Suggestions = {};
	for (let reading = 1; ; reading++) {
		const source = sourceOf(changes);
		const rows = new PreviewRows(format);
		const inspection = await source.inspect((row) => rows.see(row));
		for (const { row } of inspection.description?.totals ?? []) rows.seeWrong(row);
		const { refusal = firstRefusal(inspection) } = inspection;
		if (refusal?.suggests && reading < MOST_READINGS) {
			changes = { ...changes, ...refusal.suggests };
			continue;
		}
		if (inspection.refusal) rows.seeRefusal(inspection.refusal);
		for (const [item, input] of inspection.inputs)
			if (input.refusal) rows.seeRefusal(input.refusal, item);
		const { description } = inspection;
		const isUnread = refusal && description?.columns.length === 0 && source.files;
		const items = isUnread ? [unreadable(refusal)] : rows.items(source, inspection, changes);
		// Settings do not mend a file that is not a table.
		const mayPropose = isTable(settings.dataMode) && (!refusal || refusal instanceof LooksWrong);
		const proposal = mayPropose && proposalOf(execution, inspection, settings);
		if (proposal) items.push(nodeItem(context.getNode(), proposal, changes));
		output.acceptAll(
			items.map(({ json, item = 0 }) => ({ json, pairedItem: { item } })),
			0,
		);
		const cannot = rows.hint(source);
		const asked = proposal ? proposal.questions : [];
		for (const text of [NOTHING_SENT, cannot, ...asked, ...inspection.hints])
			if (text !== undefined) execution.hint(text);
		return;
	}
}

const firstRefusal = ({ inputs }: Inspection) =>
	[...inputs.values()].find(({ refusal }) => refusal)?.refusal;

const NOTHING_SENT = 'Nothing was sent: "Preview" is on';

function proposalOf(
	{ field }: PushExecution,
	{ description }: Inspection,
	settings: ColumnSettings,
): Proposal | undefined {
	// A column of sentences is not a table.
	const [first, second] = description?.columns ?? [];
	if (!description || !first || (!second && first.kind === 'text')) return undefined;
	const added = setFields(field('fieldsToAdd', 0), 'Fields to Add').map(({ name }) => name);
	return proposalFor(description, settings, added, new Date().toISOString().slice(0, 10));
}

function pushFormat(
	endpoint: EndpointName,
	{ batchSize, output, rowsAtMost = Infinity }: DeliveryOptions & { batchSize: number },
): RequestFormat {
	const { shopField }: Endpoint = ENDPOINTS[endpoint];
	const bodyOf = (rows: readonly Row[]) => bytesOf(rows, `{"${shopField}":`);
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
		supportPayloadOf: (rows) =>
			`${counted(rows.length, 'rows')}. Fields of the first: ${fieldTypes(rows[0])}`,
	};
}

/** "Resources", data push request. Written into place: texts put together would take more memory than the body. */
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

/** The names and types of the fields of a row, without any value. */
function fieldTypes(row: Row): string {
	const fields = Object.entries(fieldsForPeople(row) as IDataObject);
	const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
	return fields.map(([name, value]) => `${name} (${typeOf(value)})`).join(', ');
}
