import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { createConnections } from '../service/auth/credentials';
import { createClient } from '../service/client';
import { InvalidValue } from '../shared/invalidValue';
import { pause } from '../shared/pause';
import { shopIdentity } from '../shared/shopDomain';
import type { Row } from '../sql/answer/rows';
import { inWords } from '../sql/query/period';
import { queryRows } from '../sql/queryPeriod';
import { diff } from './diff';
import { digest, fingerprints } from './fingerprint';
import { readInput, type TriggerInput } from './input';
import { itemsOf } from './items';
import { asPollError, UnusableCredential } from './pollError';
import { inTurn, isPollAtStart } from './pollGuard';
import { asPeriod, dayNumber, nextWindow, type Window } from './pollWindow';
import { isSpent, markSpent } from './spent';
import { packState, type State, unpackState } from './state';
import { checkColumns, checkKeys, checkSteadiness } from './testEventChecks';

/** A requester that is a poll. */
type Polling = Requester & { context: IPollFunctions };

/**
 * One poll, or "Fetch test event" in the editor.
 * @returns null if nothing starts the workflow, or if the poll at the start of n8n has failed
 * @throws NodeApiError, NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const client = createClient(context);
	const polling: Polling = { context, client };
	const isAtStart = isPollAtStart(context);
	try {
		const input = readInput(context);
		if (context.getMode() === 'manual') return [await testEvent(polling, input)];
		const items = await inTurn(
			context,
			async (isLatest) => await pollOnce(polling, input, isLatest),
		);
		if (items !== null && items.length > 0) return [items];
		// n8n saves the cursor after a poll without items, but not at activation. To save it twice does no harm.
		await context.__commitCursor?.();
		return null;
	} catch (error) {
		const failure = asPollError(context, error, client.context.redactor);
		if (!isAtStart) throw failure;
		context.logger.error(
			`${context.getNode().name}: the first poll since n8n started has failed, and the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

async function pollOnce(
	polling: Polling,
	input: TriggerInput,
	isLatest: () => boolean,
): Promise<INodeExecutionData[]> {
	const { context } = polling;
	const data = context.getWorkflowStaticData('node');
	if (isSpent(context, data.state)) return [];
	const identity = await identityOf(polling, input);
	const before = readState(data, identity);
	const window = nextWindow(before, lastDay(input), input);
	if (window === undefined) return [];

	const { rows, notes } = await queryWindow(polling, input, window);
	if (!isLatest()) return [];
	log(context, notes);
	const { columns } = input;
	if (rows.length > 0) checkColumns(rows, 'Key Columns', columns.key);
	const { next, found } = diff(before, {
		...input,
		rows: fingerprints(rows, columns, identity),
		identity,
		end: window.end,
		isKeyless: columns.key.length === 0,
	});
	checkSize(input, next.rows.length);
	warnOfSize(polling, input, next.rows.length, before?.rows.length ?? 0);
	const items = itemsOf(rows, found, columns, input.includesChange);
	const state = packState(next);
	// The state is one text, because n8n does not notice changes inside an object.
	if (items.length > 0) markSpent(context, data.state);
	if (data.state !== state) data.state = state;
	return items;
}

const MOST_TEST_ITEMS = 10;
/** Long enough for `now()` in a query to give another value, even if it counts whole seconds. */
const BETWEEN_RUNS_MS = 1_100;

/** "Fetch test event": the first rows of the window. It does not change the state. */
async function testEvent(polling: Polling, input: TriggerInput): Promise<INodeExecutionData[]> {
	const { context } = polling;
	await identityOf(polling, input);
	const window = nextWindow(undefined, lastDay(input), input)!;
	const { rows, notes } = await queryWindow(polling, input, window);
	log(context, notes);
	if (rows.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			`There are no rows for ${input.request.shop}, ${inWords(asPeriod(window))}`,
			{ description: 'Check the shop and the query, or raise "Look-Back (Days)" for the test.' },
		);
	}
	checkSize(input, rows.length);
	const { columns } = input;
	checkColumns(rows, 'Key Columns', columns.key);
	checkColumns(rows, 'Columns to Compare', columns.compare);
	checkColumns(rows, 'Columns to Ignore', columns.ignore);
	checkKeys(rows, columns);
	await pause(BETWEEN_RUNS_MS);
	const { rows: later } = await queryWindow(polling, input, window);
	checkSteadiness(rows, later, columns, input.event);
	const first = rows.slice(0, Math.min(input.maxRowsPerRun, MOST_TEST_ITEMS));
	const found = first.map((_, index) => ({ index, change: 'new' as const }));
	return itemsOf(first, found, columns, input.includesChange);
}

const lastDay = ({ zone, includesToday }: TriggerInput): number =>
	dayNumber(zone) - (includesToday ? 0 : 1);

/** What the known rows belong to: address, shop and key columns. */
async function identityOf(
	{ client }: Polling,
	{ request: { shop }, columns }: TriggerInput,
): Promise<string> {
	try {
		const { address } = await createConnections(client.context).fresh('merchantDataApi');
		return digest(address, shopIdentity(shop) ?? shop, ...columns.key);
	} catch (error) {
		const { message, description } = error as NodeOperationError;
		throw Object.assign(new UnusableCredential(message), { description });
	}
}

function readState(data: IDataObject, identity: string): State | undefined {
	if (data.state === undefined) return undefined;
	const state = unpackState(String(data.state));
	if (state !== undefined) return state.identity === identity ? state : undefined;
	throw new Error(
		'The saved state of the trigger cannot be read. Replace the node by a copy of it, which starts anew.',
	);
}

/** @returns the rows of the window, and notes for the user on how they were read */
async function queryWindow(
	polling: Polling,
	{ request, rowsField }: TriggerInput,
	window: Window,
): Promise<{ rows: Row[]; notes: string[] }> {
	const notes: string[] = [];
	const period = asPeriod(window);
	const rows = await queryRows(polling, { ...request, period }, rowsField, notes);
	return { rows, notes };
}

/** Logs what would be a hint of an operation: n8n shows no hints of a poll. */
function log(context: IPollFunctions, notes: readonly string[]): void {
	for (const note of notes) context.logger.warn(`${context.getNode().name}: ${note}`);
}

/** The log warns from this part of "Max Rows" on. Above "Max Rows" the trigger fails. */
const WARN_FROM = 0.8;

/**
 * The remedy stands in the message, because n8n shows nothing else when a workflow cannot be published.
 * @throws InvalidValue where there are too many rows: none is forgotten
 */
function checkSize({ maxRows }: TriggerInput, count: number): void {
	if (count <= maxRows) return;
	throw new InvalidValue(
		'Max Rows',
		`is ${maxRows}, but the trigger would have to remember ${count} rows. Raise it in the options, shorten the look-back, or narrow the query. No row was given out or forgotten`,
	);
}

function warnOfSize(
	{ context }: Polling,
	{ maxRows }: TriggerInput,
	count: number,
	countBefore: number,
): void {
	if (count >= WARN_FROM * maxRows && count !== countBefore) {
		context.logger.warn(
			`${context.getNode().name}: the trigger remembers ${count} rows, and fails beyond "Max Rows" (${maxRows})`,
		);
	}
}
