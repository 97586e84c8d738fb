import fc from 'fast-check';
import { hasData, parseAnswer, saysFailed } from '../../nodes/MerchantData/transport/goodAnswer.ts';
import { losesDigits } from '../../nodes/MerchantData/resources/sqlQuery/digits.ts';
import { createNotes } from '../../nodes/MerchantData/resources/sqlQuery/notes.ts';

it.each<[string, unknown]>([
	['', null],
	[' \n', null],
	['\uFEFF', null],
	['\uFEFF[1]', [1]],
	['null', null],
	['0', 0],
	['<html>', undefined],
	['[1', undefined],
])('parses %j', (text, expected) => {
	expect(parseAnswer(text)).toEqual(expected);
});

it.each<[unknown, 'no' | 'partly' | 'yes']>([
	[{ success: false, error: 'x' }, 'yes'],
	[{ success: false }, 'yes'],
	[{ ok: false, message: 'x', code: 7 }, 'yes'],
	[{ errors: [{ message: 'x' }], data: null }, 'yes'],
	[{ error: { code: 5 }, rows: [] }, 'yes'],
	[{ error: true, status: 400 }, 'yes'],
	[{ error: 'x', details: { line: 3 } }, 'yes'],
	[{ error: 'x', data: [{ a: 1 }] }, 'partly'],
	[{ success: false, total: 5 }, 'partly'],
	[{ success: true, data: [{ a: 1 }] }, 'no'],
	[{ error: null, data: [] }, 'no'],
	[{ error: false, errors: [], message: 'x' }, 'no'],
	[{ error: '', errors: {} }, 'no'],
	[{ error: 0 }, 'no'],
	[{ message: 'x' }, 'no'],
	[{ success: 'false' }, 'no'],
	[{}, 'no'],
	[[{ error: 'x' }], 'no'],
	[null, 'no'],
	['error', 'no'],
])('%j says that it failed: %s', (answer, expected) => {
	expect(saysFailed(answer)).toBe(expected);
});

it.each<[unknown, boolean]>([
	[null, false],
	[undefined, false],
	['', false],
	[[], false],
	[{}, false],
	[{ a: [null, { b: '' }] }, false],
	[0, true],
	[false, true],
	[' ', true],
	[{ a: [null, { b: 0 }] }, true],
])('%j has data: %p', (value, expected) => {
	expect(hasData(value)).toBe(expected);
});

it('looks no deeper for data than the stack allows', () => {
	const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
	expect(hasData(nested)).toBe(true);
});

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

it('finds every whole number that JavaScript changes', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (number) => {
			const isChanged = BigInt(JSON.parse(String(number)) as number) !== number;
			expect(losesDigits(`{"a":[${number}]}`)).toBe(isChanged);
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

it('says once what is true of many answers, and before what is true of items', () => {
	const notes = createNotes();
	notes.add('item');
	notes.addOf('one', 'A');
	notes.addOf('two', 'B');
	notes.addOf('three', 'A');
	notes.addOf('four', 'A');
	expect(notes.texts()).toEqual(['A (one and 2 more)', 'B (two)', 'item']);
});
