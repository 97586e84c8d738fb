import { InvalidValue } from './invalidValue';

/**
 * E-mail addresses and phone numbers of people whose data is to be deleted. Errors name the
 * position of a value, never the value: it is a person's.
 */

interface IdentifierKind {
	/** Label of the field. */
	field: string;
	noun: string;
	isValid(value: string): boolean;
	/** What makes two values the same. */
	identity(value: string): string;
}

/** Not half of a character (Cs): it could be neither sent nor found in an answer. */
const LOCAL = '[^\\s@,;<>"\\p{Cs}]+';
const LABEL = '[^\\s@,;<>".\\p{Cs}]+';

const KINDS = {
	emails: {
		field: 'Emails',
		noun: 'e-mail address',
		isValid: (value) => new RegExp(`^${LOCAL}@${LABEL}(\\.${LABEL})+$`, 'u').test(value),
		identity: (value) => value.toLowerCase(),
	},
	// The form of phone numbers is not specified: digits, and what people write between them.
	phones: {
		field: 'Phones',
		noun: 'phone number',
		isValid: (value) =>
			/^\+?[\d\p{Zs}().\-/]+$/u.test(value) && value.replace(/\D/g, '').length >= 5,
		identity: (value) => value,
	},
} satisfies Record<string, IdentifierKind>;

/**
 * The values of a field, trimmed, checked, each once.
 * @param value a text with commas or line breaks between the values, or an array
 * @throws InvalidValue
 */
export function identifiers(kind: keyof typeof KINDS, value: unknown): string[] {
	const { field, noun, isValid, identity }: IdentifierKind = KINDS[kind];
	const unique = new Map<string, string>();
	listOf(field, value).forEach((entry, index) => {
		const text = typeof entry === 'number' ? String(entry) : entry;
		if (text === undefined || text === null) return;
		if (typeof text !== 'string')
			throw new InvalidValue(field, `holds no text as value ${index + 1}`);
		const trimmed = text.trim();
		if (trimmed === '') return;
		if (!isValid(trimmed)) {
			throw new InvalidValue(field, `holds no valid ${noun} as value ${index + 1}`);
		}
		if (!unique.has(identity(trimmed))) unique.set(identity(trimmed), trimmed);
	});
	return [...unique.values()];
}

/** Joins lists of identifiers of one kind, each value once. */
export function joined(kind: keyof typeof KINDS, lists: readonly string[][]): string[] {
	const { identity }: IdentifierKind = KINDS[kind];
	const unique = new Map<string, string>();
	for (const value of lists.flat()) {
		if (!unique.has(identity(value))) unique.set(identity(value), value);
	}
	return [...unique.values()];
}

function listOf(field: string, value: unknown): unknown[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value as unknown[];
	if (typeof value === 'number') return [value];
	if (typeof value === 'string') return value.split(/[,\r\n]/);
	throw new InvalidValue(field, 'is neither a text nor a list');
}
