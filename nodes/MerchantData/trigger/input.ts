import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { listedNames, Parameters } from '../n8n/parameters';
import type { Limits } from '../lib/waitBudget';
import { InvalidValue } from '../errors/invalidInput';
import { shopDomain } from '../service/shopDomain';
import { checkedZone } from '../sql/period';
import { checkedQuery } from '../sql/sqlText';
import { triggerFields } from './fields';
import { digest } from './fingerprint';
import { dayNumber } from './state';

export type TriggerInput = ReturnType<typeof readTriggerInput>;

export function readTriggerInput(context: IPollFunctions) {
	const node = context.getNode();
	const resolve = (name: string) => context.getNodeParameter(name);
	const { field } = new Parameters(node, resolve, triggerFields);
	const options = field('options', 0);
	const columns = {
		key: [...listedNames('Key Columns', field('keyColumns', 0))].sort(),
		ignore: [...listedNames('Columns to Ignore', options.ignoreColumns)],
	};
	const zone = checkedZone(options.timezone || context.getTimezone());
	return {
		...options,
		request: {
			shop: shopDomain(field('shopDomain', 0)),
			query: pollQuery(field('query', 0)),
			limits: withinBudget(options, context),
		},
		rowsField: options.rowsField.trim(),
		columns,
		event: field('event', 0),
		/** Whether rows start the workflow if nothing is known yet. */
		startsWithAll: field('startWith', 0) === 'rowsInWindow',
		/** The last day of the period. */
		end: dayNumber(zone) - (options.includeToday ? 0 : 1),
		lookBackDays: field('lookBackDays', 0),
		reading: readingOf(node.parameters),
	};
}

/** The SQL editor shows a result for `{{ … }}` in a field without an expression, too. A poll cannot resolve it. */
function pollQuery(value: unknown): string {
	const query = checkedQuery(value);
	if (!query.includes('{{')) return query;
	const problem = 'holds {{ … }}, which a poll does not resolve here';
	throw new InvalidValue('sql.placeholder', 'Query', problem, 'Switch the field to "Expression".');
}

/** Differs if rows are read in another way. It is of what is saved: `$now` is no other query at each poll. */
function readingOf({ query, options }: IDataObject): string {
	const { ignoreColumns, rowsField } = (options ?? {}) as IDataObject;
	return digest(...[query, ignoreColumns, rowsField].map(String));
}

/** n8n 2.x ends a poll that takes longer than its budget, and does not say what it waited for. */
function withinBudget({ timeout, maxWait }: Limits, context: IPollFunctions): Limits {
	const budgetMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? Infinity;
	return {
		timeout: Math.min(timeout, budgetMs / 1_000),
		maxWait: Math.min(maxWait, budgetMs / 1_000),
		endsAt: performance.now() + budgetMs,
	};
}
