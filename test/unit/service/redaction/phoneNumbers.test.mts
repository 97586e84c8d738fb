import { phoneFinder } from '../../../../nodes/MerchantData/service/redaction/phoneNumbers.ts';

/** What is found of a number in a text. */
const found = (text: string, sent = '+44 20 7946 0000') =>
	phoneFinder([sent])(text).map(({ start, end }) => text.slice(start, end));

it.each([
	'+442079460000',
	'0044 20 7946 0000',
	'+44 (0)20 7946-0000',
	'020 7946 0000',
	'2079460000',
	'442079460000.0',
])('finds %j, however it is grouped and with or without the country code', (text) => {
	const [part] = found(`{"phone":"${text}"}`);
	expect(text.startsWith(part!) && part!.replace(/\D/g, '').length >= 10).toBe(true);
});

it('finds each number of a text', () => {
	expect(found('+442079460000, then 02079460000')).toEqual(['+442079460000', '02079460000']);
});

it.each(['', '2079460001', '120794600001', '442079460000.5', '7946 0000', '1 2 3'])(
	'leaves %j alone',
	(text) => {
		expect(found(text)).toEqual([]);
	},
);
