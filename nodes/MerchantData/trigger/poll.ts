import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import type { Requester } from '../n8n/execution';
import { asNodeError } from '../n8n/output';
import { Client } from '../service/client';
import { withCode } from '../errors/codes';
import { InvalidInput, InvalidValue } from '../errors/invalidInput';
import { shopIdentity } from '../service/shopDomain';
import { hintsOn, type Learned } from '../sql/learned';
import { readRows } from '../sql/rowReader';
import { addColumn, type SqlRow } from '../sql/rows';
import { inWords, type Period } from '../sql/period';
import { columnsUpToEnd } from '../sql/sqlText';
import { answerText, rowJson } from '../sql/queryPeriod';
import { diff, type FoundRow } from './diff';
import { checkColumns, checkKeys, digest, fingerprints } from './fingerprint';
import { readTriggerInput, type TriggerInput } from './input';
import { inTurn, isLatest, isPollAtStart, isSpent, markSpent } from './pollGuard';
import { nextPeriod, packState, type State, unpackState } from './state';

type Polling = Requester & { context: IPollFunctions };

/** One poll, or "Fetch test event" in the editor. @returns null if nothing starts the workflow */
export async function poll(context: IPollFunctions) {
	const polling: Polling = { context, client: new Client(context) };
	const isAtStart = isPollAtStart(context);
	try {
		const input = readTriggerInput(context);
		if (context.getMode() === 'manual') return [await testEvent(polling, input)];
		const items = await inTurn(context, async () => await pollOnce(polling, input));
		if (items.length > 0) return [items];
		// n8n saves the cursor after a poll without items, but not at activation. Saving it twice does no harm.
		await context.__commitCursor?.();
		return null;
	} catch (error) {
		const { redactor } = polling.client.context;
		const failure = asNodeError(context, error, undefined, redactor, causeOf(error));
		if (!isAtStart) throw failure;
		context.logger.error(
			`${context.getNode().name}: the first poll since n8n started failed, and the next one retries. ${failure.message}`,
		);
		return null;
	}
}

async function pollOnce(polling: Polling, input: TriggerInput) {
	const { context, client } = polling;
	const data = context.getWorkflowStaticData('node');
	if (isSpent(context, data.state)) return [];
	const { address } = await client.connections.current('merchantDataApi');
	const { columns, request, end, lookBackDays, includeChange } = input;
	const identity = digest(address, shopIdentity(request.shop) ?? request.shop, ...columns.key);
	const before = knownState(data, identity, end);
	const period = nextPeriod(before, end, lookBackDays);
	if (period === undefined) return [];

	const rows = await polledRows(polling, input, period);
	if (!isLatest(context)) return [];
	const prints = fingerprints(rows, columns, identity);
	const { next, found } = diff(before, { ...input, rows: prints, identity });
	checkSize(input, next.rows.length);
	const items = found.map(({ index, change }) => itemOf(rows[index]!, change, includeChange));
	if (items.length > 0) markSpent(context, data.state);
	const state = packState(next);
	// The state is one text, because n8n does not notice changes inside an object.
	if (data.state !== state) data.state = state;
	return items;
}

const MOST_TEST_ITEMS = 10;

/** Returns the first rows of the look-back, and changes no state. It checks more than a poll, which must not fail. */
async function testEvent(polling: Polling, input: TriggerInput) {
	const { request, columns, end, lookBackDays, maxRowsPerRun, includeChange } = input;
	const period = nextPeriod(undefined, end, lookBackDays)!;
	const rows = await polledRows(polling, input, period);
	if (rows.length === 0) {
		const remedy = 'Check the shop and the query, or raise "Look-Back (Days)" for the test.';
		const message = `There are no rows for ${request.shop}, ${inWords(period)}`;
		throw new InvalidInput('trigger.noRows', message, remedy);
	}
	checkSize(input, rows.length);
	checkKeys(rows, columns);
	checkLastDay(rows, request.query);
	const first = rows.slice(0, Math.min(maxRowsPerRun, MOST_TEST_ITEMS));
	return first.map((row) => itemOf(row, 'new', includeChange));
}

