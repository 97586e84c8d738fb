import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import type { Answer } from '../service/answers/attempt';
import { parseAnswer, saysFailed } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import { locateRows } from './answer/answer';
import { longNumbersAsText } from './answer/digits';
import { type Row, rowsAt } from './answer/rows';
import { storeAnswer, type StoredFile } from './files/storeAnswer';
import { isOfFiles, type SqlInput } from './query/input';
import { about, type Job } from './query/job';
import { sqlCall } from './query/request';

/** What a window gave, and what a user should know of how it was read. */
export type WindowResult = Job & {
	given: Given;
	/** How many rows; 1 where the answer is given whole. */
	results: number;
	notes: string[];
};

export type Given =
	| { rows: Row[] }
	/** Items that hold the answer as it came, or its rows in files. */
	| { items: Array<{ json: IDataObject } | StoredFile> }
	| { failure: unknown };

/**
 * Runs the query over one window. It never throws, so that one that fails leaves the others.
 * @param limit rows at most
 */
export async function queryWindow(
	execution: Requester,
	job: Job,
	limit: number,
): Promise<WindowResult> {
	const notes: string[] = [];
	try {
		const answer = await send(execution, job);
		const read = READ[job.input.format];
		return { ...job, ...(await read(execution, job, answer, limit, notes)), notes };
	} catch (failure) {
		return { ...job, given: { failure }, results: 0, notes };
	}
}

async function send({ client }: Requester, { input, item, window, permit }: Job): Promise<Answer> {
	const { shop, query, limits, format } = input;
	const result = await client.call('sql', {
		...sqlCall(shop, query, window, limits, item),
		permit,
		answer: isOfFiles(format) ? 'stream' : 'text',
	});
	return acceptedAnswer(result);
}

type Read = (
	execution: Requester,
	job: Job,
	answer: Answer,
	limit: number,
	notes: string[],
) => Promise<{ given: Given; results: number }>;

const READ: Record<SqlInput['format'], Read> = {
	rows: readRows,
	raw: readRaw,
	csv: readFiles,
	json: readFiles,
	ndjson: readFiles,
};

const cutBy = (limit: number) =>
	`"Limit" in the options cut the rows: only the first ${limit} were returned`;

async function readRows(
	{ context }: Requester,
	{ input, item }: Job,
	{ text }: Answer,
	limit: number,
	notes: string[],
) {
	const answer = parseAnswer(text);
	if (answer === undefined) {
		throw new NodeOperationError(context.getNode(), 'The answer to the query is not JSON', {
			itemIndex: item,
			description: `Turn "Simplify" off in the options to see it whole. It begins: ${text.slice(0, 200)}`,
		});
	}
	const found = locateRows(text, answer, input.rowsField);
	notes.push(...found.notes);
	const all = rowsAt(withAllDigits(text, answer, notes), found.place);
	if (all.length > limit) notes.push(cutBy(input.limit));
	const rows = all.length > limit ? all.slice(0, limit) : all;
	return { given: { rows }, results: rows.length };
}

async function readRaw(_: Requester, job: Job, { text }: Answer, _limit: number, notes: string[]) {
	const value = parseAnswer(text);
	if (value === undefined) notes.push('The answer is not JSON, and is given as text');
	if (saysFailed(value) !== 'no') notes.push('The answer says that the query failed');
	const response = (value === undefined ? text : withAllDigits(text, value, notes)) as IDataObject;
	return { given: { items: [{ json: { ...about(job), response } }] }, results: 1 };
}

/** @param answer the parsed text, which is given where it holds all digits */
function withAllDigits(text: string, answer: unknown, notes: string[]): unknown {
	const kept = longNumbersAsText(text);
	if (kept === undefined) return answer;
	notes.push(LONG_NUMBERS);
	return parseAnswer(kept);
}

const LONG_NUMBERS =
	'The answer has numbers that are too long for n8n: they are given as text, with the digits as written. Cast them in the query where the type matters';

async function readFiles(
	execution: Requester,
	job: Job,
	{ stream }: Answer,
	limit: number,
	notes: string[],
) {
	const stored = await storeAnswer(execution, job, stream!, limit, (note) => notes.push(note));
	if (stored.isCut) notes.push(cutBy(job.input.limit));
	return { given: { items: stored.files }, results: stored.results };
}
