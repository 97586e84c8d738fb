import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { Execution } from '../../runtime/execution';
import { acceptedAnswer, type Permit } from '../../transport/call';
import { ENDPOINTS } from '../../transport/endpoints';
import { parseAnswer, saysFailed } from '../../transport/goodAnswer';
import type { Answer } from '../../transport/http';
import { FailedAnswer } from './answer';
import { losesDigits } from './digits';
import { type Binary, storeJson } from './file';
import type { SqlInput } from './input';
import type { Period } from './period';
import { findRows, type Row } from './rows';
import { rowsAt } from './rowsField';

/** One request: the query of an input item over a part of its period. */
export interface Job {
	input: SqlInput;
	item: number;
	window: Period;
	permit?: Permit;
}

/** What a window gave, and what a user should know of how it was read. */
export type WindowResult = Job & { given: Given; notes: string[] };

export type Given =
	| { rows: Row[] }
	/** The answer as it came, given as one item. */
	| { whole: { json: IDataObject; binary?: Binary } }
	| { failure: unknown };

/** Runs the query over one window. It never throws, so that one that fails leaves the others. */
export async function queryWindow(execution: Execution, job: Job): Promise<WindowResult> {
	const notes: string[] = [];
	try {
		const answer = await send(execution, job);
		return { ...job, given: await READ[job.input.delivery](execution, job, answer, notes), notes };
	} catch (failure) {
		return { ...job, given: { failure }, notes };
	}
}

async function send({ client }: Execution, { input, item, window, permit }: Job): Promise<Answer> {
	const { shop, query, limits, delivery } = input;
	const payload = JSON.stringify({ query, period: window, [ENDPOINTS.sql.shopField]: shop });
	const result = await client.call('sql', {
		body: Buffer.from(payload),
		limits,
		permit,
		shop,
		itemIndex: item,
		answer: delivery === 'json' ? 'stream' : 'text',
		supportPayload: () => payload,
	});
	return acceptedAnswer(result);
}

type Read = (
	execution: Execution,
	job: Job,
	answer: Answer,
	notes: string[],
) => Given | Promise<Given>;

const READ: Record<SqlInput['delivery'], Read> = {
	rows: readRows,
	csv: readRows,
	raw: readRaw,
	json: readFile,
};

function readRows(
	{ context }: Execution,
	{ input, item }: Job,
	{ text }: Answer,
	notes: string[],
): Given {
	const { rowsField } = input;
	const value = parseAnswer(text);
	if (value === undefined) {
		throw new NodeOperationError(context.getNode(), 'The answer to the query is not JSON', {
			itemIndex: item,
			description: `Turn "Simplify" off in the options to see it whole. It begins: ${text.slice(0, 200)}`,
		});
	}
	const failed = saysFailed(value);
	// A single dot says that such an answer is a row.
	if (failed === 'yes' && rowsField !== '.') throw new FailedAnswer(text);
	const { rows, note } = rowsField === '' ? findRows(value) : rowsAt(value, rowsField);
	if (note !== undefined) notes.push(note);
	if (failed === 'partly') notes.push(FAILED_BESIDE_DATA);
	if (losesDigits(text)) notes.push(DIGITS_LOST);
	return { rows };
}

const FAILED_BESIDE_DATA =
	'The answer speaks of an error beside its rows: turn "Simplify" off to see it whole';

function readRaw(_: Execution, job: Job, { text }: Answer, notes: string[]): Given {
	const value = parseAnswer(text);
	const response = (value === undefined ? text : value) as IDataObject;
	if (value === undefined) notes.push('The answer is not JSON, and is given as text');
	if (saysFailed(response) !== 'no') notes.push('The answer says that the query failed');
	if (losesDigits(text)) notes.push(DIGITS_LOST);
	return { whole: { json: { ...about(job), response } } };
}

const DIGITS_LOST =
	'The answer has numbers that are too long for n8n, so digits were lost: choose a JSON file as the output, which keeps them, or cast them to text in the query';

async function readFile(
	execution: Execution,
	job: Job,
	{ stream }: Answer,
	notes: string[],
): Promise<Given> {
	const binary = await storeJson(execution, job, stream!);
	if (binary !== undefined) return { whole: { json: about(job), binary } };
	notes.push('The answer is empty, which counts as no rows: there is no file');
	return { rows: [] };
}

/** What an item says that holds no rows itself. */
export function about({ input, window }: Job): IDataObject {
	return { period: { ...window }, ...(input.includeShop ? { shop: input.shop } : {}) };
}
