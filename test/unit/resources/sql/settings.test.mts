import { notSent } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import type { IDataObject } from 'n8n-workflow';
import { Execution } from '../../../../nodes/MerchantData/n8n/execution.ts';
import { sqlFields } from '../../../../nodes/MerchantData/resources/sql/form.ts';
import { readSqlInput } from '../../../../nodes/MerchantData/resources/sql/settings.ts';
import { sqlCall } from '../../../../nodes/MerchantData/sql/request.ts';
import { LIMITS } from '../../../kit/client.mts';
import { createContext, SHOP } from '../../../kit/execution.mts';

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-03-18T02:00:00Z') }));

const QUERY = 'SELECT 1 WHERE d BETWEEN @startDate AND @endDate';

function read(parameters: IDataObject, options: IDataObject = {}, type?: string) {
	const saved = { shopDomain: SHOP, query: QUERY, period: 'yesterday', ...parameters, options };
	const { context } = createContext({ parameters: saved, type });
	Object.assign(context, { getTimezone: () => 'America/New_York' });
	return readSqlInput(new Execution(context, sqlFields), 0);
}

const CSV = { outputFormat: 'csv' };
const day = (date: string) => ({ startDate: date, endDate: date });

it('the settings of a query have defaults', () => {
	const period = day('2026-03-16');
	const time = { period, periods: [period], splitBy: 'none', zone: 'America/New_York' };
	const rows = { format: 'rows', rowsField: '', limit: Infinity, includeShop: false };
	const file = { binaryField: 'data', compress: false, byteOrderMark: false, delimiter: ',' };
	const limits = { maxParallelRequests: 32, timeout: 300, maxWait: 300 };
	const asked = { item: 0, shop: SHOP, query: QUERY, bodyFields: {}, isForAgent: false };
	expect(read({})).toMatchObject({ ...asked, ...time, ...rows, ...file, limits });
});

const TODAY = { includeToday: true, timezone: 'Europe/Berlin' };
const TWO_DAYS = { startDate: '2026-03-17', endDate: '2026-03-18' };
const FILE = { compress: true, byteOrderMark: true, decimalSeparator: 'comma', delimiter: ';' };
const ROWS = { includeShop: true, limit: 7, splitBy: 'week' };
const TOOL = 'merchantDataTool';
it.each<[parameters: IDataObject, options: IDataObject, expected: object, type?: string]>([
	[{ period: 'lastNDays', days: 2 }, TODAY, { period: TWO_DAYS }],
	[{}, { simplify: false }, { format: 'raw' }],
	[{ outputFormat: 'json' }, {}, { format: 'json' }],
	[CSV, FILE, { ...FILE, format: 'csv' }],
	[CSV, { delimiter: '\\t', binaryField: ' file ' }, { delimiter: '\t', binaryField: 'file' }],
	[CSV, { binaryField: ' ' }, { binaryField: 'data' }],
	[{}, { ...ROWS, rowsField: ' a.b ' }, { ...ROWS, rowsField: 'a.b' }],
	[{}, { bodyFields: '{ "currency": "EUR" }' }, { bodyFields: { currency: 'EUR' } }],
	[{}, { bodyFields: { currency: 'EUR' } }, { bodyFields: { currency: 'EUR' } }],
	// An unchanged answer has no rows.
	[{}, { simplify: false, limit: 5, rowsField: 'a' }, { limit: Infinity, rowsField: '' }],
	[{ outputFormat: 'json' }, { limit: 5, rowsField: 'a' }, { limit: Infinity, rowsField: '' }],
	[CSV, { simplify: false, limit: 5, rowsField: 'a' }, { limit: 5, rowsField: 'a' }],
	// An agent gets at most 100 rows, unless the user says how many.
	[{}, {}, { limit: 100, isForAgent: true }, TOOL],
	[{}, { limit: 500 }, { limit: 500 }, TOOL],
	[CSV, {}, { limit: Infinity }, TOOL],
	[{}, { simplify: false }, { limit: Infinity }, TOOL],
])('the settings %j, %j make %j', (...[parameters, options, expected, type]) => {
	expect(read(parameters, options, type)).toMatchObject(expected);
});

it.each<[IDataObject, IDataObject, string]>([
	[{}, { bodyFields: { query: 'x' } }, '"Body Fields" names "query", which the node sends itself'],
	[{}, { bodyFields: { period: 'x' } }, '"Body Fields" names "period"'],
	[{}, { bodyFields: { shopId: 'x' } }, '"Body Fields" names "shopId"'],
	[{}, { bodyFields: '{"currency":' }, '"Body Fields" is not a JSON object'],
	[{}, { bodyFields: '["EUR"]' }, '"Body Fields" is not a JSON object'],
	[{}, { bodyFields: 'null' }, '"Body Fields" is not a JSON object'],
	[{}, { bodyFields: new Date(0) }, '"Body Fields" is not a JSON object'],
	[CSV, { delimiter: '' }, '"Delimiter" must be one character, or \\t for a tab'],
	[{ shopDomain: '' }, {}, '"Shop" is empty'],
	[{ query: ' ' }, {}, '"Query"'],
	[{}, { timezone: 'Mars' }, '"Timezone"'],
	[{ period: 'custom', startDate: 'x', endDate: '2026-01-01' }, {}, '"Start Date"'],
])('an error names the field of %j, %j that cannot be read', (parameters, options, message) => {
	expect(() => read(parameters, options)).toThrow(message);
});

it('a query has the body that the specification shows, its shop, its item and its limits', () => {
	const period = day('2026-03-01');
	const asked = { shop: 'a.example', query: 'SELECT "ü"', period, limits: LIMITS };
	const permit = notSent('notSent.othersFirst', 'Not sent');
	const { body, supportPayload, ...call } = sqlCall({ ...asked, item: 3, permit });
	const payload = `{"query":"SELECT \\"ü\\"","period":${JSON.stringify(period)},"shopId":"a.example"}`;
	expect([body!.toString('utf8'), supportPayload!()]).toEqual([payload, payload]);
	expect(call).toMatchObject({ shop: 'a.example', limits: LIMITS, itemIndex: 3, permit });
	const beside = sqlCall({ ...asked, bodyFields: { currency: 'EUR' } });
	expect(JSON.parse(beside.supportPayload!())).toEqual({ currency: 'EUR', ...JSON.parse(payload) });
});
