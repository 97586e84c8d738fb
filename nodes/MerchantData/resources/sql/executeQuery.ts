import type { Execution } from '../../n8n/execution';
import { bulkOperation, readItems } from '../../n8n/operation';
import type { Output } from '../../n8n/output';
import type { Permission } from '../../service/call';
import { orderedMap } from '../../shared/orderedMap';
import { sqlFields } from '../../sql/query/fields';
import { readSqlInput, type SqlInput } from '../../sql/query/input';
import { inWords } from '../../sql/query/period';
import { queryHints } from '../../sql/query/sqlText';
import { type PeriodResult, queryPeriod } from '../../sql/queryPeriod';

export const executeQuery = bulkOperation({
	value: 'executeQuery',
	name: 'Execute Query',
	action: 'Execute a SQL query',
	description: 'Run SQL on the data of a shop over a period',
	fields: sqlFields,

	/** "Endpoints" 8. One query per item and period. If one fails, the rows of the others are still output. */
	async executeAll(execution, output) {
		const { client, hint } = execution;
		const inputs = [...readItems(readSqlInput, execution, output).values()];
		if (inputs.length === 0) return;
		const permits = client.permits('sql', inputs[0].limits);
		const results = orderedMap(
			jobsOf(inputs),
			permits,
			async (job, permit) => await queryPeriods(execution, job, permit),
		);
		/** Items that have rows, or of which nobody knows because a query failed. */
		const mayHaveRows = new Set<number>();
		/** By note on answers: the answers that it is true of. */
		const notes = new Map<string, SqlInput[]>();
		try {
			for await (const ofJob of results) {
				for (const result of ofJob) {
					const { input, failure, count } = result;
					if (failure !== undefined || count > 0) mayHaveRows.add(input.item);
					for (const note of result.notes) notes.set(note, [...(notes.get(note) ?? []), input]);
					put(output, result);
				}
			}
		} finally {
			// The most important come first: only 20 are shown.
			for (const [note, [first, ...others]] of notes) {
				const more = others.length > 0 ? ` and ${others.length} more` : '';
				hint(`${note} (${whose(first!)}${more})`);
			}
			for (const text of inputs.flatMap(hintsOf)) hint(text);
			hintAtShops(execution, inputs);
		}
		for (const input of inputs) {
			if (!mayHaveRows.has(input.item)) hint(`There are no rows for ${whose(input)}`);
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

/** @throws if the period failed and the error output is off */
function put(output: Output, { input, failure, items }: PeriodResult): void {
	for (const item of items) output.accept(item);
	if (failure === undefined) return;
	if (input.splitBy !== 'none' && failure instanceof Error) {
		failure.message = `${inWords(input.period)}: ${failure.message}`;
	}
	output.failOrThrow(failure, input.item, { ...input.period });
}

const whose = ({ shop, period }: SqlInput): string => `${shop}, ${inWords(period)}`;

function hintsOf({ period, periods, zone, query }: SqlInput): string[] {
	const queries =
		periods.length > 1
			? `, in ${periods.length} queries: what the query sorts, limits or adds up holds for each of them only`
			: '';
	return [`The period is ${inWords(period)} (time zone ${zone})${queries}`, ...queryHints(query)];
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
