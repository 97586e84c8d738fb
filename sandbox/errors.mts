import { STATUS_CODES } from 'node:http';
import type { Answer } from './service.mts';

/** What the spec's error table calls some statuses otherwise than HTTP does. */
const NAMES: Record<number, string | undefined> = {
	403: 'Access Denied',
	429: 'Rate Limit Exceeded',
};
const nameOf = (status: number): string => NAMES[status] ?? STATUS_CODES[status] ?? 'Error';

export type ErrorShape =
	| 'success'
	| 'errorMessage'
	| 'message'
	| 'errors'
	| 'text'
	| 'html'
	| 'empty';

interface Rendered {
	body?: unknown;
	contentType?: string;
}

const SHAPES: Record<ErrorShape, (name: string, message: string) => Rendered> = {
	// As reported.
	success: (name, message) =>
		name === nameOf(404)
			? { body: 'Not found', contentType: 'text/plain; charset=utf-8' }
			: { body: { success: false, message } },
	errorMessage: (name, message) => ({ body: { error: name, message } }),
	message: (_name, message) => ({ body: { message } }),
	errors: (_name, message) => ({ body: { errors: [{ message }] } }),
	text: (_name, message) => ({ body: message, contentType: 'text/plain; charset=utf-8' }),
	html: (name, message) => ({
		body: `<!doctype html><title>${name}</title><h1>${name}</h1><p>${escapeHtml(message)}</p>`,
		contentType: 'text/html; charset=utf-8',
	}),
	empty: () => ({}),
};

/** An answer of the spec's error table. Thrown by a handler; rendered in the switched shape. */
export class ApiError extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;

	constructor(status: number, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}
}

/** Renders an error in the given shape. */
export function errorAnswer(error: ApiError, shape: ErrorShape): Answer {
	const { body, contentType } = SHAPES[shape](nameOf(error.status), error.message);
	const headers = { ...error.headers };
	if (contentType !== undefined) headers['content-type'] = contentType;
	return { status: error.status, headers, body };
}

/** The message of a status that a fault gives without a body of its own. */
export function faultMessage(status: number): string {
	return `${nameOf(status)} (fault on demand)`;
}

/** Makes a text safe inside HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
