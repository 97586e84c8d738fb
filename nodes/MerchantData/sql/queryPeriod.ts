import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { looksLikeError, parseAnswer, saysFailed } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import { longNumbersAsText } from './answer/digits';
import { addColumn, rowsOfAnswer, type SqlRow } from './answer/rows';
import { storeAnswer } from './files/storeAnswer';
import { about, sqlCall, type SqlInput, type SqlRequest } from './query/input';

/**
 * Runs a query over a period ("Endpoints" 8) and reads the rows of its answer.
 * @param notes gets what a user should know of how it was read, in sentences without a full stop
 * @throws ServiceError where the request failed; BadAnswer where the answer is not one whole JSON value,
 *   says that the query failed, or has no rows; InvalidValue where `rowsField` must name other ones
 */
export async function queryRows(
	requester: Requester,
	request: SqlRequest,
	rowsField: string,
	notes: string[],
): Promise<SqlRow[]> {
	return rowsOfAnswer(await queryText(requester, request, notes), rowsField, notes);
}

/** The text of an answer, in which n8n can hold all numbers. */
async function queryText(
	{ client }: Requester,
	request: SqlRequest,
	notes: string[],
): Promise<string> {
	const { text } = acceptedAnswer(await client.call('sql', sqlCall(request)));
	const safe = longNumbersAsText(text);
	if (safe !== text) notes.push(LONG_NUMBERS);
	return safe;
}

const LONG_NUMBERS =
	'The answer has numbers that are too long for n8n: they are given as text, with the digits as written. Cast them in the query where the type matters';

/** What came of the query of an input item over a period. */
export interface PeriodResult {
	input: SqlInput;
	/** Why it failed; then it gave nothing. */
	failure?: unknown;
	items: INodeExecutionData[];
	count: number;
	notes: string[];
}

/**
 * Runs the query of an item over a period, and reads its answer into what the item asks for. It does
 * not throw, so that a period that fails leaves the others.
 */
export async function queryPeriod(
	requester: Requester,
	input: SqlInput,
	limit: number,
): Promise<PeriodResult> {
	const notes: string[] = [];
	try {
		const { items, count, isCut } = await answerOf(requester, input, limit, notes);
		if (isCut) {
			notes.push(
				`"Limit" in the options cut the rows: only the first ${input.limit} were returned`,
			);
		}
		return { input, items, count, notes };
	} catch (failure) {
		return { input, failure, items: [], count: 0, notes };
	}
}

/** There may be hundreds of thousands of rows: to save memory, they share one link to their input item. */
async function answerOf(requester: Requester, input: SqlInput, limit: number, notes: string[]) {
	const { format, rowsField, includeShop, shop } = input;
	const pairedItem = { item: input.item };
	if (format === 'raw') {
		const response = rawAnswer(await queryText(requester, input, notes), notes);
		return { items: [{ json: { ...about(input), response }, pairedItem }], count: 1, isCut: false };
	}
	if (format === 'rows') {
		const all = await queryRows(requester, input, rowsField, notes);
		const rows = all.slice(0, limit);
		if (includeShop) for (const row of rows) addColumn(row, 'shop', shop, 'Include Shop');
		if (rows.some(looksLikeError)) notes.push(ROW_OF_ERROR);
		const items = rows.map((row) => ({ json: rowJson(row), pairedItem }));
		return { items, count: rows.length, isCut: all.length > limit };
	}
	const call = { ...sqlCall(input), answer: 'stream' } as const;
	const { stream } = acceptedAnswer(await requester.client.call('sql', call));
	return await storeAnswer(requester, input, stream!, limit, notes);
}

const ROW_OF_ERROR =
	'A row with "error" and no data beside it is given under "row", because n8n would take it for a failed item';

export const rowJson = (row: SqlRow): IDataObject => (looksLikeError(row) ? { row } : row);

/** There is no limit here: it is refused together with a raw answer. */
function rawAnswer(text: string, notes: string[]): IDataObject {
	const value = parseAnswer(text);
	if (value === undefined) notes.push('The answer is not JSON, and is given as text');
	if (saysFailed(value) !== 'no') notes.push('The answer says that the query failed');
	return (value === undefined ? text : value) as IDataObject;
}
