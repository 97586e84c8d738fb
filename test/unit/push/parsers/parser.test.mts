import fc from 'fast-check';
import {
	countBreaks,
	lineDropper,
	tooLong,
} from '../../../../nodes/MerchantData/push/parsers/parser.ts';

const LINE_BREAK = /\r\n|\r|\n/;
const text = fc.string({ unit: fc.constantFrom(...'ab\r\n') });

it('counts LF, CRLF and CR as one line break each', () => {
	fc.assert(
		fc.property(text, (any) => {
			expect(countBreaks(any)).toBe(any.split(LINE_BREAK).length - 1);
		}),
	);
});

it('drops the first lines of a text, wherever its pieces are cut', () => {
	fc.assert(
		fc.property(fc.array(text), fc.nat(5), (pieces, lines) => {
			const drop = lineDropper(lines);
			const whole = pieces.join('');
			let end = 0;
			for (let line = 0; line < lines; line++) {
				const found = LINE_BREAK.exec(whole.slice(end));
				end = found ? end + found.index + found[0].length : whole.length;
			}
			expect(pieces.map(drop).join('')).toBe(whole.slice(end));
		}),
	);
});

it('says where a record is too long, and that nothing behind it can be read', () => {
	expect(tooLong(7, 2_100)).toEqual({
		line: 7,
		problem: {
			text: 'begins a record of more than 2 KB: a quote may not be closed',
			remedy: 'Close the quote, or raise "Max Body Size (KB)" in the options.',
			concerns: 'rest',
		},
	});
});
