import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../n8n/execution';
import type { Call, Permission } from '../../service/call';
import { ENDPOINTS } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import { InvalidValue } from '../../shared/invalidValue';
import type { sqlFields } from './fields';
import { checkedZone, type Period, resolvePeriod, type SplitBy, splitPeriod } from './period';
import { checkedQuery } from './sqlText';

/** A query over a period: one request. */
export interface SqlRequest {
	shop: string;
	query: string;
	period: Period;
	limits: Limits;
	/** The input item that it belongs to; a poll has none. */
	item?: number;
	permit?: Permission;
}

/** The request as the client takes it ("Endpoints" 8). */
export function sqlCall({ shop, query, period, limits, item, permit }: SqlRequest): Call {
	const payload = JSON.stringify({ query, period, [ENDPOINTS.sql.shopField]: shop });
	return {
		body: Buffer.from(payload),
		limits,
		shop,
		itemIndex: item,
		permit,
		supportPayload: () => payload,
	};
}

/** What the fields of the operation say for one item, checked: its query over the whole period, or a part. */
export interface SqlInput extends SqlRequest {
	item: number;
	limits: SqlRequest['limits'] & { maxParallelRequests: number };
	zone: string;
	splitBy: SplitBy;
	/** The parts of the period, with one request each; `period` itself where it is not split. */
	periods: Period[];
	includeShop: boolean;
	/** What an answer becomes: an item per row, one item as it came, or a file. */
	format: 'rows' | 'raw' | 'csv' | 'json' | 'ndjson';
	/** Where the rows are in the answer; empty to find them. */
	rowsField: string;
	/** Rows at most, over all periods. */
	limit: number;
	/** From here on: for files. */
	binaryField: string;
	compress: boolean;
}

/** Reads the fields for an item. @throws InvalidValue */
export function readInput(execution: Execution<typeof sqlFields>, item: number): SqlInput {
	const options = execution.field('options', item);
	const zone = checkedZone(options.timezone || execution.context.getTimezone());
	const { splitBy, includeToday, includeShop, compress, limit } = options;
	const field = (name: 'startDate' | 'endDate' | 'days') => execution.field(name, item);
	const choice = { includeToday, field };
	const period = resolvePeriod(execution.field('period', item), choice, zone);
	const outputFormat = execution.field('outputFormat', item);
	const itemFormat = options.simplify ? 'rows' : 'raw';
	const input: SqlInput = {
		item,
		shop: execution.shop(item, 'shopDomain'),
		query: checkedQuery(readQuery(execution, item)),
		period,
		zone,
		splitBy,
		periods: splitPeriod(period, splitBy),
		includeShop,
		format: outputFormat === 'items' ? itemFormat : outputFormat,
		rowsField: options.rowsField.trim(),
		limit,
		binaryField: options.binaryField.trim() || 'data',
		compress,
		limits: options,
	};
	refuseUnused(input);
	return input;
}

/**
 * The SQL editor shows the results of `{{ … }}` although the field is not in expression mode, so
 * these are resolved here, as n8n's own SQL nodes do. What an expression gave is left alone.
 */
function readQuery(execution: Execution<typeof sqlFields>, item: number): unknown {
	const stored = execution.context.getNode().parameters.query;
	const isTemplate = typeof stored === 'string' && !stored.startsWith('=') && stored.includes('{{');
	return isTemplate
		? execution.context.evaluateExpression(stored, item)
		: execution.field('query', item);
}

/** @throws InvalidValue for an option about rows, where the answer is given as it came */
function refuseUnused({ format, limit, rowsField }: SqlInput): void {
	if (format !== 'json' && format !== 'raw') return;
	const unused = limit !== Infinity ? 'Limit' : rowsField !== '' ? 'Rows Field' : undefined;
	if (unused === undefined) return;
	const [what, way] =
		format === 'json'
			? ['a JSON file', 'choose a CSV or NDJSON file']
			: ['a raw answer', 'turn Simplify on'];
	throw new InvalidValue(
		unused,
		`does not apply to ${what}, which holds the answer as it came`,
		`Remove the option, or ${way}.`,
	);
}

/** The JSON of an item that holds a file or a raw answer. */
export function about({ shop, period, includeShop }: SqlInput): IDataObject {
	return { period: { ...period }, ...(includeShop ? { shop } : {}) };
}
