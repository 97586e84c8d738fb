import { isNone, saysNo } from '../service/answers/goodAnswer';

/** Members of an answer that say that rows are missing. None is specified, so these are the usual names. */
interface Completeness {
	/** A member that says that there are more rows, such as `paging.next`. */
	notWhole?: string;
	/** A member that says that the query is still running. */
	notFinished?: string;
}

/** Objects that may have such members. Others may be data, in which the same names are columns. */
const SAYERS = {
	notFinished: /meta|^(job|query|statement|execution|stat(e|us|s|istics))/i,
	notWhole: /meta|^_?(pag(e|er|es|ing|ination)|links?|cursors?|next)/i,
};

type Test = (value: unknown, rows: number) => boolean;

const isYes: Test = (value) => !isNone(value);
const isAbove: Test = (value, rows) => /^\d+$/.test(String(value)) && Number(value) > rows;
const isWorking: Test = (value) =>
	/^(executing|in[ _-]?progress|incomplete|pending|processing|queued|running|scheduled|started|starting|submitted|waiting)$/i.test(
		String(value),
	);

/** Names are in lower case and without signs. */
const SIGNS: Record<keyof typeof SAYERS, ReadonlyArray<[names: RegExp, holds: Test]>> = {
	notFinished: [
		[/^(is|has|job|query|statement|execution)*(completed?|done|finished|ready)$/, saysNo],
		[/^(is|job|query)*(inprogress|pending|processing|running)$/, isYes],
		[/^(job|query|statement|execution|request|run)?(state|status)$/, isWorking],
	],
	notWhole: [
		[
			/^(is|has|are|there)*(more|incomplete|partial|truncated)(data|items|pages?|records|results?|rows|available)*$/,
			isYes,
		],
		[
			/^(odata)?(has)?next(page|records?|results?)*(cursor|link|number|offset|start|token|uri|url)*$/,
			isYes,
		],
		[/^(page|continuation)token$/, isYes],
		[/^total(count|elements|entries|hits|items|number|records|results|rows|size)?$/, isAbove],
		[/^(row|record|result|item)?s?count$|^(num(berof)?)?rows$/, isAbove],
	],
};

/**
 * @param answer without its rows
 * @param toRows the path to the rows
 * @param rows their number
 */
export function completeness(
	answer: unknown,
	toRows: readonly string[] = [],
	rows = Infinity,
): Completeness {
	const found: Completeness = {};
	for (const says of ['notFinished', 'notWhole'] as const) {
		const all = members(Object(answer) as object, toRows, SAYERS[says]);
		for (const [names, holds] of SIGNS[says])
			found[says] ??= all.find(([, name, value]) => names.test(name) && holds(value, rows))?.[0];
	}
	return found;
}

/** The values outside the rows. A value within `next`, such as `next.href`, counts as `next`. */
function members(
	object: object,
	toRows: readonly string[],
	sayers: RegExp,
	before = '',
): Array<[path: string, name: string, value: unknown]> {
	return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
		const path = before + name;
		const isToRows = name === toRows[0];
		const bare = name.toLowerCase().replace(/[^a-z]/g, '');
		if (typeof value !== 'object' || value === null)
			return [[path, /(^|\.)next\.$/i.test(before) ? 'next' : bare, value]];
		if (Array.isArray(value) || !(isToRows || sayers.test(name))) return [];
		return members(value, isToRows ? toRows.slice(1) : [], sayers, `${path}.`);
	});
}
