import type { IDataObject } from 'n8n-workflow';
import { InvalidValue } from '../../errors/invalidInput';
import { parseJson } from '../../lib/jsonText';
import { isPlainObject } from '../../lib/objects';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { readDelimiter } from '../../n8n/parameters';
import { ENDPOINTS } from '../../service/endpoints';
import { checkedZone, resolvePeriod, splitPeriod } from '../../sql/period';
import type { SqlInput } from '../../sql/request';
import { checkedQuery } from '../../sql/sqlText';
import type { sqlFields } from './form';

/** A model reads every row, and tens of thousands would be megabytes of text. */
const MOST_ROWS_FOR_AGENT = 100;

/** Reads the fields for an item. @throws InvalidValue */
export function readSqlInput(execution: Execution<typeof sqlFields>, item: number): SqlInput {
	const options = execution.field('options', item);
	const zone = checkedZone(options.timezone || execution.context.getTimezone());
	const choice = {
		...options,
		startDate: execution.field('startDate', item),
		endDate: execution.field('endDate', item),
		days: execution.field('days', item),
	};
	const period = resolvePeriod(execution.field('period', item), choice, zone);
	const outputFormat = execution.field('outputFormat', item);
	const itemFormat = options.simplify ? ('rows' as const) : ('raw' as const);
	const format = outputFormat === 'items' ? itemFormat : outputFormat;
	const isForAgent = isAgentCall(execution.context);
	const mostRows = isForAgent && format === 'rows' ? MOST_ROWS_FOR_AGENT : Infinity;
	return {
		item,
		shop: execution.shop(item),
		query: checkedQuery(savedQuery(execution, item)),
		bodyFields: readBodyFields(options.bodyFields),
		period,
		zone,
		splitBy: options.splitBy,
		includeShop: options.includeShop,
		periods: splitPeriod(period, options.splitBy),
		format,
		rowsField: options.rowsField.trim(),
		limit: options.limit === Infinity ? mostRows : options.limit,
		isForAgent,
		compress: options.compress,
		byteOrderMark: options.byteOrderMark,
		decimalSeparator: options.decimalSeparator,
		binaryField: options.binaryField.trim() || 'data',
		delimiter: readDelimiter(options.delimiter, false),
		limits: options,
	};
}

/** Additional fields of the body. @throws InvalidValue */
function readBodyFields(value: unknown): IDataObject {
	const fields = typeof value === 'string' ? parseJson(value || '{}') : value;
	if (!isPlainObject(fields)) {
		const remedy = 'Enter an object with named fields, such as { "currency": "EUR" }.';
		throw new InvalidValue('json.notAnObject', 'Body Fields', 'is not a JSON object', remedy);
	}
	const own = ['query', 'period', ENDPOINTS.sql.shopField].find((name) => name in fields);
	if (own === undefined) return fields;
	const problem = `names "${own}", which the node sends itself`;
	const remedy = 'Set it in the form, and remove it here.';
	throw new InvalidValue('setting.wrongValue', 'Body Fields', problem, remedy);
}

/** Resolves `{{ … }}` in a query without an expression, because the editor shows it resolved. */
function savedQuery({ context, field }: Execution<typeof sqlFields>, item: number): unknown {
	const saved = context.getNode().parameters.query;
	const isTemplate = typeof saved === 'string' && !saved.startsWith('=') && saved.includes('{{');
	return isTemplate ? context.evaluateExpression(saved, item) : field('query', item);
}
