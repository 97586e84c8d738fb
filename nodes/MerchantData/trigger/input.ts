import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { listedNames, Parameters } from '../n8n/parameters';
import type { Limits } from '../shared/fields';
import { InvalidValue } from '../shared/invalidValue';
import { shopDomain } from '../shared/shopDomain';
import { checkedZone } from '../sql/query/period';
import { checkedQuery } from '../sql/query/sqlText';
import { triggerFields } from './fields';
import { digest } from './fingerprint';

export type TriggerInput = ReturnType<typeof readTriggerInput>;

export function readTriggerInput(context: IPollFunctions) {
	const resolve = (name: string) => context.getNodeParameter(name);
	const { field } = new Parameters(context.getNode(), resolve, triggerFields);
	const options = field('options', 0);
	const names = (label: string, typed: unknown) => [...listedNames(label, typed)].sort();
	const columns = {
		key: names('Key Columns', field('keyColumns', 0)),
		ignore: names('Columns to Ignore', options.ignoreColumns),
	};
	const includesChange = options.includeChange;
	if (includesChange && columns.key.length === 0) {
		throw new InvalidValue(
			'Include Change',
			'needs "Key Columns": without them a row that changed cannot be told from a new one',
		);
	}
	return {
		/** What each poll sends, without the period. */
		request: {
			shop: shopDomain(field('shopDomain', 0)),
			query: pollQuery(field('query', 0)),
			limits: withinBudget(options, context),
		},
		rowsField: options.rowsField.trim(),
		zone: checkedZone(options.timezone || context.getTimezone()),
		columns,
		event: field('event', 0),
		startsWithAll: field('startWith', 0) === 'rowsInWindow',
		includesChange,
		includesToday: options.includeToday,
		lookBackDays: field('lookBackDays', 0),
		maxRows: options.maxRows,
		maxRowsPerRun: options.maxRowsPerRun,
		reading: readingOf(context),
	};
}

/** The SQL editor shows a result for `{{ … }}` in a field without an expression, too. A poll cannot resolve it. */
function pollQuery(value: unknown): string {
	const query = checkedQuery(value);
	if (!query.includes('{{')) return query;
	throw new InvalidValue(
		'Query',
		'holds {{ … }}, which a poll does not resolve here',
		'Switch the field to "Expression".',
	);
}

/** A digest of the saved parameters, not of their results: `$now` must not count as another query at each poll. */
function readingOf(context: IPollFunctions): string {
	const { query, options } = context.getNode().parameters;
	const { ignoreColumns, rowsField } = (options ?? {}) as IDataObject;
	return digest(...[query, ignoreColumns, rowsField].map(String));
}

/** n8n ends a poll that takes longer than its budget, and does not say what it waited for. */
function withinBudget(limits: Limits, context: IPollFunctions): Limits {
	// n8n 1.x does not limit the time of a poll.
	const budgetMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? Infinity;
	const { timeout, maxWait } = limits;
	return {
		timeout: Math.min(timeout, budgetMs / 1_000),
		maxWait: Math.min(maxWait, budgetMs / 1_000),
		endsAt: performance.now() + budgetMs,
	};
}
