import { hasData } from '../../service/answers/goodAnswer';
import { type Fields, isContainer, type RowsLocation } from './rowsLocation';

/** Names of fields that say that there are more rows than the answer has; paging is not specified. */
const MORE =
	/^(has_?more(_?(rows|results|pages|data))?|has_?next(_?page)?|more(_?(rows|results))?|(is_?)?(truncated|incomplete|partial)|(next|continuation)(_?(page|page_?token|cursor|token|url|uri|link|offset))?)$/i;
/** Names of objects beside the rows that may hold such a field. */
const ABOUT_PAGES = /^(_?links?|meta(_?data)?|pag(ing|ination)|page(_?info)?|cursors?)$/i;

/**
 * The name of the field that says that there are more rows, in the objects that hold the rows.
 * @param answer the parsed body
 */
export function fieldOfMore(answer: unknown, { path }: RowsLocation): string | undefined {
	let value = answer;
	for (const key of path) {
		const entries = Object.entries(value as Fields);
		const about = entries.filter(([name, inner]) => ABOUT_PAGES.test(name) && isContainer(inner));
		const all = [...entries, ...about.flatMap(([, inner]) => Object.entries(inner as Fields))];
		const found = all.find(([name, said]) => name !== key && MORE.test(name) && saysSo(said));
		if (found) return found[0];
		value = (value as Fields)[key];
	}
	return undefined;
}

function saysSo(value: unknown): boolean {
	if (typeof value === 'string') return !/^\s*(|false|no|none|null|0)\s*$/i.test(value);
	return Boolean(value) && hasData(value);
}
