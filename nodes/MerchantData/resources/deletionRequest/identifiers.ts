import { InvalidEntry, InvalidValue } from '../../shared/invalidValue';
import { EMAIL_MISTAKES, type Mistakes, PHONE_MISTAKES } from './identifierMistakes';

/**
 * Email addresses and phone numbers of people whose data is to be deleted. Errors name the position of
 * a value and what is wrong with it, but never the value, which is personal data.
 */

interface IdentifierKind {
	/** Label of the field. */
	field: string;
	/** With its article. */
	noun: string;
	isValid(value: string): boolean;
	/** The mistakes that an error names. For any other mistake it says only that the value is not valid. */
	mistakes: Mistakes;
}

/** Without half of a surrogate pair (Cs), which could neither be sent nor be found in an answer. */
const LOCAL = '[^\\s@,;<>"\\p{Cs}]+';
const LABEL = '[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const EMAIL = new RegExp(`^${LOCAL}@${LABEL}(\\.${LABEL})+$`, 'u');
const PHONE = /^(?:\+[ (]?|\(\+?)?\d[\d ().\-/]*[\d)]$/;

const KINDS = {
	emails: {
		field: 'Emails',
		noun: 'an email address',
		isValid: (value) => EMAIL.test(value),
		mistakes: EMAIL_MISTAKES,
	},
	// The form of phone numbers is not specified: allowed are digits and what people write between them.
	phones: {
		field: 'Phones',
		noun: 'a phone number',
		isValid: (value) => PHONE.test(value) && value.replace(/\D/g, '').length >= 5,
		mistakes: PHONE_MISTAKES,
	},
} satisfies Record<string, IdentifierKind>;

type Kind = keyof typeof KINDS;

const NOT_SHOWN = 'Correct it or remove it. (It is not shown, so that it does not stand in logs.)';

/**
 * The values of a field, checked, each once, without invisible characters.
 * @param value a text with commas, semicolons or line breaks between the values, or an array
 * @param onProblem is told of each entry that is no such identifier, and may throw
 * @param onRepeat called for each value that is left out because it was there already
 * @throws InvalidValue where the field is neither a text nor a list
 */
export function identifiers(
	kind: Kind,
	value: unknown,
	onProblem: (problem: InvalidEntry) => void,
	onRepeat?: () => void,
): string[] {
	const { field, noun, isValid, mistakes }: IdentifierKind = KINDS[kind];
	const values: string[] = [];
	listOf(field, value).forEach((entry, index) => {
		const text = typeof entry === 'number' ? String(entry) : entry;
		if (text === undefined || text === null) return;
		if (typeof text !== 'string')
			return onProblem(new InvalidEntry(field, index, 'is not a text', NOT_SHOWN));
		const visible = visibleOf(text);
		if (visible === '') return;
		const mistake = mistakes.find(([pattern]) => pattern.test(visible))?.[1];
		if (mistake !== undefined || !isValid(visible)) {
			const problem = `is not ${noun}${mistake === undefined ? '' : `: ${mistake}`}`;
			return onProblem(new InvalidEntry(field, index, problem, NOT_SHOWN));
		}
		values.push(visible);
	});
	return joined([values], onRepeat);
}

/**
 * Joins lists of identifiers, each once. Two spellings of an identifier are both kept, because the
 * service may compare texts and know only one of them.
 * @param onRepeat called for each value that is left out because it was given before
 */
export function joined(
	lists: ReadonlyArray<readonly string[]>,
	onRepeat: () => void = () => {},
): string[] {
	const unique = new Set<string>();
	for (const value of lists.flat()) {
		if (unique.has(value)) onRepeat();
		unique.add(value);
	}
	return [...unique];
}

/**
 * A text without the invisible characters that often come with pasted text (zero-width characters,
 * direction marks, control characters). Special spaces become plain ones, and a letter and its accent
 * one character.
 */
function visibleOf(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.trim();
}

function listOf(field: string, value: unknown): unknown[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value as unknown[];
	if (typeof value === 'number') return [value];
	if (typeof value === 'string') return value.split(/[,;\r\n]/);
	throw new InvalidValue(field, 'is neither a text nor a list');
}
