import { pushFields } from '../../../../nodes/MerchantData/rows/fields/fields.ts';
import { numberIn } from '../../../../nodes/MerchantData/rows/numberFormat.ts';

it('the menu shows each number format by its example, in the order that n8n wants', () => {
	const [{ options }] = pushFields.filter((field) => field.name === 'numberFormat');
	expect(options.map(({ name, value }) => [name, value])).toEqual([
		['1 234,56', 'spaceComma'],
		['1,234.56', 'commaPoint'],
		['1.234,56', 'pointComma'],
		["1'234.56", 'apostrophePoint'],
		['1234,56', 'decimalComma'],
		['1234.56', 'plain'],
	]);
	for (const { name, value } of options) expect(numberIn(name, value)).toBe('1234.56');
});
