import type { Execution } from '../../n8n/execution';
import { bulkOperation } from '../../n8n/operation';
import { readItems } from '../../n8n/run';
import type { Permission } from '../../service/call';
import { orderedMap } from '../../shared/orderedMap';
import { sqlFields } from '../../sql/query/fields';
import { readInput, type SqlInput } from '../../sql/query/input';
import { inWords, type Period } from '../../sql/query/period';
import { queryHints } from '../../sql/query/sqlText';
import { type PeriodResult, queryPeriod } from '../../sql/queryPeriod';
import { createNotes, type Notes } from './notes';
import { createResults } from './results';

export const executeQuery = bulkOperation({
	value: 'executeQuery',
	name: 'Execute Query',
	action: 'Execute a SQL query',
	description: 'Run SQL on the data of a shop over a period',
	fields: sqlFields,

	/** "Endpoints" 8. One query per item and period. If one fails, the rows of the others are still output. */
	async executeAll(execution, output) {
		const inputs = readItems(readInput, execution, output);
		const [first] = inputs.values();
		if (first === undefined) return;
		const { limits } = first;
		const put = createResults(execution, output, [...inputs.values()]);
		const notes = createNotes();
		/** Rows per item. NaN if one of its queries failed. */
		const counts = new Map<SqlInput, number>();
		const permits = execution.client.permits('sql', limits);
		const query = async (job: Periods, permit?: Permission) =>
			await queryPeriods(execution, job, permit);
		try {
			for (const input of inputs.values()) noteInput(input, notes);
			noteShops([...inputs.values()], notes);
			for await (const results of orderedMap(jobsOf(inputs), permits, query)) {
				for (const result of results) {
					const { input, period } = result;
					const count = 'failure' in result.given ? NaN : result.count;
					counts.set(input, (counts.get(input) ?? 0) + count);
					for (const note of result.notes) notes.addOf(`${input.shop}, ${inWords(period)}`, note);
					put.add(result);
				}
			}
			put.end();
			for (const [{ shop, period }, count] of counts) {
				if (count === 0) notes.add(`There are no rows for ${shop}, ${inWords(period)}`);
			}
		} finally {
			for (const text of notes.texts()) execution.hint(text);
		}
	},
});

/** Queries that run one after another: one alone, or all of an item that has a limit of rows. */
interface Periods {
	input: SqlInput;
	item: number;
	periods: Period[];
}

function* jobsOf(inputs: ReadonlyMap<number, SqlInput>): Generator<Periods> {
	for (const [item, input] of inputs) {
		if (input.limit === Infinity) {
			for (const period of input.periods) yield { input, item, periods: [period] };
		} else {
			yield { input, item, periods: input.periods };
		}
	}
}

/** Runs the queries one after another, until the limit of rows is reached. It does not throw. */
async function queryPeriods(
	execution: Execution,
	{ input, item, periods }: Periods,
	permit: Permission | undefined,
): Promise<PeriodResult[]> {
	const results: PeriodResult[] = [];
	let left = input.limit;
	for (const period of periods) {
		const isFirst = results.length === 0;
		const job = { input, item, period, permit: isFirst ? permit : undefined };
		const result = await queryPeriod(execution, job, left);
		results.push(result);
		left -= result.count;
		if (left <= 0) break;
	}
	return results;
}

function noteInput({ period, periods, zone, query, splitBy }: SqlInput, notes: Notes): void {
	const queries = periods.length > 1 ? `, in ${periods.length} queries` : '';
	notes.add(`The period is ${inWords(period)} (time zone ${zone})${queries}`);
	for (const hint of queryHints(query, splitBy)) notes.add(hint);
}

/** A note if rows of several shops are mixed, because rows do not name their shop. */
function noteShops(inputs: readonly SqlInput[], notes: Notes): void {
	const shops = new Set(inputs.map(({ shop }) => shop));
	const isUntold = inputs.some(({ includeShop, format }) => !includeShop && format === 'rows');
	if (shops.size < 2 || !isUntold) return;
	notes.add(
		`The rows of ${shops.size} shops do not say which shop they belong to: turn on "Include Shop" in the options to add it`,
	);
}
