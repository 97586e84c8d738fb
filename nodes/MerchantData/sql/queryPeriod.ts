import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import type { Answer } from '../service/errors/attempt';
import { parseAnswer, saysFailed } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import { locateRows } from './answer/answer';
import { longNumbersAsText } from './answer/digits';
import { type Row, rowsAt } from './answer/rows';
import { storeAnswer, type FileItem } from './files/storeAnswer';
import type { AnswerFormat } from './query/input';
import { about, type Job, requestOf } from './query/job';
import { sqlCall, type SqlRequest } from './query/request';

/** What a user should know of how an answer was read, in sentences without a full stop. */
type Notes = string[];

/**
 * Runs a query over a period ("Endpoints" 8) and reads the rows of its answer.
 * @param rowsField where the rows are in the answer; empty to find them
 * @param notes gets what a user should know of how the answer was read
 * @throws ServiceError where the request failed; NodeOperationError where the answer is not JSON;
 *   FailedAnswer where it says that the query failed; InvalidValue where `rowsField` leads nowhere
 */
export async function queryRows(
	requester: Requester,
	request: SqlRequest,
	rowsField: string,
	notes: Notes,
): Promise<Row[]> {
	const { text } = await send(requester, request, 'text');
	const answer = parseAnswer(text);
	if (answer === undefined) {
		throw new NodeOperationError(
			requester.context.getNode(),
			'The answer to the query is not JSON',
			{
				itemIndex: request.item,
				description: `Turn "Simplify" off in the options to see it whole. It begins: ${text.slice(0, 200)}`,
			},
		);
	}
	const found = locateRows(text, answer, rowsField);
	notes.push(...found.notes);
	return rowsAt(withAllDigits(text, answer, notes), found.location);
}

async function send(
	{ client }: Requester,
	request: SqlRequest,
	answer: 'text' | 'stream',
): Promise<Answer> {
	return acceptedAnswer(await client.call('sql', { ...sqlCall(request), answer }));
}

/** @param answer the parsed text, which is returned where it has all digits */
function withAllDigits(text: string, answer: unknown, notes: Notes): unknown {
	const kept = longNumbersAsText(text, answer);
	if (kept === undefined) return answer;
	notes.push(LONG_NUMBERS);
	return parseAnswer(kept);
}

const LONG_NUMBERS =
	'The answer has numbers that are too long for n8n: they are given as text, with the digits as written. Cast them in the query where the type matters';

/** The result of a period: rows, items that hold the raw answer or files of its rows, or an error. */
type Given =
	| { rows: Row[] }
	| { items: Array<{ json: IDataObject } | FileItem> }
	| { failure: unknown };

export interface PeriodResult extends Job {
	given: Given;
	/** How many rows; 1 where the answer is given whole. */
	count: number;
	/** What a user should know of how the answer was read. */
	notes: Notes;
}

/**
 * Runs the query of an item over a period, and reads its answer into what the item asks for. It does
 * not throw, so that a period that fails leaves the others.
 * @param limit rows at most
 */
export async function queryPeriod(
	requester: Requester,
	job: Job,
	limit: number,
): Promise<PeriodResult> {
	const notes: Notes = [];
	try {
		const read = READ[job.input.format];
		return { ...job, ...(await read(requester, job, limit, notes)), notes };
	} catch (failure) {
		return { ...job, given: { failure }, count: 0, notes };
	}
}

type Read = (
	requester: Requester,
	job: Job,
	limit: number,
	notes: Notes,
) => Promise<{ given: Given; count: number }>;

const READ: Record<AnswerFormat, Read> = {
	rows: readRows,
	raw: readWhole,
	csv: writeFiles,
	json: writeFiles,
	ndjson: writeFiles,
};

const cutBy = (limit: number) =>
	`"Limit" in the options cut the rows: only the first ${limit} were returned`;

async function readRows(requester: Requester, job: Job, limit: number, notes: Notes) {
	const { rowsField, limit: limitOfItem } = job.input;
	const all = await queryRows(requester, requestOf(job), rowsField, notes);
	if (all.length > limit) notes.push(cutBy(limitOfItem));
	const rows = all.length > limit ? all.slice(0, limit) : all;
	return { given: { rows }, count: rows.length };
}

/** There is no limit here: it is refused together with a raw answer. */
async function readWhole(requester: Requester, job: Job, _limit: number, notes: Notes) {
	const { text } = await send(requester, requestOf(job), 'text');
	const value = parseAnswer(text);
	if (value === undefined) notes.push('The answer is not JSON, and is given as text');
	if (saysFailed(value) !== 'no') notes.push('The answer says that the query failed');
	const response = (value === undefined ? text : withAllDigits(text, value, notes)) as IDataObject;
	return { given: { items: [{ json: { ...about(job), response } }] }, count: 1 };
}

async function writeFiles(requester: Requester, job: Job, limit: number, notes: Notes) {
	const { stream } = await send(requester, requestOf(job), 'stream');
	const stored = await storeAnswer(requester, job, stream!, limit, (note) => notes.push(note));
	if (stored.isCut) notes.push(cutBy(job.input.limit));
	return { given: { items: stored.files }, count: stored.count };
}