function itemOf(row: SqlRow, type: FoundRow['change'], includeChange: boolean) {
	const json = rowJson(row);
	if (includeChange) addColumn(json, 'change', { type }, 'Include Change');
	return { json };
}

/** @throws if the state cannot be used. It stays as it is, so that a wrong clock does no lasting harm. */
function knownState(data: IDataObject, identity: string, end: number): State | undefined {
	if (data.state === undefined) return undefined;
	const state = unpackState(String(data.state));
	if (state && state.identity !== identity) return undefined;
	// Another time zone and a period up to yesterday make the last day two days earlier at most.
	if (state && state.from <= end + 2) return state;
	const message =
		'The saved state of the trigger cannot be used: it is damaged, or dated in the future because a clock was wrong. If the clock is right now, replace the node with a copy of it, which starts from scratch.';
	throw withCode('trigger.state', new Error(message));
}

/** @throws InvalidInput if the answer lacks rows or columns */
async function polledRows(polling: Polling, input: TriggerInput, period: Period) {
	const { request, rowsField, columns } = input;
	const { context } = polling;
	const text = await answerText(polling, { ...request, period });
	const { rows, learned } = readRows(text, rowsField);
	checkWhole(learned);
	// n8n shows no hints of a poll.
	for (const hint of hintsOn(learned)) context.logger.warn(`${context.getNode().name}: ${hint}`);
	checkColumns(rows, columns);
	return rows;
}

/** @throws InvalidInput if rows are missing, or a column name is there twice */
function checkWhole({ notWhole, columnTwice }: Learned): void {
	if (notWhole !== undefined) {
		const message = `The answer says that there are more rows than it has: ${GET_FEWER}`;
		throw new InvalidInput('sql.moreRows', message, `It says so by "${notWhole}".`);
	}
	if (columnTwice !== undefined)
		throw new InvalidInput(
			'column.twice',
			`Two columns of the answer are called "${columnTwice}": give it another name with AS`,
			'As in: SELECT o.id AS order_id, p.id AS product_id.',
		);
}

/** Part of messages, because n8n shows nothing else if a workflow cannot be published. */
const GET_FEWER = 'shorten the look-back, or narrow the query. No row was returned or forgotten';

/** @throws InvalidValue if there are too many rows, so that none is forgotten */
function checkSize({ maxRows }: TriggerInput, count: number): void {
	if (count <= maxRows) return;
	const problem = `is ${maxRows}, but the trigger would have to remember ${count} rows. Raise it in the options, ${GET_FEWER}`;
	throw new InvalidValue('trigger.tooManyRows', 'Max Rows', problem);
}

/** Matches a time that is not midnight, whatever its offset. */
const TIME = /^\d{4}-\d\d-\d\d[T ][\d:.,]*[1-9]/;

/** @throws InvalidValue if the query compares times with the last day, which means its midnight */
function checkLastDay(rows: readonly SqlRow[], query: string): void {
	for (const name of columnsUpToEnd(query)) {
		const value = rows.map((row) => String(row[name])).find((text) => TIME.test(text));
		if (value === undefined) continue;
		const problem = `compares "${name}" with @endDate, and its values have a time (${value.slice(0, 30)}): the rows of each day would come a day late`;
		const remedy = `Compare the day alone, as in: toDate(${name}) BETWEEN @startDate AND @endDate.`;
		throw new InvalidValue('trigger.lastDay', 'Query', problem, remedy);
	}
}

/** The cause decides in n8n 2.x whether to poll again after some minutes, or when somebody has acted. */
function causeOf(error: unknown) {
	if (error instanceof InvalidInput) return 'configuration-invalid';
	// Only an unusable credential makes such an error.
	return error instanceof NodeOperationError ? 'credential-invalid' : undefined;
}
