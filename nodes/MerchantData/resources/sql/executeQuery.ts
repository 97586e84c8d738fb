import type { Execution } from '../../n8n/execution';
import { PartFailure } from '../../n8n/output';
import { bulkOperation, readItems } from '../../n8n/operation';
import type { Permission } from '../../service/call';
import { ServiceError } from '../../service/errors/serviceError';
import { listed } from '../../lib/counted';
import { orderedMap } from '../../lib/orderedMap';
import { sqlFields } from './form';
import type { SqlInput } from '../../sql/request';
import { readSqlInput } from './settings';
import { inWords } from '../../sql/period';
import { queryHints } from '../../sql/sqlText';
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
		const queries = inputs.reduce((sum, { periods }) => sum + periods.length, 0);
		const run = async (job: SqlInput, permit?: Permission) =>
			await queryPeriods(execution, job, permit);
		/** By note, the queries that it is about. */
		const noted = new Map<string, string[]>();
		let answered = 0;
		try {
			for await (const results of orderedMap(inputs.flatMap(jobsOf), permits, run)) {
				for (const { input, failure, items, notes } of results) {
					const query = `${input.shop}, ${inWords(input.period)}`;
					for (const note of notes) {
						if (!noted.has(note)) noted.set(note, []);
						noted.get(note)!.push(query);
					}
					output.acceptAll(items, input.item);
					if (failure === undefined) answered++;
					else {
						const ofPart = partFailure(failure, input, paceText(execution, queries, answered));
						output.failOrThrow(ofPart, input.item, { ...input.period });
					}
				}
			}
		} finally {
			for (const [note, about] of noted) hint(`${note} (${listed(about, 1)})`);
			inputs.flatMap(hintsOf).forEach(hint);
		}
	},
});

/** Queries that may run in parallel. With a limit of rows, the queries of an item are one job. */
const jobsOf = (input: SqlInput): SqlInput[] =>
	input.limit === Infinity
		? input.periods.map((period) => ({ ...input, period, periods: [period] }))
		: [input];

/** Runs the queries of a job one after another, up to the limit of rows. It does not throw. */
async function queryPeriods(execution: Execution, job: SqlInput, permit?: Permission) {
	const results: PeriodResult[] = [];
	let left = job.limit;
	for (const [index, period] of job.periods.entries()) {
		const part = { ...job, period, limit: left, permit: index === 0 ? permit : undefined };
		const result = await queryPeriod(execution, part);
		left -= result.count;
		const notes = left <= 0 && job.isForAgent ? [...result.notes, firstOnly(job)] : result.notes;
		results.push({ ...result, notes });
		if (left <= 0) break;
	}
	return results;
}

const firstOnly = ({ limit }: SqlInput): string =>
	`Only the first ${limit} rows were returned, and there may be more: query sums or groups, or fewer days, to see all`;

/** Names the failed part of a period. @param pace added if the quota is used up */
function partFailure(failure: unknown, { splitBy, period }: SqlInput, pace: string): unknown {
	if (splitBy === 'none') return failure;
	const isLimited = failure instanceof ServiceError && failure.pollCause === 'rate-limited';
	return new PartFailure(inWords(period), failure, isLimited ? pace : '');
}

function paceText({ client }: Execution, queries: number, answered: number): string {
	if (answered === 0) return '';
	const waited = client.context.waitBudget.waitedMs / 1_000;
	// Half as much again, because quotas per minute make the pace uneven.
	const seconds = Math.ceil((1.5 * waited * queries) / answered);
	return `Of ${queries} queries, ${answered} were answered. At this pace, all of them need a "Max Wait" of about ${seconds} seconds.`;
}

function hintsOf({ period, periods, zone, query, splitBy }: SqlInput): string[] {
	const whole = `The period is ${inWords(period)} (time zone ${zone})`;
	const split = `One query per ${splitBy}: sorting, LIMIT and sums count within each ${splitBy} only`;
	return [whole, ...(periods.length > 1 ? [split] : []), ...queryHints(query)];
}
