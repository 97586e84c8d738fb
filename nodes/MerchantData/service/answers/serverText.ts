import type { Code } from '../../errors/codes';
import { parseJson } from '../../lib/jsonText';
import { isObject } from '../../lib/objects';
import { hasData, rowErrors } from './goodAnswer';

const LONGEST = 500;
/** Characters of a page in which its text is sought. In all of a long one, tags without an end take minutes. */
const LONGEST_PAGE = 10_000;
const MOST_ROWS = 3;
/** The most specific text first. Any other JSON is shown as it is. */
const TEXT_FIELDS = ['message', 'error_description', 'detail', 'title', 'error', 'errors'];

function textIn(value: unknown, depth = 4): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (depth === 0) return undefined;
	const textsIn = (inner: readonly unknown[]) =>
		inner.flatMap((each) => textIn(each, depth - 1) ?? []);
	if (Array.isArray(value)) return textsIn(value.slice(0, MOST_ROWS)).join('; ') || undefined;
	return isObject(value) ? textsIn(TEXT_FIELDS.map((name) => value[name]))[0] : undefined;
}

function textOfHtml(html: string): string {
	const title = /<title[^>]*>([^<]*[^<\s])\s*<\/title>/i.exec(html)?.[1];
	return title ?? html.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/** Keeps the beginning and the end of a text: either may help. */
export function shortened(text: string, longest: number): string {
	if (text.length <= longest) return text;
	const half = Math.floor(longest / 2);
	return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/** The text of an answer in one line. The format of errors is not specified ("Errors"): JSON, text or HTML. */
export function serverText(body: string): string {
	const answer = parseJson(body);
	const text = /^\s*</.test(body)
		? textOfHtml(body.slice(0, LONGEST_PAGE))
		: (textIn(answer) ?? body);
	const rows = rowErrors(answer).filter(hasData).map(rowErrorText);
	// The text itself may consist of them.
	const further = rows.slice(0, MOST_ROWS).filter((row) => !text.includes(row));
	const more = rows.length > MOST_ROWS ? [`${rows.length - MOST_ROWS} more`] : [];
	const said = text === body || rows.length === 0 ? text : [text, ...further, ...more].join('; ');
	return shortened(said.replace(/\s+/g, ' ').trim(), LONGEST);
}

/** The error of a single row: its IDs, and what is wrong with it. */
function rowErrorText(entry: unknown): string {
	const text = textIn(entry);
	if (text === undefined || !isObject(entry)) return text ?? JSON.stringify(entry);
	const known = Object.entries(entry)
		.filter(([name]) => !TEXT_FIELDS.includes(name))
		.filter(([, value]) => typeof value === 'string' || typeof value === 'number')
		.map(([name, value]) => `${name} ${value}`);
	return [known.slice(0, MOST_ROWS).join(', '), text].filter(Boolean).join(': ');
}

export function problemText(problem: string, text: string): string {
	const said = serverText(text);
	return `The answer ${problem}${said && `: ${said}`}`;
}

/** An answer with a good status that does not contain what was requested: why, and what to do. */
export class BadAnswer extends Error {
	override name = 'BadAnswer';

	constructor(
		readonly code: Code,
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}
