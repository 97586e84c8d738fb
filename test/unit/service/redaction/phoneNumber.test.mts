import { phoneBook } from '../../../../nodes/MerchantData/service/redaction/phoneNumber.ts';

it.each([
	['as it was sent', '+44 20 7946 0000', '+44 20 7946 0000'],
	['grouped in another way', '+44 20 7946 0000', '+44(20)79460000'],
	['with 00 instead of +', '+44 20 7946 0000', '0044 20 7946 0000'],
	['without its country code', '+44 20 7946 0000', '20 7946 0000'],
	['as dialled within the country', '+44 20 7946 0000', '020 7946 0000'],
	['with the zero that is not dialled', '+44 20 7946 0000', '+44 (0)20 7946 0000'],
	['with a country code that it was sent without', '020 7946 0000', '+44 20 7946 0000'],
	['with any country code', '020 7946 0000', '+380 20 7946 0000'],
	['as a float', '442079460000', '442079460000.0'],
	['that is short', '12345', '0012345'],
	['that is too short for zeros before it', '1234', '1234'],
])('knows a number %s', (_, sent, written) => {
	expect(phoneBook(['999999', sent])(written)).toBe(true);
});

it.each([
	['another number', '+44 20 7946 0000', '+44 20 7946 0001'],
	['a part of it', '+44 20 7946 0000', '7946 0000'],
	['one with more digits', '12345', '123456'],
	['one of another country', '+44 20 7946 0000', '+33 20 7946 0000'],
	['a short one with another zero before it', '1234', '01234'],
	['a decimal number', '442079460000', '442079460000.5'],
	['what could have a country code, but is too short for one', '41234567', '1234567'],
])('does not take %s for it', (_, sent, written) => {
	expect(phoneBook(['999999', sent])(written)).toBe(false);
});

it('knows none where none was sent', () => {
	expect(phoneBook([])('12345')).toBe(false);
});
