import type { Execution } from '../../runtime/execution';
import { defaultsOf, withDefaults } from '../../shared/field';
import { nameOf, oneOf, switchOf, wholeNumber } from '../../shared/fieldValues';
import { InvalidValue } from '../../shared/invalidValue';
import type { Limits } from '../../transport/call';
import { checkedZone } from './calendar';
import { SQL_LIMITS, sqlFields } from './fields';
import { type Period, type PeriodChoice, resolvePeriod, type SplitBy, splitPeriod } from './period';
import { checkedQuery } from './sqlText';

/** What the fields say for one item, checked. */
export interface SqlInput {
	shop: string;
	query: string;
	period: Period;
	zone: string;
	splitBy: SplitBy;
	/** One request each; the period itself where it is not split. */
	windows: Period[];
	includeShop: boolean;
	format: AnswerFormat;
	/** Where the rows are in the answer; empty to find them. */
	rowsField: string;
	/** Rows at most, over all windows. */
	limit: number;
	/** What follows is of files. */
	binaryField: string;
	compress: boolean;
	/** Infinity for one file of all rows. */
	rowsPerFile: number;
	limits: Limits;
}

/** What an answer becomes: an item per row, one item as it came, or files. */
export type AnswerFormat = 'rows' | 'raw' | FileFormat;

const FILE_FORMATS = ['json', 'csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export function isOfFiles(format: AnswerFormat): format is FileFormat {
	return FILE_FORMATS.some((each) => each === format);
}

type SqlExecution = Execution<typeof sqlFields>;
type SqlOptions = typeof DEFAULTS & ReturnType<SqlExecution['options']>;

/** The others are as good as not there until they are added: without a limit, there is none. */
const DEFAULTS = defaultsOf(sqlFields, 'compress', 'includeShop', 'includeToday', 'simplify');

/** Reads the fields for an item. @throws InvalidValue */
export function readInput(execution: SqlExecution, item: number): SqlInput {
	const options = withDefaults(execution.options(item, SQL_LIMITS), DEFAULTS);
	const zone = checkedZone(options.timezone || execution.context.getTimezone());
	const includeToday = switchOf('Include Today', options.includeToday);
	const period = resolvePeriod(readPeriod(execution, item, includeToday), zone);
	const splitBy = oneOf('Split By', options.splitBy, ['none', 'day', 'week', 'month'] as const);
	const format = readFormat(options);
	return {
		shop: execution.shop(item, 'shopDomain'),
		query: checkedQuery(readQuery(execution, item)),
		period,
		zone,
		splitBy,
		windows: splitPeriod(period, splitBy),
		includeShop: switchOf('Include Shop', options.includeShop),
		format,
		rowsField: nameOf('Rows Field', options.rowsField),
		limit: countOf('Limit', options.limit),
		binaryField: nameOf('Put Output File in Field', options.binaryField) || 'data',
		compress: switchOf('Compress', options.compress),
		rowsPerFile: countOf('Rows per File', options.rowsPerFile),
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
	const period = execution.field('period', item) as PeriodChoice['period'];
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

function readFormat(options: SqlOptions): AnswerFormat {
	const { outputFormat, fileFormat, limit, rowsPerFile } = options;
	const rowsField = nameOf('Rows Field', options.rowsField);
	const simplify = switchOf('Simplify', options.simplify);
	const isFile = oneOf('Output Format', outputFormat, ['items', 'file'] as const) === 'file';
	const format = isFile
		? oneOf('File Format', fileFormat, FILE_FORMATS)
		: simplify
			? 'rows'
			: 'raw';
	const isWhole = format === 'json' || format === 'raw';
	const unused =
		limit !== undefined
			? 'Limit'
			: rowsField !== ''
				? 'Rows Field'
				: rowsPerFile !== undefined
					? 'Rows per File'
					: undefined;
	if (!isWhole || unused === undefined) return format;
	throw new InvalidValue(
		unused,
		`does not apply to ${isFile ? 'a JSON file' : 'a raw answer'}, which holds the answer as it came`,
		`Remove the option, or ${isFile ? 'choose CSV or NDJSON' : 'turn Simplify on'}.`,
	);
}

/** @returns Infinity where none is given */
const countOf = (field: string, value: unknown): number =>
	value === undefined ? Infinity : wholeNumber(field, value, 1);
