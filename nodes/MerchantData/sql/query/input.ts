import type { Execution } from '../../n8n/execution';
import { defaultsOf } from '../../shared/field';
import type { Limits } from '../../shared/fields';
import { InvalidValue } from '../../shared/invalidValue';
import { checkedZone } from './calendar';
import { sqlFields } from './fields';
import { type Period, type PeriodChoice, resolvePeriod, type SplitBy, splitPeriod } from './period';
import { checkedQuery } from './sqlText';

/** What the fields of the operation say for one item, checked. */
export interface SqlInput {
	shop: string;
	query: string;
	period: Period;
	zone: string;
	splitBy: SplitBy;
	/** One request each; `period` itself where it is not split. */
	periods: Period[];
	includeShop: boolean;
	format: AnswerFormat;
	/** Where the rows are in the answer; empty to find them. */
	rowsField: string;
	/** Rows at most, over all periods. */
	limit: number;
	/** From here on: for files. */
	binaryField: string;
	compress: boolean;
	/** Infinity for one file of all rows. */
	rowsPerFile: number;
	limits: Limits;
}

/** What an answer becomes: an item per row, one item as it came, or files. */
export type AnswerFormat = 'rows' | 'raw' | 'csv' | 'json' | 'ndjson';

type SqlExecution = Execution<typeof sqlFields>;
type SqlOptions = ReturnType<SqlExecution['options']> & typeof DEFAULTS;

/** The options that have a default. The others are absent until they are added: without a limit, there is none. */
const DEFAULTS = defaultsOf(
	sqlFields,
	'binaryField',
	'compress',
	'includeShop',
	'includeToday',
	'rowsField',
	'simplify',
	'splitBy',
	'timezone',
);

/** Reads the fields for an item. @throws InvalidValue */
export function readInput(execution: SqlExecution, item: number): SqlInput {
	const options = { ...DEFAULTS, ...execution.options(item) };
	const zone = checkedZone(options.timezone || execution.context.getTimezone());
	const { splitBy, includeToday, includeShop, compress } = options;
	const period = resolvePeriod(readPeriod(execution, item, includeToday), zone);
	const format = readFormat(execution.field('outputFormat', item), options);
	return {
		shop: execution.shop(item, 'shopDomain'),
		query: checkedQuery(readQuery(execution, item)),
		period,
		zone,
		splitBy,
		periods: splitPeriod(period, splitBy),
		includeShop,
		format,
		rowsField: options.rowsField.trim(),
		limit: options.limit ?? Infinity,
		binaryField: options.binaryField.trim() || DEFAULTS.binaryField,
		compress,
		rowsPerFile: options.rowsPerFile ?? Infinity,
		limits: options,
	};
}

/**
 * The SQL editor shows the results of `{{ … }}` although the field is not in expression mode, so
 * these are resolved here, as n8n's own SQL nodes do. What an expression gave is left alone.
 */
function readQuery(execution: SqlExecution, item: number): unknown {
	const stored = execution.context.getNode().parameters.query;
	const isTemplate = typeof stored === 'string' && !stored.startsWith('=') && stored.includes('{{');
	return isTemplate
		? execution.context.evaluateExpression(stored, item)
		: execution.field('query', item);
}

function readPeriod(execution: SqlExecution, item: number, includeToday: boolean): PeriodChoice {
	const period = execution.field('period', item);
	switch (period) {
		case 'custom':
			return {
				period,
				startDate: execution.field('startDate', item),
				endDate: execution.field('endDate', item),
			};
		case 'lastNDays':
			return { period, days: execution.field('days', item), includeToday };
		case 'last7Days':
		case 'last30Days':
			return { period, includeToday };
		default:
			return { period };
	}
}

function readFormat(
	outputFormat: 'csv' | 'items' | 'json' | 'ndjson',
	{ limit, rowsField, simplify }: SqlOptions,
): AnswerFormat {
	const isFile = outputFormat !== 'items';
	const format = isFile ? outputFormat : simplify ? 'rows' : 'raw';
	const isWhole = format === 'json' || format === 'raw';
	const unused = limit !== undefined ? 'Limit' : rowsField.trim() !== '' ? 'Rows Field' : undefined;
	if (!isWhole || unused === undefined) return format;
	throw new InvalidValue(
		unused,
		`does not apply to ${isFile ? 'a JSON file' : 'a raw answer'}, which holds the answer as it came`,
		`Remove the option, or ${isFile ? 'choose a CSV or NDJSON file' : 'turn Simplify on'}.`,
	);
}
