import { InvalidValue } from '../../shared/invalidValue';
import { MAX_DEPTH } from './row';

/** Which values JSON.stringify would change silently, and a copy of a row without them. */

/** How deep the quick check looks. A row that is nested deeper is copied. */
const SHALLOW = 8;

/**
 * Whether JSON.stringify writes an object or list without a change. The check is quick, and may give
 * false where it does: {@link faithfulCopy} then decides.
 */
export function isFaithful(value: object, level = 0): boolean {
	if (Array.isArray(value)) return value.every((part) => isFaithfulPart(part, level));
	// `in` is twice as fast as Object.keys. It also visits inherited values, which does no harm.
	for (const name in value) {
		if (!isFaithfulPart((value as Record<string, unknown>)[name], level)) return false;
	}
	return true;
}

function isFaithfulPart(part: unknown, level: number): boolean {
	if (isPlain(part)) return true;
	return level < SHALLOW && isContainer(part) && isFaithful(part, level + 1);
}

/** Whether a value is a list, or an object of named values that does not write itself in its own way. */
export function isContainer(value: unknown): value is object {
	return (
		(Array.isArray(value) || tagOf(value) === '[object Object]') &&
		typeof (value as { toJSON?: unknown }).toJSON !== 'function'
	);
}

/** `[object Map]`, `[object Date]`, … */
function tagOf(value: unknown): string {
	return Object.prototype.toString.call(value);
}

/** Whether a value holds no other values, and JSON writes it as it is. */
function isPlain(value: unknown): boolean {
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'undefined':
			return true;
		case 'number':
			return isExact(value);
		default:
			return value === null;
	}
}

/** Above 2^53 a number stands for several integers, and nobody knows which of them was meant. */
function isExact(value: number): boolean {
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Why a value cannot be sent. */
interface Refusal {
	/** Follows the name of the field in the message. */
	problem: string;
	remedy: string;
	/** What the copy holds in its place. */
	shown: string;
}

const CIRCULAR: Refusal = {
	problem: 'contains itself',
	remedy: 'Remove the reference to the whole.',
	shown: '[circular]',
};

const TOO_DEEP: Refusal = {
	problem: `is nested more than ${MAX_DEPTH} levels deep`,
	remedy: 'Give it as text.',
	shown: '[nested too deep]',
};

type PathStep = string | number;

interface Walk {
	/** Where the value stands in the row. */
	path: PathStep[];
	/** The objects that hold it. */
	holders: object[];
	/** Names of the row's own fields that are left out. */
	ignored: ReadonlySet<string>;
	/** The first value that cannot be sent. */
	first?: Refusal & { field: string };
}

/**
 * A copy of a row that JSON.stringify writes without changing it, and that n8n can store. What is
 * undefined is left out by both. It does not throw.
 * @param ignored names of fields that are left out
 * @param label of the field of the node that the row comes from
 * @returns the copy, with a text in place of what cannot be sent, and the first such value by name
 */
export function faithfulCopy(
	row: object,
	ignored: ReadonlySet<string>,
	label: string,
): { copy: unknown; problem?: InvalidValue } {
	const walk: Walk = { path: [], holders: [], ignored };
	const copy = copyOf({ row }, 'row', walk);
	if (!walk.first) return { copy };
	const { field, problem, remedy } = walk.first;
	return { copy, problem: new InvalidValue(field || label, problem, remedy) };
}

/** A copy of `holder[name]`. If reading it throws, the values beside it are copied all the same. */
function copyOf(holder: object, name: PathStep, walk: Walk): unknown {
	try {
		const value = asWritten(holder, name);
		if (isPlain(value)) return value;
		const refusal = refusalOf(value, walk);
		return refusal ? refuse(refusal, walk) : copyOfParts(value as object, walk);
	} catch (error) {
		return refuse(unreadable(error), walk);
	}
}

function refuse(refusal: Refusal, walk: Walk): string {
	walk.first ??= { ...refusal, field: pathName(walk.path) };
	return refusal.shown;
}

/** `holder[name]` as JSON.stringify takes it: a date as its text, for one. */
function asWritten(holder: object, name: PathStep): unknown {
	const value = (holder as Record<PathStep, unknown>)[name];
	if (typeof value !== 'object' || value === null) return value;
	const { toJSON } = value as { toJSON?: unknown };
	if (typeof toJSON !== 'function') return value;
	const written: unknown = toJSON.call(value, String(name));
	// JSON.stringify would write null.
	if (written === null || written === undefined) throw new Error('it is not a valid date');
	return written;
}

/** Why a value that is not plain cannot be sent; undefined for an object or list. */
function refusalOf(value: unknown, { path, holders }: Walk): Refusal | undefined {
	if (typeof value === 'number') return refusalOfNumber(value);
	if (typeof value !== 'object') return refusalOfKind(typeof value, String(value));
	if (holders.includes(value as object)) return CIRCULAR;
	if (path.length >= MAX_DEPTH) return TOO_DEEP;
	const tag = tagOf(value);
	if (Array.isArray(value) || tag === '[object Object]') return undefined;
	return refusalOfKind(tag.slice('[object '.length, -1), tag);
}

function refusalOfNumber(value: number): Refusal {
	const shown = String(value);
	if (Number.isFinite(value)) {
		const problem = `is ${shown}, a number too large for JavaScript to keep all of its digits`;
		return { problem, remedy: 'Give it as text, or give the row as JSON text.', shown };
	}
	const problem = `is ${shown}, which JSON does not have`;
	return { problem, remedy: 'Give null where there is no number.', shown };
}

function refusalOfKind(kind: string, shown: string): Refusal {
	const problem = `is of the type ${kind}, which JSON does not have`;
	return { problem, remedy: 'Give it as text, as a list or as an object.', shown };
}

function unreadable(error: unknown): Refusal {
	const message = (error as { message?: unknown } | null)?.message;
	const problem = `cannot be read${typeof message === 'string' ? `: ${message}` : ''}`;
	return { problem, remedy: 'Correct what gives the value.', shown: '[unreadable]' };
}

function copyOfParts(value: object, walk: Walk): unknown {
	const { path, holders, ignored } = walk;
	const isList = Array.isArray(value);
	const names = isList ? [...value.keys()] : Object.keys(value);
	const parts: Array<[PathStep, unknown]> = [];
	holders.push(value);
	for (const name of names) {
		if (path.length === 0 && ignored.has(name as string)) continue;
		path.push(name);
		parts.push([name, copyOf(value, name, walk)]);
		path.pop();
	}
	holders.pop();
	return isList ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** How much of a field's path a message shows, in characters. */
const LONGEST_NAME = 100;

/** `metrics.clicks[3]`; empty for the row itself. */
function pathName(path: readonly PathStep[]): string {
	const name = path
		.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
		.join('')
		.replace(/^\./, '');
	return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
