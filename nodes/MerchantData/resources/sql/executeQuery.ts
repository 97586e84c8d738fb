import type { Execution } from '../../n8n/execution';
import { bulkOperation, readItems } from '../../n8n/operation';
import type { Permission } from '../../service/call';
import { orderedMap } from '../../shared/orderedMap';
import { sqlFields } from '../../sql/query/fields';
import { readInput, type SqlInput } from '../../sql/query/input';
import { inWords } from '../../sql/query/period';
import { queryHints } from '../../sql/query/sqlText';
import { type PeriodResult, queryPeriod } from '../../sql/queryPeriod';
import { putResults } from './results';

export const executeQuery = bulkOperation({
	value: 'executeQuery',
	name: 'Execute Query',
	action: 'Execute a SQL query',
	description: 'Run SQL on the data of a shop over a period',
	fields: sqlFields,

	/** "Endpoints" 8. One query per item and period. If one fails, the rows of the others are still output. */
	async executeAll(execution, output) {
		const inputs = [...readItems(readInput, execution, output).values()];
		if (inputs.length === 0) return;
		const permits = execution.client.permits('sql', inputs[0].limits);
		const query = async (job: SqlInput, permit?: Permission) =>
			await queryPeriods(execution, job, permit);
		const results = orderedMap(jobsOf(inputs), permits, query);
		/** Rows per item. NaN if one of its queries failed. */
		const counts = new Map<number, number>();
		/** By note on answers: the first answer that it is true of, and how many others. */
		const notes = new Map<string, { first: string; others: number }>();
		const note = ({ input, ...result }: PeriodResult) => {
			const count = 'failure' in result ? NaN : result.count;
			counts.set(input.item, (counts.get(input.item) ?? 0) + count);
			for (const text of result.notes) {
				const known = notes.get(text);
				if (known) known.others++;
				else notes.set(text, { first: `${input.shop}, ${inWords(input.period)}`, others: 0 });
			}
		};
		const empty: SqlInput[] = [];
		try {
			await putResults(execution, output, inputs, results, note);
			empty.push(...inputs.filter(({ item }) => counts.get(item) === 0));
		} finally {
			// The most important come first: only 20 are shown.
			for (const [text, { first, others }] of notes) {
				execution.hint(`${text} (${first}${others > 0 ? ` and ${others} more` : ''})`);
			}
			for (const hint of inputs.flatMap(hintsOf)) execution.hint(hint);
			hintAtShops(execution, inputs);
			for (const { shop, period } of empty) {
				execution.hint(`There are no rows for ${shop}, ${inWords(period)}`);
			}
		}
	},
});

/** Queries that may run side by side: those of an item with a limit of rows are one job. */
function* jobsOf(inputs: readonly SqlInput[]): Generator<SqlInput> {
	for (const input of inputs) {
		if (input.limit !== Infinity) yield input;
		else for (const period of input.periods) yield { ...input, period, periods: [period] };
	}
}

/** Runs the queries of a job one after another, until the limit of rows is reached. It does not throw. */
async function queryPeriods(
	execution: Execution,
	job: SqlInput,
	permit: Permission | undefined,
): Promise<PeriodResult[]> {
	const results: PeriodResult[] = [];
	let left = job.limit;
	for (const [index, period] of job.periods.entries()) {
		const part = { ...job, period, permit: index === 0 ? permit : undefined };
		const result = await queryPeriod(execution, part, left);
		results.push(result);
		left -= result.count;
		if (left <= 0) break;
	}
	return results;
}

function hintsOf({ period, periods, zone, query, splitBy }: SqlInput): string[] {
	const queries = periods.length > 1 ? `, in ${periods.length} queries` : '';
	return [
		`The period is ${inWords(period)} (time zone ${zone})${queries}`,
		...queryHints(query, splitBy),
	];
}

/** A hint if rows of several shops are mixed, because rows do not name their shop. */
function hintAtShops({ hint }: Execution, inputs: readonly SqlInput[]): void {
	const shops = new Set(inputs.map(({ shop }) => shop));
	const isUntold = inputs.some(({ includeShop, format }) => !includeShop && format === 'rows');
	if (shops.size < 2 || !isUntold) return;
	hint(
		`The rows of ${shops.size} shops do not say which shop they belong to: turn on "Include Shop" in the options to add it`,
	);
}
