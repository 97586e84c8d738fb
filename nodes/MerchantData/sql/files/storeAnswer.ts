import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Requester } from '../../n8n/execution';
import { type NodeStream, streamOf } from '../../service/nodeStream';
import { refuseFailure } from '../answer/answer';
import { about, type Job } from '../query/job';
import { decoded, gzip } from './compress';
import { BrokenJson, wholeJson } from './jsonCompleteness';
import { explained } from './problems';
import { rowFiles, type RowFormat } from './rowFiles';
import { streamRows } from './rowStream';

/** A file of n8n's, and what is said of it. */
export interface FileItem {
	json: IDataObject;
	binary: NonNullable<INodeExecutionData['binary']>;
}

/** What an answer became. */
export interface Stored {
	/** None where it has no rows, or is empty. */
	files: FileItem[];
	/** How many rows they hold; 1 where the answer is kept as it came. */
	count: number;
	/** Whether a limit left rows out. */
	isCut: boolean;
}

type Bytes = AsyncIterable<Uint8Array>;

const TYPES = {
	csv: 'text/csv',
	json: 'application/json',
	ndjson: 'application/x-ndjson',
} as const;

/**
 * Puts an answer into files as it comes. n8n is given a file only once it is known to have a row, and
 * nothing is returned before the answer has been read to its end.
 * @param limit rows at most
 * @param tell is told what a user should know of how the answer was read
 * @throws NodeOperationError where it is not one whole JSON value, breaks off, or does not fit the
 *   format; FailedAnswer, InvalidValue
 */
export async function storeAnswer(
	execution: Requester,
	job: Job,
	answer: NodeStream,
	limit: number,
	tell: (note: string) => void,
): Promise<Stored> {
	/** The error of reading, as it was thrown: n8n's stores may wrap it. */
	let failure: unknown;
	async function* noted(parts: Bytes): AsyncGenerator<Uint8Array> {
		const reading = parts[Symbol.asyncIterator]();
		for (;;) {
			const next = reading.next();
			next.catch((error: unknown) => (failure ??= error));
			const { done, value } = await next;
			if (done) return;
			yield value;
		}
	}
	const keep = async (parts: Bytes, number?: number) =>
		await store(execution, job, answer, noted(parts), number);

	try {
		if (job.input.format === 'json') {
			const binary = await keep(refuseFailure(wholeJson(answer)));
			return { files: [{ json: about(job), binary }], count: 1, isCut: false };
		}
		return await storeRows(job, answer, limit, tell, keep);
	} catch (error) {
		const cause = (failure ?? error) as Error;
		if (!(cause instanceof BrokenJson && cause.problem === 'empty')) {
			throw explained(execution.context.getNode(), cause);
		}
		tell('The answer is empty, which counts as no rows: there is no file');
		return { files: [], count: 0, isCut: false };
	} finally {
		// A stream that was not read to its end would keep its connection open.
		answer.destroy();
	}
}

async function storeRows(
	job: Job,
	body: Bytes,
	limit: number,
	tell: (note: string) => void,
	keep: (parts: Bytes, number?: number) => Promise<FileItem['binary']>,
): Promise<Stored> {
	const { format, rowsField, includeShop, shop, rowsPerFile } = job.input;
	const content = rowFiles(streamRows(decoded(body), rowsField, tell), {
		format: format as RowFormat,
		shop: includeShop ? shop : undefined,
		rowsPerFile,
		limit,
	});
	const files: FileItem[] = [];
	let count = 0;
	for await (const file of content.files) {
		const number = rowsPerFile === Infinity ? undefined : files.length + 1;
		const binary = await keep(file.parts, number);
		files.push({ json: { ...about(job), rows: file.rows }, binary });
		count += file.rows;
	}
	return { files, count, isCut: content.isCut };
}

/** @param number of the file, where an answer may have several */
async function store(
	{ context }: Requester,
	{ input, period }: Job,
	answer: NodeStream,
	content: Bytes,
	number: number | undefined,
): Promise<FileItem['binary']> {
	const { shop, compress, binaryField } = input;
	const format = input.format as keyof typeof TYPES;
	const suffix = number === undefined ? '' : `-${number}`;
	const name = `${shop}_${period.startDate}_${period.endDate}${suffix}.${format}`;
	const stream = streamOf(answer, compress ? gzip(content) : content);
	const file = compress
		? await context.helpers.prepareBinaryData(stream, `${name}.gz`, 'application/gzip')
		: await context.helpers.prepareBinaryData(stream, name, TYPES[format]);
	return { [binaryField]: file };
}
