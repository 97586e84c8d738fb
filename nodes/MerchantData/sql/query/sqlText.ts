import { InvalidValue } from '../../shared/invalidValue';
import type { SplitBy } from './period';

/**
 * What can be seen in a query without knowing the service's dialect: placeholders, and a few
 * clauses whose meaning depends on the period.
 */

const LITERAL_OR_COMMENT =
	/'[^']*(?:''[^']*)*(?:'|$)|"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:`|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** The query with placeholders of no meaning for its texts, quoted names and comments. */
export function sqlCode(query: string): string {
	return query.replace(LITERAL_OR_COMMENT, (found) => {
		if (found.startsWith("'")) return "''";
		return found.startsWith('"') || found.startsWith('`') ? '_' : ' ';
	});
}

const QUOTED_PLACEHOLDER = /(['"`])\s*@(?:start|end)Date\s*\1/i;

/** The query without its comments. */
function withoutComments(query: string): string {
	return query.replace(LITERAL_OR_COMMENT, (found) => (/^['"`]/.test(found) ? found : ' '));
}

/** Anything that may be a misspelt placeholder. */
const PLACEHOLDER_LIKE = /(?<![\w@:$])[@:$](start|end)[_-]?date(?!\w)/gi;

/**
 * The query as it is sent. The service fills in `@startDate` and `@endDate`, spelt exactly so
 * ("SQL query request"; "Errors", row 400).
 * @throws InvalidValue where it is empty or a placeholder is misspelt
 */
export function checkedQuery(query: unknown): string {
	if (typeof query !== 'string') throw new InvalidValue('Query', 'is not a text');
	const code = sqlCode(query);
	if (code.trim() === '') {
		throw new InvalidValue('Query', 'is empty', 'Write the SQL that the service is to run.');
	}
	const [quoted] = QUOTED_PLACEHOLDER.exec(withoutComments(query)) ?? [];
	if (quoted !== undefined) {
		throw new InvalidValue(
			'Query',
			`holds the placeholder ${quoted} in quotes`,
			'Remove the quotes: within quotes it is a plain text, and the service does not replace it by a date.',
		);
	}
	for (const [written, end] of code.matchAll(PLACEHOLDER_LIKE)) {
		const right = end.toLowerCase() === 'start' ? '@startDate' : '@endDate';
		if (written === right) continue;
		throw new InvalidValue(
			'Query',
			`holds the placeholder "${written}"`,
			`Write ${right}: the service knows this spelling only.`,
		);
	}
	return query;
}

const SELECT_ALL =
	/\bselect\s+(?:(?:distinct|all)\s+)?(?:[\w.]+\s*\.\s*)?\*|,\s*(?:[\w.]+\.)?\*\s*(?:,|\bfrom\b)/i;

/** What may surprise the user, in sentences. */
export function queryHints(query: string, splitBy: SplitBy): string[] {
	const code = sqlCode(query);
	const hints: string[] = [];
	if (SELECT_ALL.test(code)) {
		hints.push('The service advises against SELECT *: name the columns in the query');
	}
	if (!/@(startDate|endDate)(?!\w)/.test(code)) {
		hints.push(
			'The query uses neither @startDate nor @endDate outside quotes and comments, so the period may not limit its rows',
		);
	}
	const affected = splitBy === 'none' ? [] : splitSensitive(code);
	if (affected.length > 0) {
		hints.push(
			`"Split By" runs the query once per ${splitBy}, and puts the rows one after another. These parts of the query then hold for each ${splitBy} only: ${affected.join(', ')}`,
		);
	}
	return hints;
}

/** Clauses that mean something else over a part of the period than over the whole. */
const SPLIT_SENSITIVE: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
	['DISTINCT', /\bdistinct\b/i],
	['LIMIT', /\b(?:limit|offset|top)\s+[\d:@(]|\bfetch\s+(?:first|next)\b/i],
	['ORDER BY', /\border\s+by\b/i],
];
const GROUPED = /\bgroup\s+by\b([\s\S]*?)(?:\bhaving\b|\border\s+by\b|\blimit\b|\bunion\b|;|$)/gi;
const OF_A_DAY = /date|day|time|_at\b/i;
const AGGREGATE =
	/\b(?:count|sum|avg|min|max|median|stddev\w*|var\w*|approx_\w+|percentile_\w+|array_agg|string_agg|group_concat|listagg)\s*\(/i;

function splitSensitive(code: string): string[] {
	const found = SPLIT_SENSITIVE.filter(([, pattern]) => pattern.test(code)).map(([name]) => name);
	const groups = [...code.matchAll(GROUPED)].map(([, columns]) => columns);
	if (groups.some((columns) => !OF_A_DAY.test(columns))) found.push('GROUP BY without a date');
	if (groups.length === 0 && AGGREGATE.test(code)) found.push('aggregates over the whole period');
	return found;
}
