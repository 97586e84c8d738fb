import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Requester } from '../../n8n/execution';
import { type NodeStream, streamOf, through } from '../../service/nodeStream';
import { InvalidInput } from '../../shared/invalidValue';
import { BadAnswer } from '../answer/answer';
import { addColumn, type Row } from '../answer/rows';
import { streamRows } from '../answer/rowStream';
import { about, type SqlInput } from '../query/input';
import { rowFile } from './rowFile';
import { EmptyAnswer, wholeJson } from './wholeJson';

type Bytes = AsyncIterable<Uint8Array>;

const TYPES = {
	csv: 'text/csv',
	json: 'application/json',
	ndjson: 'application/x-ndjson',
} as const;

/**
 * Puts an answer into a file as it comes. n8n is given a file only once it is known to have a row, and
 * nothing is returned before the answer has been read to its end.
 * @param limit rows at most
 * @param tell is told what a user should know of how the answer was read
 * @returns the item with the file, none where there are no rows; how many rows it holds, 1 where the answer
 *   is kept as it came; whether a limit left rows out
 * @throws BadAnswer, InvalidValue; NodeOperationError where it breaks off or cannot be stored
 */
export async function storeAnswer(
	execution: Requester,
	input: SqlInput,
	answer: NodeStream,
	limit: number,
	tell: (note: string) => void,
): Promise<{ file?: INodeExecutionData; count: number; isCut: boolean }> {
	/** The error of reading, as it was thrown: n8n's stores may wrap it. */
	let failure: unknown;
	async function* noted(parts: Bytes): AsyncGenerator<Uint8Array> {
		const reading = parts[Symbol.asyncIterator]();
		for (;;) {
			const next = reading.next();
			next.catch((error: unknown) => (failure = error));
			const { done, value } = await next;
			if (done) return;
			yield value;
		}
	}

	async function store(parts: Bytes) {
		const { shop, period, compress, binaryField, format } = input;
		const content = streamOf(answer, noted(compress ? gzip(parts) : parts));
		const name = `${shop}_${period.startDate}_${period.endDate}.${format}${compress ? '.gz' : ''}`;
		const type = compress ? 'application/gzip' : TYPES[format as keyof typeof TYPES];
		const file = await execution.context.helpers.prepareBinaryData(content, name, type);
		return { json: about(input), binary: { [binaryField]: file } };
	}

	try {
		const { format, rowsField, includeShop, shop } = input;
		if (format === 'json') return { file: await store(wholeJson(answer)), count: 1, isCut: false };
		const rows = streamRows(decoded(answer), rowsField, tell);
		const named = includeShop ? withShop(rows, shop) : rows;
		const file = await rowFile(named, format as 'csv' | 'ndjson', limit);
		if (!file) return { count: 0, isCut: false };
		const { json, binary } = await store(file.parts);
		return {
			file: { json: { ...json, rows: file.rows }, binary },
			count: file.rows,
			isCut: file.isCut,
		};
	} catch (error) {
		const cause = (failure ?? error) as Error;
		if (!(cause instanceof EmptyAnswer)) throw explained(execution, cause);
		tell('The answer is null or empty, which counts as no rows');
		return { count: 0, isCut: false };
	} finally {
		// A stream that was not read to its end would keep its connection open.
		answer.destroy();
	}
}

async function* withShop(batches: AsyncIterable<Row[]>, shop: string): AsyncGenerator<Row[]> {
	for await (const rows of batches) {
		for (const row of rows) addColumn(row, 'shop', shop, 'Include Shop');
		yield rows;
	}
}

/** Compresses bytes as they come. An error of theirs ends it. */
async function* gzip(parts: Bytes): AsyncGenerator<Uint8Array> {
	// The web's stream reads ahead as soon as it is made.
	yield* through(new CompressionStream('gzip'), parts);
}

/** UTF-8, whose characters may be cut in two, as text without a byte order mark. */
async function* decoded(bytes: Bytes): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const part of bytes) yield decoder.decode(part, { stream: true });
	yield decoder.decode();
}

/** The error for the user. Of a stream that breaks while it is stored, it says no more than "aborted". */
function explained({ context }: Requester, error: Error & { description?: string }): Error {
	if (error instanceof BadAnswer || error instanceof InvalidInput) return error;
	return new NodeOperationError(
		context.getNode(),
		`The answer could not be put into a file: ${error.message}`,
		{
			description:
				error.description ??
				'The connection broke, the answer cannot be read, or n8n could not store the file. Try again.',
		},
	);
}
