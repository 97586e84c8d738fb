import { refusedText } from '../../../nodes/MerchantData/errors/refusedText.ts';

it.each<
	[refused: number, total: number, verb: 'look wrong' | undefined, place: string, text: string]
>([
	[1, 1, undefined, 'row 1', 'Row 1 cannot be sent: No'],
	[1, 6, 'look wrong', 'line 4', 'Line 4 looks wrong: No'],
	[2, 1_208, undefined, 'row 2', '2 of 1,208 rows cannot be sent. First, row 2: No'],
	[2, 2, 'look wrong', 'line 4', '2 of 2 rows look wrong. First, line 4: No'],
	[1, 1, undefined, '', '1 of 1 row cannot be sent. No'],
])('%i of %i rows that %s, in %s: %s', (refused, total, verb, place, text) => {
	expect(refusedText({ refused, total, noun: 'rows', verb }, place, 'No')).toBe(text);
});
