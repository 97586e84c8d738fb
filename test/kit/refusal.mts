import type { Code } from '../../nodes/MerchantData/errors/codes.ts';
import { InvalidInput } from '../../nodes/MerchantData/errors/invalidInput.ts';

/** What was thrown because of a value. */
function thrownBy(act: () => unknown): InvalidInput {
	try {
		act();
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidInput);
		return error as InvalidInput;
	}
	throw new Error('Nothing was thrown');
}

/** What is thrown because of a value, as a user reads it: for the one test that holds its words. */
export function refusal(act: () => unknown) {
	const { message, remedy, suggests } = thrownBy(act);
	return { message, remedy, ...(suggests && { suggests }) };
}

/** What a refusal says to code: which one it is, the field or column that it concerns, and the line of its row. */
export interface Refused {
	code: Code;
	label?: string;
	line?: number;
}

/** {@link Refused}: the form in which all other tests tell refusals apart. @param row that is refused, if it is one */
export function refusedAs(problem: InvalidInput | undefined, row: { line?: number } = {}): Refused {
	const { code, label } = problem!;
	return {
		code,
		...(label !== '' && { label }),
		...(row.line !== undefined && { line: row.line }),
	};
}

/** {@link refusedAs} of what is thrown because of a value. */
export const refusedFor = (act: () => unknown): Refused => refusedAs(thrownBy(act));
