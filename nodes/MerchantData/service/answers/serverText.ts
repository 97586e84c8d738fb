import { parseJson } from '../../shared/json';

/** The format of error bodies is not specified ("Errors"), so the common ones are read: JSON, text, HTML. */

const LONGEST = 500;
/** The most specific text first. Any other JSON is shown as it is. */
const TEXT_FIELDS = ['message', 'error_description', 'detail', 'title', 'error', 'errors'];

function textIn(value: unknown, depth = 4): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (value === null || typeof value !== 'object' || depth === 0) return undefined;
	const isList = Array.isArray(value);
	const inner: unknown[] = isList
		? value.slice(0, 3)
		: TEXT_FIELDS.map((field) => (value as Record<string, unknown>)[field]);
	const texts = inner.map((each) => textIn(each, depth - 1)).filter((text) => text !== undefined);
	return isList ? texts.join('; ') || undefined : texts[0];
}

function textOfHtml(html: string): string {
	const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? '';
	if (title.trim() !== '') return title;
	return html.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/** The text of an answer, shortened to 500 characters; empty if it says nothing. */
export function serverText(body: string): string {
	const text = /^\s*</.test(body) ? textOfHtml(body) : (textIn(parseJson(body)) ?? body);
	const oneLine = text.replace(/\s+/g, ' ').trim();
	return oneLine.length > LONGEST ? `${oneLine.slice(0, LONGEST)}…` : oneLine;
}

/** What is wrong with an answer, and what it says, as a sentence without a full stop. */
export function problemText(problem: string, text: string): string {
	const said = serverText(text);
	return `The answer ${problem}${said && `: ${said}`}`;
}

/** An answer with a good status that does not hold what was asked for: why, and what to do. */
export class BadAnswer extends Error {
	override name = 'BadAnswer';

	readonly description: string;

	constructor(message: string, description: string) {
		super(message);
		this.description = description;
	}
}
