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

/** What may surprise the user, in sentences. */
export function queryHints(query: string, splitBy: SplitBy): string[] {
	const code = sqlCode(query);
	const hints: string[] = [];
	const missing = ['@startDate', '@endDate'].filter(
		(name) => !new RegExp(`${name}(?!\\w)`).test(code),
	);
	if (missing.length === 2) {
		hints.push(
			'The query uses neither @startDate nor @endDate outside quotes and comments, so the period may not limit its rows',
		);
	} else if (missing.length === 1) {
		hints.push(
			`The query does not use ${missing[0]} outside quotes and comments, so one end of the period may not limit its rows`,
		);
	}
	if (splitBy !== 'none' && isSplitSensitive(code)) {
		hints.push(
			`"Split By" runs the query once per ${splitBy}, and puts the rows one after another: what it sorts, limits, groups or adds up holds for each ${splitBy} only`,
		);
	}
	return hints;
}

/** Clauses that mean something else over a part of the period than over the whole. */
const SORTS_OR_LIMITS = /\b(?:distinct|limit|order\s+by)\b/i;
const GROUPS = /\bgroup\s+by\b/i;
const GROUPS_BY_DATE = /\bgroup\s+by\b[\s\S]*(?:date|day)/i;
const ADDS_UP = /\b(?:count|sum|avg|min|max)\s*\(/i;

const isSplitSensitive = (code: string): boolean =>
	SORTS_OR_LIMITS.test(code) ||
	(GROUPS.test(code) ? !GROUPS_BY_DATE.test(code) : ADDS_UP.test(code));
