import type { Redactor } from '../redaction/redact';
import type { NoAnswer } from './attempt';
import { situationOfErrorCode } from './retryPolicy';

/** What an error says, as far as it is read. Nothing else of it leaves here: it may hold secrets. */
interface ErrorLike {
	code?: unknown;
	/** n8n's NodeApiError keeps the code here on 1.x, where it has no cause. */
	httpCode?: unknown;
	message?: unknown;
	/** What n8n's NodeApiError said before a friendlier text took its place. */
	messages?: unknown[];
	cause?: ErrorLike;
	/** One for each address that was tried, of an AggregateError. */
	errors?: ErrorLike[];
}

/** Deeper than n8n, axios and Node.js together; an error may wrap itself. */
const DEEPEST = 9;

/** @param error what n8n threw instead of an answer */
export function readError(error: unknown, redactor: Redactor): NoAnswer {
	const layers = layersOf((error ?? {}) as ErrorLike);
	const code = firstText(layers.flatMap(({ code, httpCode }) => [code, httpCode])) ?? 'UNKNOWN';
	const said = firstText(layers.flatMap(({ messages = [], message }) => [...messages, message]));
	const message = redactor.redact(said?.trim() ?? '');
	return { code, message, situation: situationOfErrorCode(code, message) };
}

/** An error and what it wraps, innermost first. */
function layersOf(error: ErrorLike, depth = 0): ErrorLike[] {
	const { cause, errors = [] } = error;
	const inner = cause && depth < DEEPEST ? layersOf(cause, depth + 1) : [];
	return [...inner, error, ...errors];
}

function firstText(candidates: unknown[]): string | undefined {
	return candidates.find((each): each is string => typeof each === 'string' && each !== '');
}
