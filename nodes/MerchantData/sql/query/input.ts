import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../n8n/execution';
import type { Call, Permission } from '../../service/call';
import { ENDPOINTS } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import { InvalidValue } from '../../shared/invalidValue';
import type { sqlFields } from './fields';
import { checkedZone, type Period, resolvePeriod, splitPeriod } from './period';
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

/** What an item asks for: its query over the whole period, or over a part of it. */
export type SqlInput = SqlRequest & ReturnType<typeof readSqlInput>;

/** Reads the fields for an item. @throws InvalidValue */
export function readSqlInput(execution: Execution<typeof sqlFields>, item: number) {
	const options = execution.field('options', item);
	const { splitBy, includeToday, includeShop, simplify, limit, compress } = options;
	const zone = checkedZone(options.timezone || execution.context.getTimezone());
	const choice = {
		includeToday,
		startDate: execution.field('startDate', item),
		endDate: execution.field('endDate', item),
		days: execution.field('days', item),
	};
	const period = resolvePeriod(execution.field('period', item), choice, zone);
	const outputFormat = execution.field('outputFormat', item);
	const itemFormat = simplify ? ('rows' as const) : ('raw' as const);
	const input = {
		item,
		shop: execution.shop(item, 'shopDomain'),
		query: checkedQuery(savedQuery(execution, item)),
		period,
		zone,
		splitBy,
		/** The parts of the period, with one request each; `period` itself where it is not split. */
		periods: splitPeriod(period, splitBy),
		includeShop,
		/** What an answer becomes: an item per row, one item as it came, or a file. */
		format: outputFormat === 'items' ? itemFormat : outputFormat,
		rowsField: options.rowsField.trim(),
		limit,
		binaryField: options.binaryField.trim() || 'data',
		compress,
		limits: options,
	};
	const isAsItCame = input.format === 'json' || input.format === 'raw';
	const unused = limit !== Infinity ? 'Limit' : input.rowsField !== '' ? 'Rows Field' : undefined;
	if (!isAsItCame || unused === undefined) return input;
	throw new InvalidValue(
		unused,
		'does not apply where the answer is given as it came',
		'Remove the option, turn Simplify on, or choose a CSV or NDJSON file.',
	);
}

/**
 * The SQL editor shows the results of `{{ … }}` although the field is not in expression mode, so
 * these are resolved here, as n8n's own SQL nodes do. What an expression gave is left alone.
 */
function savedQuery(execution: Execution<typeof sqlFields>, item: number): unknown {
	const saved = execution.context.getNode().parameters.query;
	const isTemplate = typeof saved === 'string' && !saved.startsWith('=') && saved.includes('{{');
	return isTemplate
		? execution.context.evaluateExpression(saved, item)
		: execution.field('query', item);
}

/** The JSON of an item that has a file or a raw answer. */
export function about({ shop, period, includeShop }: SqlInput): IDataObject {
	return { period: { ...period }, ...(includeShop ? { shop } : {}) };
}
