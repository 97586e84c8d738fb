import fc from 'fast-check';
import { parseAnswer } from '../../../nodes/MerchantData/sql/digits.ts';

const parsed = (json: string): unknown => parseAnswer(json).value;

it.each<[string, string]>([
	// JavaScript holds it, as it does one of two or of sixteen: the ids of a column have one type.
	['[9007199254740994]', '["9007199254740994"]'],
	['[9007199254740992, 9007199254740992.0]', '["9007199254740992", "9007199254740992.0"]'],
	['{"a\\\\":90071992547409931234}', '{"a\\\\":"90071992547409931234"}'],
	['[12345678901234567890.0]', '["12345678901234567890.0"]'],
	['[123456789012345678.25]', '["123456789012345678.25"]'],
	['90071992547409931234', '"90071992547409931234"'],
	['[0.12345678901234567,9007199254740993]', '[0.12345678901234567,"9007199254740993"]'],
	['[1e400]', '["1e400"]'],
])('%j becomes %j', (json, expected) => {
	expect(parsed(json)).toEqual(JSON.parse(expected));
});

it.each([
	'[9007199254740991, 9007199254740991.0]',
	'{"id":"a \\" 90071992547409931234"}',
	'[0.1000000000000000055511151231257827]',
	'[1234.12345678901234567, 0.12345678901234567]',
	'[1e21, 1e22, 1.5e300, 1.2345678901234567e+18]',
	'[1e-400]',
])('%j stays as it is', (json) => {
	expect(parsed(json)).toEqual(JSON.parse(json));
});

it('keeps the digits of every whole number, wherever it stands, and everything else', () => {
	const long = fc.oneof(
		fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
		fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
	);
	const decimal = fc.double({ noNaN: true, noDefaultInfinity: true });
	/** The same twice: as it is written, and as it shall be given. */
	const number = fc.oneof(
		long.map((value): [string, string] => {
			const isText = value >= 2n ** 53n || value <= -(2n ** 53n);
			return [String(value), isText ? `"${value}"` : String(value)];
		}),
		// JavaScript writes whole numbers up to 1e21 without an exponent.
		decimal.map((value) => Array<string>(2).fill(value.toExponential())),
		fc.string().map((text) => Array<string>(2).fill(JSON.stringify(text))),
	);
	const cells = fc.array(fc.tuple(fc.string(), number), { maxLength: 5 });
	fc.assert(
		fc.property(cells, (all) => {
			const json = (which: 0 | 1) =>
				`[${all.map(([name, texts]) => `{${JSON.stringify(name)}: [${texts[which]} ,${texts[which]}]}`).join(' ,')}]`;
			expect(parsed(json(0))).toEqual(JSON.parse(json(1)));
		}),
	);
});

it('looks through a text of any length', () => {
	for (const part of ['x', '\\"', '\\\\']) {
		const text = part.repeat(10_000_000);
		const [long, digits] = parsed(`["${text}",90071992547409931234]`) as string[];
		expect(digits).toBe('90071992547409931234');
		expect(long === JSON.parse(`"${text}"`)).toBe(true);
	}
});

it.each([
	['[1.5]', false],
	['[9007199254740991, 1e22]', false],
	['[9007199254740992]', true],
	['[90071992547409931234]', true],
	['[9007199254740993', false],
])('says of %s whether it had long numbers: %s', (json, hasLongNumbers) => {
	expect(parseAnswer(json).hasLongNumbers).toBe(hasLongNumbers);
});
