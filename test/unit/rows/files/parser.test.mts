import { tooLong } from '../../../../nodes/MerchantData/rows/files/parser.ts';
import { MOST_CHARS } from '../../../../nodes/MerchantData/rows/row.ts';

it('a record that is too long ends the reading, and says so in MiB', () => {
	expect(tooLong(MOST_CHARS)).toEqual({
		text: 'begins a record of more than 8 MiB: a quote may not be closed',
		remedy: 'Close the quote, or make the record smaller. Nothing behind it could be read.',
		concerns: 'rest',
	});
});
