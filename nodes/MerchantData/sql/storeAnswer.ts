import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { BadAnswer } from '../service/answers/serverText';
import { type NodeStream, streamOf, through } from '../service/nodeStream';
import { withCode } from '../errors/codes';
import { InvalidInput } from '../errors/invalidInput';
import { hintsOn } from './learned';
import { RowReader } from './rowReader';
import { addColumn, type SqlRow } from './rows';
import { about, type SqlInput } from './request';
import { RowFile } from './rowFile';
import { WholeJson } from './wholeJson';

const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };

export interface Answered {
	items: INodeExecutionData[];
	/** The number of rows, or 1 for an unchanged answer. */
	count: number;
	notes: string[];
}

/**
 * Puts an answer into a file as it comes, unless it has no rows.
 * @throws BadAnswer, InvalidValue; NodeOperationError if it breaks off or cannot be stored
 */
export async function storeAnswer(
	{ context }: Requester,
	input: SqlInput,
	answer: NodeStream,
): Promise<Answered> {
	const { shop, period, compress, binaryField, isForAgent, item } = input;
	const format = input.format as keyof typeof TYPES;
	const reader = new RowReader(input.rowsField);
	try {
		const whole = format === 'json' ? new WholeJson(answer) : undefined;
		const file = whole ?? (await RowFile.begin(rowsAsTheyCome(reader, input, answer), input));
		if (!file) return { items: [], count: 0, notes: hintsOn(reader.learned) };
		const parts = compress ? through(new CompressionStream('gzip'), file.parts()) : file.parts();
		const data = await context.helpers.prepareBinaryData(
			streamOf(answer, parts),
			`${shop}_${period.startDate}_${period.endDate}.${format}${compress ? '.gz' : ''}`,
			compress ? 'application/gzip' : TYPES[format],
		);
		// n8n has read all parts, so the count is complete.
		const rows = file instanceof RowFile ? file.rows : undefined;
		const notes = hintsOn(whole ?? reader.learned);
		if (isForAgent) notes.push(fileNote(binaryField));
		const json = rows === undefined ? about(input) : { ...about(input), rows };
		const stored = { json, binary: { [binaryField]: data }, pairedItem: { item } };
		return { items: [stored], count: rows ?? 1, notes };
	} catch (error) {
		// n8n may wrap an error of reading.
		const cause = ((error as Error).cause ?? error) as Error & { description?: string };
		if (cause instanceof BadAnswer || cause instanceof InvalidInput) throw cause;
		const message = `The answer could not be put into a file: ${cause.message}`;
		const description = cause.description ?? 'Try again: the connection or the storage failed.';
		const failure = new NodeOperationError(context.getNode(), message, { description });
		throw withCode('sql.notStored', failure);
	} finally {
		// A stream that was not read to its end would keep its connection open.
		answer.destroy();
	}
}

/** A model sees only the JSON of an item. */
const fileNote = (field: string) =>
	`The rows are in a file, in the field "${field}" of the output of this tool in the n8n execution, not in this text`;

/** Reads the rows of an answer in UTF-8, part by part. Its parts may end within a character. */
function rowsAsTheyCome(
	reader: RowReader,
	{ includeShop, shop }: SqlInput,
	answer: NodeStream,
): () => Promise<SqlRow[] | undefined> {
	const decoder = new TextDecoder();
	const parts = (answer as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
	return async () => {
		const { value: part, done = false } = await parts.next();
		// At the end, this throws if the answer is cut off.
		const rows = reader.read(decoder.decode(part, { stream: !done }), done);
		if (includeShop) for (const row of rows) addColumn(row, 'shop', shop, 'Include Shop');
		return done ? undefined : rows;
	};
}
