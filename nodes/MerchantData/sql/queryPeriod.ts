import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { saysFailed, parseAnswer } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import type { Answer } from '../service/errors/retryPolicy';
import { rowsOfAnswer } from './answer/answer';
import { longNumbersAsText } from './answer/digits';
import type { Row } from './answer/rows';
import { storeAnswer } from './files/storeAnswer';
import { about, type SqlInput } from './query/input';
import { sqlCall, type SqlRequest } from './query/request';

/** What a user should know of how an answer was read, in sentences without a full stop. */
type Notes = string[];

/**
 * Runs a query over a period ("Endpoints" 8) and reads the rows of its answer.
 * @param rowsField where the rows are in the answer; empty to find them
 * @param notes gets what a user should know of how the answer was read; see {@link MORE_ROWS}
 * @throws ServiceError where the request failed; BadAnswer where the answer is not one whole JSON value,
 *   or says that the query failed; InvalidValue where `rowsField` leads nowhere
 */
export async function queryRows(
	requester: Requester,
	request: SqlRequest,
	rowsField: string,
	notes: Notes,
): Promise<Row[]> {
	const { text } = await send(requester, request, 'text');
	return rowsOfAnswer(withAllDigits(text, notes), rowsField, (note) => notes.push(note)).rows;
}

async function send(
	{ client }: Requester,
	request: SqlRequest,
	answer: 'text' | 'stream',
): Promise<Answer> {
	return acceptedAnswer(await client.call('sql', { ...sqlCall(request), answer }));
}

function withAllDigits(text: string, notes: Notes): string {
	const kept = longNumbersAsText(text);
	if (kept !== text) notes.push(LONG_NUMBERS);
	return kept;
}

const LONG_NUMBERS =
	'The answer has numbers that are too long for n8n: they are given as text, with the digits as written. Cast them in the query where the type matters';

/** What came of the query of an input item over a period. */
export interface PeriodResult {
	/** Of the item, with this period. */
	input: SqlInput;
	/** Why it failed; then it gave nothing. */
	failure?: unknown;
	rows: Row[];
	/** In place of rows: an item that holds the raw answer, or a file of them. */
	whole?: INodeExecutionData;
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
	input: SqlInput,
	limit: number,
): Promise<PeriodResult> {
	const notes: Notes = [];
	const result: PeriodResult = { input, rows: [], count: 0, notes };
	const tell = (note: string) => notes.push(note);
	let isCut = false;
	try {
		if (input.format === 'raw') {
			const { text } = await send(requester, input, 'text');
			result.whole = { json: { ...about(input), response: rawAnswer(text, notes) } };
			result.count = 1;
		} else if (input.format === 'rows') {
			const all = await queryRows(requester, input, input.rowsField, notes);
			isCut = all.length > limit;
			result.rows = isCut ? all.slice(0, limit) : all;
			result.count = result.rows.length;
		} else {
			const { stream } = await send(requester, input, 'stream');
			const stored = await storeAnswer(requester, input, stream!, limit, tell);
			({ file: result.whole, count: result.count, isCut } = stored);
		}
		if (isCut) {
			tell(`"Limit" in the options cut the rows: only the first ${input.limit} were returned`);
		}
		return result;
	} catch (failure) {
		return { ...result, failure };
	}
}

/** There is no limit here: it is refused together with a raw answer. */
function rawAnswer(text: string, notes: Notes): IDataObject {
	const value = parseAnswer(withAllDigits(text, notes));
	if (value === undefined) notes.push('The answer is not JSON, and is given as text');
	if (saysFailed(value) !== 'no') notes.push('The answer says that the query failed');
	return (value === undefined ? text : value) as IDataObject;
}
