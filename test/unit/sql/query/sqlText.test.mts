import {
	checkedQuery,
	queryHints,
	sqlCode,
} from '../../../../nodes/MerchantData/sql/query/sqlText.ts';

it.each([
	["SELECT 'it''s @start_date', x", "SELECT '', x"],
	['SELECT "a ""b"" -- c", x', 'SELECT _, x'],
	['SELECT `a -- b`, x', 'SELECT _, x'],
	['SELECT 1 -- a comment\n, 2', 'SELECT 1  \n, 2'],
	["SELECT /* one ' \n * two */ 1", 'SELECT   1'],
	["SELECT 'never closed @enddate", "SELECT ''"],
	['SELECT /* never closed', 'SELECT  '],
	["SELECT '--', 1 - -1, 6 / 2 * 3", "SELECT '', 1 - -1, 6 / 2 * 3"],
	["'a' || 'b'", "'' || ''"],
])('strips %j to %j', (query, code) => {
	expect(sqlCode(query)).toBe(code);
});

it('strips a long literal in one go', () => {
	const long = `SELECT '${"it''s ".repeat(300_000)}' AS x`;
	expect(sqlCode(long)).toBe("SELECT '' AS x");
});

it.each([
	['@start_date', '@startDate'],
	['@StartDate', '@startDate'],
	['@startdate', '@startDate'],
	['@START_DATE', '@startDate'],
	[':startDate', '@startDate'],
	['$startDate', '@startDate'],
	['@enddate', '@endDate'],
	['@end_date', '@endDate'],
	['@end-date', '@endDate'],
	['@EndDate', '@endDate'],
])('refuses the placeholder %s and names the right one', (written, right) => {
	const query = `SELECT x FROM orders WHERE date >= @startDate AND date <= ${written}`;
	expect(() => checkedQuery(query)).toThrow(
		expect.objectContaining({
			message: `"Query" holds the placeholder "${written}"`,
			remedy: expect.stringContaining(`Write ${right}:`) as string,
		}),
	);
});

it.each([
	'SELECT x FROM t WHERE d BETWEEN @startDate AND @endDate',
	"SELECT '@start_date' AS a -- @enddate\n/* @StartDate */ FROM t",
	'SELECT @startDates, payload:startDate, x::startDate, a@start_date FROM t',
])('leaves alone %j', (query) => {
	expect(checkedQuery(query)).toBe(query);
});

it.each(['', '  \n ', '-- nothing but a comment', '/* nothing */ '])('calls %j empty', (query) => {
	expect(() => checkedQuery(query)).toThrow('"Query" is empty');
});

it.each([undefined, 5, { a: 1 }])('refuses %j, which is no text', (query) => {
	expect(() => checkedQuery(query)).toThrow('"Query" is not a text');
});

it.each<[string, string[]]>([
	['SELECT a FROM t', ['neither @startDate nor @endDate']],
	["SELECT a FROM t WHERE d = '@startDate to'", ['neither @startDate nor @endDate']],
	['SELECT a FROM t WHERE d >= @startDate', ['does not use @endDate']],
	['SELECT a FROM t WHERE d <= @endDate -- and @startDate', ['does not use @startDate']],
	['SELECT a FROM t WHERE d BETWEEN @startDate AND @endDates', ['does not use @endDate']],
	['SELECT a FROM t WHERE d BETWEEN @startDate AND @endDate', []],
])('%s: of its placeholders it hints at %j', (query, hints) => {
	expect(queryHints(query)).toEqual(hints.map((hint) => expect.stringContaining(hint) as string));
});

it.each(["'@startDate'", '"@endDate"', "' @startDate '", '`@enddate`'])(
	'refuses the placeholder in quotes: %s',
	(quoted) => {
		expect(() => checkedQuery(`SELECT a FROM t WHERE d >= ${quoted}`)).toThrow(
			`"Query" holds the placeholder ${quoted} in quotes`,
		);
	},
);

it.each([
	"SELECT '@startDate is a placeholder' AS text FROM t WHERE d >= @startDate",
	"SELECT a FROM t -- not '@startDate'\nWHERE d >= @startDate",
	"SELECT a FROM t /* '@startDate' */ WHERE d >= @startDate",
])('takes a text that only speaks of a placeholder: %s', (query) => {
	expect(checkedQuery(query)).toBe(query);
});
