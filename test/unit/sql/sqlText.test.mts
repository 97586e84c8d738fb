import {
	checkedQuery,
	columnsUpToEnd,
	queryHints,
} from '../../../nodes/MerchantData/sql/sqlText.ts';
import { refusal } from '../../kit/refusal.mts';

it.each([
	['@start_date', '@startDate'],
	['@StartDate', '@startDate'],
	[':startDate', '@startDate'],
	['$startDate', '@startDate'],
	['@end-date', '@endDate'],
])('refuses the placeholder %s and names the right one', (written, right) => {
	const query = `SELECT x FROM orders WHERE date >= @startDate AND date <= ${written}`;
	const message = `"Query" has the placeholder "${written}"`;
	const remedy = expect.stringContaining(`Write ${right}:`) as string;
	expect(refusal(() => checkedQuery(query))).toEqual({ message, remedy });
});

it.each(["'@startDate'", '"@endDate"', "' @startDate '", '`@enddate`'])('refuses %s', (quoted) => {
	const message = `"Query" has the placeholder ${quoted} in quotes`;
	expect(() => checkedQuery(`SELECT a FROM t WHERE d >= ${quoted}`)).toThrow(message);
});

it.each([
	'SELECT x FROM t WHERE d BETWEEN @startDate AND @endDate',
	"SELECT '@start_date' AS a -- @enddate\n/* @StartDate */ FROM t",
	'SELECT @startDates, payload:startDate, x::startDate, a@start_date FROM t',
	"SELECT '@startDate is a placeholder' AS text FROM t WHERE d >= @startDate",
	"SELECT a FROM t -- not '@startDate'\nWHERE d >= @startDate",
	"SELECT a FROM t WHERE name = 'O\\'Brien @start_date' AND d >= @startDate",
	'SELECT "a\\"@end_date", `b\\`@end_date` FROM t WHERE d >= f(start_date := @startDate)',
	// Quotes that are a part of it.
	"SELECT 'a' AS b, 'c'",
	"  SELECT '```sql' AS fence, '```'\n",
	'/* Checked with:\n```sql\nSELECT 1\n```\n*/ SELECT 2',
	'-- ~~~~~~\n~~~~~~\nSELECT 2\n~~~~~~',
	'SELECT "a" -- "',
])('leaves %j as it is', (query) => {
	expect(checkedQuery(query)).toBe(query);
});

const PLAIN = `SELECT "a", 'b' FROM t WHERE d BETWEEN @startDate AND @endDate`;
const FENCE = '```';

it.each<[how: string, query: string, sent?: string]>([
	['in a fence', `${FENCE}\n${PLAIN}\n${FENCE}`],
	['in a fence with a language', `${FENCE}sql\n${PLAIN};\n${FENCE}`, `${PLAIN};`],
	['in a fence with blanks', `  ${FENCE}\` ClickHouse \r\n ${PLAIN}\r\n${FENCE}\`  \n`],
	['in a fence on one line', FENCE + PLAIN + FENCE],
	['in a fence that begins with a word of SQL', `${FENCE}SELECT\n1${FENCE}`, 'SELECT\n1'],
	['in a fence of tildes', `~~~t-sql\n${PLAIN}\n~~~`],
	['in a fence without an end', `${FENCE}sql\n${PLAIN}`],
	['in a fence between sentences', `Here it is:\n\n${FENCE}sql\n${PLAIN}\n${FENCE}\nIt counts.`],
	['in a fence of plain text', `${FENCE}plaintext\n${PLAIN}\n${FENCE}`],
	['in quotes in a fence', `${FENCE}\n'${PLAIN}'\n${FENCE}`],
	['in backticks', `\`${PLAIN}\``],
	['in double quotes as JSON', JSON.stringify(`${PLAIN}\nLIMIT 5`), `${PLAIN}\nLIMIT 5`],
	['in double quotes that are doubled within', `"${PLAIN.replaceAll('"', '""')}"`],
	['in double quotes that are not escaped within', `"${PLAIN}";`],
	['in single quotes after backslashes', `'${PLAIN.replaceAll("'", "\\'")}'`],
	['in single quotes that are doubled within', `'${PLAIN.replaceAll("'", "''")}'`],
	['in double quotes with an empty text', `"SELECT '' AS a"`, `SELECT '' AS a`],
])('unwraps a query %s', (_, query, sent = PLAIN) => {
	expect(checkedQuery(query)).toBe(sent);
});

it.each(['', '```sql\n```', "' '", '-- nothing else', '/* nothing */ ', '/* never closed'])(
	'calls %j empty',
	(query) => expect(() => checkedQuery(query)).toThrow('"Query" is empty'),
);

it('refuses what is not a text', () => {
	expect(() => checkedQuery(5)).toThrow('"Query" is not a text');
});

const BOTH = '@startDate and @endDate';

it.each<[string, string[]]>([
	['SELECT a FROM t', [BOTH]],
	["SELECT 'it''s @startDate', '@endDate never closed", [BOTH]],
	['SELECT "a ""@startDate"" -- c", `-- @endDate`', [BOTH]],
	['SELECT a FROM t WHERE d >= @startDate', ['@endDate']],
	['SELECT a FROM t WHERE d <= @endDate -- and @startDate', ['@startDate']],
	['SELECT a FROM t WHERE d BETWEEN @startDate AND @endDates', ['@endDate']],
	["SELECT /* one ' \n */ a FROM t WHERE d >= @startDate AND d <= @endDate", []],
	["SELECT 'O\\'Brien', '\\\\' FROM t WHERE d BETWEEN @startDate AND @endDate -- '", []],
	["SELECT 1 # don't\n, @startDate, @endDate", []],
	["  #--- it's ---\r\nSELECT @startDate\n\t## isn't\n, @endDate", []],
	['SELECT @startDate # and @endDate', ['@endDate']],
	["SELECT a #>> '{b}', c #- '{d}' FROM t WHERE d BETWEEN @startDate AND @endDate", []],
	["SELECT '# no comment', @startDate, @endDate", []],
	[`SELECT '${"it''s ".repeat(300_000)}' AS x, @startDate, @endDate`, []],
])('hints that %.90s lacks %j', (query, missing) => {
	expect(queryHints(query)).toEqual(
		missing.map((names) => expect.stringContaining(`does not use ${names} outside`) as string),
	);
});

it.each<[string, string[]]>([
	['a BETWEEN @startDate AND @endDate', ['a']],
	['o.a between\n@startDate and @endDate and b<=@endDate', ['a', 'b']],
	['toDate(a) BETWEEN @startDate AND @endDate', []],
	['a >= @startDate AND a < @endDate', []],
	['a BETWEEN @startDate AND @endDate + INTERVAL 1 DAY', []],
	["a <= @endDate || ' 23:59:59'", []],
	["b = 'a <= @endDate'", []],
])('finds the columns compared with the beginning of the last day: %j', (where, columns) => {
	expect(columnsUpToEnd(`SELECT a FROM o WHERE ${where}`)).toEqual(columns);
});
