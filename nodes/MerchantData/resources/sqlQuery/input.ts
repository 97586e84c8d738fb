import type { Execution } from '../../runtime/execution';
import { InvalidValue } from '../../shared/invalidValue';
import type { Limits } from '../../transport/call';
import { checkedZone } from './calendar';
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
	delivery: Delivery;
	/** Where the rows are in the answer; empty to find them. */
	rowsField: string;
	/** Rows at most, over all windows. */
	limit: number;
	binaryField: string;
	limits: Limits;
}

/** What an answer becomes: an item per row, one item as it came, or a file. */
export type Delivery = 'rows' | 'raw' | 'csv' | 'json';

/** An expression may give anything. */
interface SqlOptions {
	binaryField: unknown;
	fileFormat: unknown;
	includeShop: unknown;
	includeToday: unknown;
	limit: unknown;
	outputFormat: unknown;
	rowsField: unknown;
	simplify: unknown;
	splitBy: unknown;
	timezone: unknown;
}

/** Reads the fields for an item. @throws InvalidValue */
export function readInput(execution: Execution, item: number): SqlInput {
	const options = execution.options<SqlOptions>(item, { maxParallelRequests: 8 });
	const zone = checkedZone(options.timezone || execution.context.getTimezone());
	const includeToday = readSwitch('Include Today', options.includeToday, false);
	const period = resolvePeriod(readPeriod(execution, item, includeToday), zone);
	const splitBy = oneOf('Split By', options.splitBy, ['none', 'day', 'week', 'month'] as const);
	const delivery = readDelivery(options);
	return {
		shop: execution.shop(item, 'shopDomain'),
		query: checkedQuery(readQuery(execution, item)),
		period,
		zone,
		splitBy,
		windows: splitPeriod(period, splitBy),
		includeShop: readSwitch('Include Shop', options.includeShop, false),
		delivery,
		rowsField: readName('Rows Field', options.rowsField),
		limit: readLimit(options.limit),
		binaryField: readName('Put Output File in Field', options.binaryField) || 'data',
		limits: options,
	};
}

/**
 * The SQL editor shows the results of `{{ … }}` although the field is not in expression mode, so
 * these are resolved here, as n8n's own SQL nodes do. What an expression gave is left alone.
 */
function readQuery(execution: Execution, item: number): unknown {
	const stored = execution.context.getNode().parameters.query;
	const isTemplate = typeof stored === 'string' && !stored.startsWith('=') && stored.includes('{{');
	return isTemplate
		? execution.context.evaluateExpression(stored, item)
		: execution.field<unknown>('query', item);
}

function readPeriod(execution: Execution, item: number, includeToday: boolean): PeriodChoice {
	const period = execution.field<PeriodChoice['period']>('period', item);
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

function readDelivery(options: Partial<SqlOptions>): Delivery {
	const { outputFormat, fileFormat, limit } = options;
	const rowsField = readName('Rows Field', options.rowsField);
	const simplify = readSwitch('Simplify', options.simplify, true);
	const isFile = oneOf('Output Format', outputFormat, ['items', 'file'] as const) === 'file';
	const delivery = isFile
		? oneOf('File Format', fileFormat, ['json', 'csv'] as const)
		: simplify
			? 'rows'
			: 'raw';
	const isWhole = delivery === 'json' || delivery === 'raw';
	const unused = limit !== undefined ? 'Limit' : rowsField !== '' ? 'Rows Field' : undefined;
	if (!isWhole || unused === undefined) return delivery;
	throw new InvalidValue(
		unused,
		`does not apply to ${isFile ? 'a JSON file' : 'a raw answer'}, which holds the answer as it came`,
		`Remove the option, or ${isFile ? 'choose CSV' : 'turn Simplify on'}.`,
	);
}

/** @returns the value, or the first of the known ones where it is not given */
function oneOf<T extends string>(field: string, value: unknown, known: readonly T[]): T {
	if (value === undefined) return known[0];
	const found = known.find((candidate) => candidate === value);
	if (found !== undefined) return found;
	throw new InvalidValue(field, `is not known: "${String(value)}"`, `Use ${known.join(', ')}.`);
}

function readLimit(limit: unknown): number {
	if (limit === undefined) return Infinity;
	if (Number.isInteger(limit) && Number(limit) >= 1) return Number(limit);
	throw new InvalidValue('Limit', `must be a whole number, 1 or more, but is ${describe(limit)}`);
}

/** "false" as a text would count as true, and "true" as false where only `true` is asked for. */
function readSwitch(field: string, value: unknown, byDefault: boolean): boolean {
	if (value === undefined) return byDefault;
	if (typeof value === 'boolean') return value;
	throw new InvalidValue(field, `must be true or false, but is ${describe(value)}`);
}

/** @returns the name of a field without blanks around it; empty where none is given */
function readName(field: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
	throw new InvalidValue(field, `must be a text, but is ${describe(value)}`);
}

function describe(value: unknown): string {
	return typeof value === 'string'
		? `the text "${value}"`
		: (JSON.stringify(value) ?? String(value));
}
