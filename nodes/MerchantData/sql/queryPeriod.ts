import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { looksLikeError, parseAnswer, saysFailed } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import type { Answer } from '../service/errors/retryPolicy';
import { rowsOfAnswer } from './answer/answer';
import { longNumbersAsText } from './answer/digits';
import { addColumn, type Row } from './answer/rows';
import { storeAnswer } from './files/storeAnswer';
import { about, sqlCall, type SqlInput, type SqlRequest } from './query/input';

/** Is told what a user should know of how an answer was read, in sentences without a full stop. */
type Tell = (note: string) => void;

/**
 * Runs a query over a period ("Endpoints" 8) and reads the rows of its answer.
 * @param rowsField where the rows are in the answer; empty to find them
 * @param tell see also {@link MORE_ROWS}
 * @throws ServiceError where the request failed; BadAnswer where the answer is not one whole JSON value,
 *   or says that the query failed; InvalidValue where `rowsField` leads nowhere
 */
export async function queryRows(
	requester: Requester,
	request: SqlRequest,
	rowsField: string,
	tell: Tell,
): Promise<Row[]> {
	const { text } = await send(requester, request, 'text');
	return rowsOfAnswer(withAllDigits(text, tell), rowsField, tell).rows;
}

async function send(
	{ client }: Requester,
	request: SqlRequest,
	answer: 'text' | 'stream',
): Promise<Answer> {
	return acceptedAnswer(await client.call('sql', { ...sqlCall(request), answer }));
}

function withAllDigits(text: string, tell: Tell): string {
	const kept = longNumbersAsText(text);
	if (kept !== text) tell(LONG_NUMBERS);
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
	items: INodeExecutionData[];
	/** How many rows they hold; 1 where the answer is given whole. */
	count: number;
	/** What a user should know of how the answer was read. */
	notes: string[];
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
	const notes: string[] = [];
	const tell = (note: string) => notes.push(note);
	try {
		const { items, count, isCut } = await answerOf(requester, input, limit, tell);
		if (isCut) {
			tell(`"Limit" in the options cut the rows: only the first ${input.limit} were returned`);
		}
		return { input, items, count, notes };
	} catch (failure) {
		return { input, failure, items: [], count: 0, notes };
	}
}

/** There may be hundreds of thousands of rows: to save memory, they share one link to their input item. */
async function answerOf(requester: Requester, input: SqlInput, limit: number, tell: Tell) {
	const { format, rowsField, includeShop, shop } = input;
	const pairedItem = { item: input.item };
	if (format === 'raw') {
		const { text } = await send(requester, input, 'text');
		const json = { ...about(input), response: rawAnswer(text, tell) };
		return { items: [{ json, pairedItem }], count: 1, isCut: false };
	}
	if (format === 'rows') {
		const all = await queryRows(requester, input, rowsField, tell);
		const rows = all.slice(0, limit);
		if (includeShop) for (const row of rows) addColumn(row, 'shop', shop, 'Include Shop');
		if (rows.some(looksLikeError)) tell(ROW_OF_ERROR);
		const items = rows.map((row) => ({ json: rowJson(row), pairedItem }));
		return { items, count: rows.length, isCut: all.length > limit };
	}
	const { stream } = await send(requester, input, 'stream');
	const { file, ...counted } = await storeAnswer(requester, input, stream!, limit, tell);
	return { items: file ? [{ ...file, pairedItem }] : [], ...counted };
}

const ROW_OF_ERROR =
	'A row with "error" and no data beside it is given under "row", because n8n would take it for a failed item';

/** What the item of a row holds. */
export const rowJson = (row: Row): IDataObject => (looksLikeError(row) ? { row } : row);

/** There is no limit here: it is refused together with a raw answer. */
function rawAnswer(text: string, tell: Tell): IDataObject {
	const value = parseAnswer(withAllDigits(text, tell));
	if (value === undefined) tell('The answer is not JSON, and is given as text');
	if (saysFailed(value) !== 'no') tell('The answer says that the query failed');
	return (value === undefined ? text : value) as IDataObject;
}
