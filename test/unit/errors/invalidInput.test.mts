import { codeOf, withCode } from '../../../nodes/MerchantData/errors/codes.ts';
import { InvalidInput, InvalidValue } from '../../../nodes/MerchantData/errors/invalidInput.ts';

describe('refusals of one kind', () => {
	const shop = new InvalidValue('value.empty', 'Shop', 'is empty');

	it.each<[what: string, other: InvalidInput, isSame: boolean]>([
		['another text', new InvalidValue('value.empty', 'Shop', 'is blank'), true],
		['another field', new InvalidValue('value.empty', 'Emails', 'is empty'), false],
		['another code', new InvalidValue('value.wrongType', 'Shop', 'is empty'), false],
		['no field', new InvalidInput('value.empty', '"Shop" is empty'), false],
	])('%s', (_, other, isSame) => {
		expect(other.kind === shop.kind).toBe(isSame);
	});
});

it('an error of another class has the code that it was given', () => {
	expect(codeOf(withCode('sql.notStored', new Error('x')))).toBe('sql.notStored');
	expect(codeOf(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe('node.unexpected');
});
