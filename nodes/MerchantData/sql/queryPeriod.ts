import type { IDataObject } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { answerValue, looksLikeError } from '../service/answers/goodAnswer';
import { acceptedAnswer } from '../service/call';
import { parseAnswer } from './digits';
import { hintsOn } from './learned';
import { readRows } from './rowReader';
import { addColumn, type SqlRow } from './rows';
import { type Answered, storeAnswer } from './storeAnswer';
import { about, sqlCall, type SqlInput, type SqlRequest } from './request';

/** Runs a query over a period ("Endpoints" 8). @throws ServiceError if the request failed */
export const answerText = async ({ client }: Requester, request: SqlRequest): Promise<string> =>
	acceptedAnswer(await client.call('sql', sqlCall(request))).text;

export interface PeriodResult extends Answered {
	input: SqlInput;
	failure?: unknown;
}

/** Runs the query of an item over a period. It does not throw, so that other queries go on. */
export async function queryPeriod(requester: Requester, input: SqlInput): Promise<PeriodResult> {
	try {
		return { input, ...(await answerOf(requester, input)) };
	} catch (failure) {
		return { input, failure, items: [], count: 0, notes: [] };
	}
}

async function answerOf(requester: Requester, input: SqlInput): Promise<Answered> {
	const { format, rowsField, includeShop, shop, limit } = input;
	// Hundreds of thousands of rows share one object, which saves memory.
	const pairedItem = { item: input.item };
	if (format === 'raw') {
		const text = await answerText(requester, input);
		const { value = answerValue(text), hasLongNumbers } = parseAnswer(text);
		const response = value as IDataObject;
		const items = [{ json: { ...about(input), response }, pairedItem }];
		return { items, count: 1, notes: hintsOn({ hasLongNumbers }) };
	}
	if (format === 'rows') {
		const text = await answerText(requester, input);
		const { rows: all, learned } = readRows(text, rowsField);
		const rows = all.slice(0, limit);
		if (includeShop) for (const row of rows) addColumn(row, 'shop', shop, 'Include Shop');
		const items = rows.map((row) => ({ json: rowJson(row), pairedItem }));
		const notes = hintsOn({ ...learned, hasErrorRow: rows.some(looksLikeError) });
		return { items, count: rows.length, notes };
	}
	const call = { ...sqlCall(input), answer: 'stream' } as const;
	const { stream } = acceptedAnswer(await requester.client.call('sql', call));
	return await storeAnswer(requester, input, stream!);
}

export const rowJson = (row: SqlRow): IDataObject => (looksLikeError(row) ? { row } : row);
