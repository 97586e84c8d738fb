import { STATUS_CODES } from 'node:http';
import type { Answer } from './service.mts';

/** What the spec's error table calls some statuses otherwise than HTTP does. */
const NAMES: Record<number, string | undefined> = {
	403: 'Access Denied',
	429: 'Rate Limit Exceeded',
};
/** What is said of a status that a fault gives without a body of its own. */
export const faultMessage = (status: number): string =>
	`${NAMES[status] ?? STATUS_CODES[status] ?? 'Error'} (fault on demand)`;

/** An answer of the spec's error table. Thrown by a handler. */
export class ApiError extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;

	constructor(status: number, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.headers = headers;
	}
}

/** An error as reported: only a 404 is text. */
export function errorAnswer({ status, message, headers }: ApiError): Answer {
	if (status !== 404) return { status, headers, body: { success: false, message } };
	const contentType = { 'content-type': 'text/plain; charset=utf-8' };
	return { status, headers: { ...headers, ...contentType }, body: 'Not found' };
}

export const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
