import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Execution } from '../../runtime/execution';
import type { Output } from '../../runtime/output';
import { answerValue } from '../../shared/answerItem';
import { ENDPOINTS } from '../../transport/endpoints';
import type { Answer } from '../../transport/http';
import { writeCsv } from './csv';
import type { SqlInput } from './input';
import type { Period } from './period';
import { addShop, looksLikeError } from './rowNames';
import { extractRows, type Row } from './rows';

type File = Parameters<Execution['context']['helpers']['prepareBinaryData']>[0];

/**
 * Runs the query over one window and puts the answer out.
 * @param most how many rows may be given
 * @returns how many results the answer had: rows, or 1 where it was given whole
 * @throws ServiceError; InvalidValue where the rows are not where "Rows Field" says
 */
export async function deliver(
	execution: Execution,
	input: SqlInput,
	window: Period,
	most: number,
	item: number,
	output: Output,
): Promise<number> {
	const { shop, includeShop, delivery } = input;
	const answer = await send(execution, input, window, item);
	const pairedItem = { item };
	const about: IDataObject = { period: { ...window }, ...(includeShop ? { shop } : {}) };

	if (delivery === 'raw') {
		const response = answerValue(answer.text) as IDataObject;
		output.accept({ json: { ...about, response }, pairedItem });
		return 1;
	}
	if (delivery === 'json') {
		const binary = await writeFile(execution, input, window, answer.stream as File);
		output.accept({ json: about, binary, pairedItem });
		return 1;
	}

	const rows = readRows(execution, input, answer, item).slice(0, most);
	if (includeShop) addShop(rows, shop);
	if (delivery === 'rows') {
		giveRows(execution, rows, item, output);
	} else if (rows.length > 0) {
		const file = Buffer.from(writeCsv(rows));
		const binary = await writeFile(execution, input, window, file);
		output.accept({ json: about, binary, pairedItem });
	}
	return rows.length;
}

async function send(
	execution: Execution,
	{ shop, query, limits, delivery }: SqlInput,
	period: Period,
	itemIndex: number,
): Promise<Answer> {
	const payload = JSON.stringify({ query, period, [ENDPOINTS.sql.shopField]: shop });
	return await execution.client.call('sql', {
		body: Buffer.from(payload),
		limits,
		shop,
		itemIndex,
		answer: delivery === 'json' ? 'stream' : 'text',
		supportPayload: () => payload,
	});
}

function readRows(
	{ context }: Execution,
	{ rowsField }: SqlInput,
	{ text }: Answer,
	itemIndex: number,
): Row[] {
	const answer = answerValue(text);
	if (typeof answer !== 'string') return extractRows(answer, rowsField);
	throw new NodeOperationError(context.getNode(), 'The answer to the query is not JSON', {
		itemIndex,
		description: `Turn "Simplify" off in the options to see it whole. It begins: ${answer.slice(0, 200)}`,
	});
}

/** There may be hundreds of thousands: all share one link to their input item. */
function giveRows({ hint }: Execution, rows: Row[], item: number, output: Output): void {
	const pairedItem = { item };
	for (const row of rows) {
		const isError = looksLikeError(row);
		if (isError) {
			hint(
				'A row with "error" and no data beside it is given under "row", because n8n would take it for a failed item',
			);
		}
		output.accept({ json: isError ? { row } : row, pairedItem });
	}
}

async function writeFile(
	{ context }: Execution,
	{ shop, delivery, binaryField }: SqlInput,
	{ startDate, endDate }: Period,
	file: File,
): Promise<INodeExecutionData['binary']> {
	const [extension, mimeType] =
		delivery === 'csv' ? ['csv', 'text/csv'] : ['json', 'application/json'];
	const fileName = `${shop}_${startDate}_${endDate}.${extension}`;
	try {
		return { [binaryField]: await context.helpers.prepareBinaryData(file, fileName, mimeType) };
	} catch (error) {
		// A stream breaks while it is stored, and says no more than "aborted".
		throw new NodeOperationError(
			context.getNode(),
			`The answer could not be put into a file: ${(error as Error).message}`,
			{ description: 'The connection broke, or n8n could not store the file. Try again.' },
		);
	}
}
