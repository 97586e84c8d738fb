import { InvalidInput } from '../../nodes/MerchantData/errors/invalidInput.ts';

/** What is thrown because of a value, as a user reads it. */
export function refusal(act: () => unknown) {
	try {
		act();
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidInput);
		const { message, remedy, suggests } = error as InvalidInput;
		return { message, remedy, ...(suggests && { suggests }) };
	}
	throw new Error('Nothing was thrown');
}
