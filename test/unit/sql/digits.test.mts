import fc from 'fast-check';
import { parseAnswer } from '../../../nodes/MerchantData/sql/digits.ts';

it.each<[json: string, ...expected: string[]]>([
	// JavaScript holds this one, but the IDs of a column have one type.
	['[9007199254740992, 9007199254740992.0]', '["9007199254740992", "9007199254740992.0"]'],
	['123456789012345678.25', '"123456789012345678.25"'],
	['[0.12345678901234567,9007199254740993]', '[0.12345678901234567,"9007199254740993"]'],
	['[1e400]', '["1e400"]'],
	// These stay as they are.
	['[9007199254740991, 9007199254740991.0]'],
	['[0.1000000000000000055511151231257827]'],
	['[1234.12345678901234567, 0.12345678901234567]'],
	['[1e21, 1e22, 1.5e300, 1.2345678901234567e+18]'],
	['[1e-400]'],
])('makes texts of the long numbers in %j', (json, expected = json) => {
	const hasLongNumbers = expected !== json;
	expect(parseAnswer(json)).toEqual({ value: JSON.parse(expected), hasLongNumbers });
});

it('keeps the digits of every whole number, wherever it stands, and everything else', () => {
	const whole = fc.oneof(
		fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
		fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
	);
	const inJson = (n: bigint) => (n >= 2n ** 53n || n <= -(2n ** 53n) ? `"${n}"` : String(n));
	const decimal = fc.double({ noNaN: true, noDefaultInfinity: true });
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.string(), whole, decimal)), (cells) => {
			/** JavaScript would write a whole decimal without an exponent. */
			const json = (write: (n: bigint) => string) =>
				`[${cells.map(([text, n, more]) => `{${JSON.stringify(text)}: [${write(n)} ,${more.toExponential()}]}`).join(' ,')}]`;
			expect(parseAnswer(json(String)).value).toEqual(JSON.parse(json(inJson)));
		}),
	);
});
