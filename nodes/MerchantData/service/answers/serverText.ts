import { parseJson } from '../../shared/json';

/**
 * What an answer says, for people. The format of error bodies is not specified ("Errors": "field names: not
 * shown"), so the common ones are read: JSON with a text in it, a plain text, an HTML page, nothing.
 */

const LONGEST = 500;
/** In this order: the most specific text first. Any other JSON is shown as it is. */
const TEXT_FIELDS = ['message', 'error_description', 'detail', 'title', 'error', 'errors'];

function textIn(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
	if (value === null || typeof value !== 'object' || depth === 0) return undefined;
	if (Array.isArray(value)) {
		const texts = value.slice(0, 3).map((entry) => textIn(entry, depth - 1));
		const found = texts.filter((text) => text !== undefined);
		return found.length > 0 ? found.join('; ') : undefined;
	}
	for (const field of TEXT_FIELDS) {
		const text = textIn((value as Record<string, unknown>)[field], depth - 1);
		if (text !== undefined) return text;
	}
	return undefined;
}

function textOfHtml(html: string): string {
	const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? '';
	if (title.trim() !== '') return title;
	return html.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/**
 * The text of an answer, shortened to 500 characters; empty where the answer says nothing.
 * @param body the body as received, secrets removed
 */
export function serverText(body: string): string {
	const text = /^\s*</.test(body) ? textOfHtml(body) : (textIn(parseJson(body), 4) ?? body);
	const oneLine = text.replace(/\s+/g, ' ').trim();
	return oneLine.length > LONGEST ? `${oneLine.slice(0, LONGEST)}…` : oneLine;
}

/** An answer with a good status that does not hold what was asked for: why, and what to do about it. */
export class BadAnswer extends Error {
	override name = 'BadAnswer';

	readonly description: string;

	constructor(message: string, description: string) {
		super(message);
		this.description = description;
	}
}

/** {@link oddity} and what the answer says, as a sentence without a full stop. */
export function oddText(odd: string, text: string): string {
	const said = serverText(text);
	return `The answer ${odd}${said === '' ? '' : `: ${said}`}`;
}
