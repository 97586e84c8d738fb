import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { answerValue, looksLikeError } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import { parseAnswer } from './answer/digits';
import { RowReader } from './answer/rowReader';
import { addColumn, type SqlRow } from './answer/rows';
import { storeAnswer } from './files/storeAnswer';
import { about, sqlCall, type SqlInput, type SqlRequest } from './query/input';

/** Runs a query over a period ("Endpoints" 8). @throws ServiceError if the request failed */
export const answerText = async ({ client }: Requester, request: SqlRequest): Promise<string> =>
	acceptedAnswer(await client.call('sql', sqlCall(request))).text;

export interface PeriodResult {
	input: SqlInput;
	/** Why it failed; then it gave nothing. */
	failure?: unknown;
	items: INodeExecutionData[];
	count: number;
	/** What a user should know of how it was read, in sentences without a full stop. */
	notes: string[];
}

/** Runs the query of an item over a period. It does not throw, so that one that fails leaves the others. */
export async function queryPeriod(requester: Requester, input: SqlInput): Promise<PeriodResult> {
	const notes: string[] = [];
	try {
		return { input, ...(await answerOf(requester, input, notes)), notes };
	} catch (failure) {
		return { input, failure, items: [], count: 0, notes };
	}
}

/** There may be hundreds of thousands of rows: to save memory, they share one link to their input item. */
async function answerOf(requester: Requester, input: SqlInput, notes: string[]) {
	const { format, rowsField, includeShop, shop, limit } = input;
	const pairedItem = { item: input.item };
	if (format === 'raw') {
		const text = await answerText(requester, input);
		const response = (parseAnswer(text, notes) ?? answerValue(text)) as IDataObject;
		return { items: [{ json: { ...about(input), response }, pairedItem }], count: 1 };
	}
	if (format === 'rows') {
		const text = await answerText(requester, input);
		const rows = new RowReader(rowsField, notes).read(text, true).slice(0, limit);
		if (includeShop) for (const row of rows) addColumn(row, 'shop', shop, 'Include Shop');
		if (rows.some(looksLikeError)) notes.push(ROW_OF_ERROR);
		const items = rows.map((row) => ({ json: rowJson(row), pairedItem }));
		return { items, count: rows.length };
	}
	const call = { ...sqlCall(input), answer: 'stream' } as const;
	const { stream } = acceptedAnswer(await requester.client.call('sql', call));
	return await storeAnswer(requester, input, stream!, notes);
}

const ROW_OF_ERROR = 'A row with "error" but no data is given under "row": n8n would see a failure';

export const rowJson = (row: SqlRow): IDataObject => (looksLikeError(row) ? { row } : row);
