import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { listedNames, Parameters } from '../n8n/parameters';
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
	const { timeout, maxWait } = options;
	/** Of n8n 2.x, which would not say what the poll waited for. */
	const budgetMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? Infinity;
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
			limits: { timeout, maxWait, endsAt: performance.now() + budgetMs },
		},
		rowsField: options.rowsField.trim(),
		columns,
		event: field('event', 0),
		/** Whether the rows of the first poll start the workflow. */
		startsWithAll: field('startWith', 0) === 'rowsInWindow',
		/** The last day of the period. */
		end: dayNumber(zone) - (options.includeToday ? 0 : 1),
		lookBackDays: field('lookBackDays', 0),
		reading: readingOf(node.parameters),
	};
}

/** The SQL editor shows a result for `{{ … }}` even without an expression. A poll cannot resolve it. */
function pollQuery(value: unknown): string {
	const query = checkedQuery(value);
	if (!query.includes('{{')) return query;
	const problem = 'contains {{ … }}, which a poll does not resolve';
	throw new InvalidValue('sql.placeholder', 'Query', problem, 'Switch the field to "Expression".');
}

/** A digest of the saved settings by which rows are read, so `$now` does not make another query at each poll. */
function readingOf({ query, options }: IDataObject): string {
	const { ignoreColumns, rowsField } = (options ?? {}) as IDataObject;
	return digest(...[query, ignoreColumns, rowsField].map(String));
}
