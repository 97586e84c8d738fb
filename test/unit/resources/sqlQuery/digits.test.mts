import fc from 'fast-check';
import { losesDigits } from '../../../../nodes/MerchantData/resources/sqlQuery/digits.ts';

it.each<[string, boolean]>([
	['[9007199254740991]', false],
	['[-9007199254740991]', false],
	['[9007199254740992]', false],
	['[9007199254740993]', true],
	['{"id":-90071992547409931234}', true],
	['{"id":"90071992547409931234"}', false],
	['{"id":"a \\" 90071992547409931234"}', false],
	['{"a\\\\":90071992547409931234}', true],
	['90071992547409931234', true],
	['[10000000000000000000000]', false],
	['[0.1000000000000000055511151231257827]', false],
	['[123456789012345678.25]', true],
	['[12345678901234567168.0]', false],
	['[1e22, 1.5e300]', false],
	['[1e400]', true],
	['[-1E+400]', true],
	['[1e-400]', false],
	['[12345678901234567.5e2]', false],
	[`[${'9'.repeat(400)}]`, true],
	['[1, 2.5, "x"]', false],
	['["90071992547409931234', false],
	['["a\\"90071992547409931234', false],
	['["90071992547409931234", 1]', false],
	['', false],
])('%j loses digits: %p', (json, expected) => {
	expect(losesDigits(json)).toBe(expected);
});

it('finds every whole number that JavaScript changes, wherever it stands', () => {
	const numbers = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
	fc.assert(
		fc.property(numbers, fc.nat(40), (number, blanks) => {
			const isChanged = BigInt(JSON.parse(String(number)) as number) !== number;
			expect(losesDigits(`{"a":[${' '.repeat(blanks)}${number}]}`)).toBe(isChanged);
		}),
	);
});

it('looks through a text of any length', () => {
	for (const part of ['x', '\\"', '\\\\']) {
		const text = part.repeat(10_000_000);
		expect(losesDigits(`["${text}",90071992547409931234]`)).toBe(true);
		expect(losesDigits(`["${text}90071992547409931234"]`)).toBe(false);
	}
});

it('looks through many texts of digits in little time', () => {
	const json = JSON.stringify(
		Array.from({ length: 200_000 }, (_, id) => ({ id: `90071992547409${id}1234` })),
	);
	const started = performance.now();
	expect(losesDigits(json)).toBe(false);
	expect(performance.now() - started).toBeLessThan(2_000);
});
