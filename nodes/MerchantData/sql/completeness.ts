import { isNone, saysNo } from '../service/answers/goodAnswer';

/** Objects that may say that rows are missing. Others may be data, in which the same names are columns. */
const SAYERS = {
	/** The query is still running. */
	notFinished: /meta|^(job|query|statement|execution|stat(e|us|s|istics))/i,
	/** There are more rows. */
	notWhole: /meta|^_?(pag(e|er|es|ing|ination)|links?|cursors?|next)/i,
};

type Test = (value: unknown, rows: number) => boolean;

const isYes: Test = (value) => !isNone(value);
const isAbove: Test = (value, rows) => /^\d+$/.test(String(value)) && Number(value) > rows;
const WORKING =
	/^(executing|in[ _-]?progress|incomplete|pending|processing|queued|running|scheduled|started|starting|submitted|waiting)$/i;
const isWorking: Test = (value) => WORKING.test(String(value));

/** What such members are called, in lower case and without signs: the usual names, because none is specified. */
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

/** Paths of members that say so. @param answer without its rows. @param toRows the path to them. @param rows their number */
export function completeness(answer: unknown, toRows: readonly string[] = [], rows = Infinity) {
	const found: Partial<Record<keyof typeof SAYERS, string>> = {};
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
