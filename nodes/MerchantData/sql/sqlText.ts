import { InvalidValue } from '../errors/invalidInput';
import { parseJson } from '../lib/jsonText';

/**
 * A quote in a text or a quoted name is doubled, or has a backslash before it. `#` begins a comment (MySQL, ClickHouse),
 * but `#>` and `#-` within a line are operators.
 */
const LITERAL_OR_COMMENT =
	/'[^'\\]*(?:(?:''|\\[^])[^'\\]*)*(?:'|$)|"[^"\\]*(?:(?:""|\\[^])[^"\\]*)*(?:"|$)|`[^`\\]*(?:\\[^][^`\\]*)*(?:`|$)|(?:--|(?<=^|\n)[ \t]*#|#(?![>-]))[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** The query without its texts, quoted names and comments. */
const codeOf = (query: string): string => query.replace(LITERAL_OR_COMMENT, ' ');

const QUOTED_PLACEHOLDER = /^(['"`])\s*@(?:start|end)Date\s*\1$/i;

const PLACEHOLDER_LIKE = /(?<![\w@:$])[@:$](start|end)[_-]?date(?!\w)/gi;

/** A code fence on lines of its own. It may name a language and lack its end, and sentences may stand around it. */
const IN_FENCE =
	/(?:^|\n)[ \t]*(`{3,}|~{3,})[ \t]*(?:(?:[\w-]*sql[\w-]*|bigquery|clickhouse|snowflake|(?:plain)?te?xt)(?=\s))?([^]*?)(?:\1|$)/i;
const IN_QUOTES = /^(["'`])([^]+)\1;?$/;
const ESCAPED_QUOTE = /\\(["'`])|(["'`])\2/g;

/** A fence further down is a part of a comment or of a text. */
const BEGINS_AS_SQL = /^(?:--|\/\*|(?:select|with)\b)/i;

/** A query without the code fence or the quotes that models put it in: SQL does not begin with them. */
function unwrapped(query: string): string {
	const text = query.trim();
	if (BEGINS_AS_SQL.test(text)) return query;
	const inner = IN_FENCE.exec(text)?.[2] ?? inQuotes(text);
	return inner === undefined ? query : unwrapped(inner).trim();
}

function inQuotes(text: string): string | undefined {
	const [, quote, inner] = IN_QUOTES.exec(text) ?? [];
	if (inner === undefined) return undefined;
	const value = parseJson(text);
	if (typeof value === 'string') return value;
	// Models do not always escape the inner quotes.
	const isEscaped = codeOf(text).replace(';', '').trim() === '';
	const unescape = (pair: string) => (pair.endsWith(quote!) ? quote! : pair);
	return isEscaped ? inner.replace(ESCAPED_QUOTE, unescape) : inner;
}

/**
 * The query as it is sent. The service knows `@startDate` and `@endDate` in this spelling only ("SQL query
 * request"; "Errors", row 400). @throws InvalidValue if it is empty or a placeholder is misspelt
 */
export function checkedQuery(given: unknown): string {
	if (typeof given !== 'string')
		throw new InvalidValue('value.wrongType', 'Query', 'is not a text');
	const query = unwrapped(given);
	const code = codeOf(query);
	const write = 'Enter the SQL to run.';
	if (code.trim() === '') throw new InvalidValue('value.empty', 'Query', 'is empty', write);
	const quoted = query.match(LITERAL_OR_COMMENT)?.find((each) => QUOTED_PLACEHOLDER.test(each));
	if (quoted !== undefined) {
		const remedy = 'Remove the quotes: the service does not replace it inside a text.';
		const problem = `has the placeholder ${quoted} in quotes`;
		throw new InvalidValue('sql.placeholder', 'Query', problem, remedy);
	}
	for (const [written, end] of code.matchAll(PLACEHOLDER_LIKE)) {
		const right = end.toLowerCase() === 'start' ? '@startDate' : '@endDate';
		if (written === right) continue;
		const remedy = `Write ${right}: the service knows this spelling only.`;
		throw new InvalidValue('sql.placeholder', 'Query', `has the placeholder "${written}"`, remedy);
	}
	return query;
}

export function queryHints(query: string): string[] {
	const code = codeOf(query);
	const isMissing = (name: string) => !new RegExp(`${name}(?!\\w)`).test(code);
	const missing = ['@startDate', '@endDate'].filter(isMissing);
	const hint = `The query does not use ${missing.join(' and ')} outside quotes and comments, so the period may not limit its rows`;
	return missing.length === 0 ? [] : [hint];
}

const UP_TO_END = /([\w.]+)\s*(?:\bbetween\s+@startDate\s+and\s|<=)\s*@endDate(?!\w|\s*[+|])/gi;

/** Columns that a query compares with `@endDate`. If they have a time, most of the last day is missing. */
export const columnsUpToEnd = (query: string): string[] =>
	Array.from(codeOf(query).matchAll(UP_TO_END), ([, column]) => column!.replace(/.*\./, ''));
