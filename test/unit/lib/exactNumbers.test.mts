import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import {
	decimalsOf,
	isExact,
	NumberNotHeld,
	parseJsonExactly,
	readableJson,
	significantDigits,
} from '../../../nodes/MerchantData/lib/exactNumbers.ts';

const LONG = '12345678901234567890';

it.each([
	['1e3', '1000'],
	['-0.0', '0'],
	['0.00000000000000000012', '1.2e-19'],
	['9007199254740991', '9007199254740991'],
	['9007199254740992', '9007199254740992'],
	['23842593846051236', '23842593846051236'],
	['-1e300', '-1e300'],
	['0.12345678901234567', '0.12345678901234567'],
	['1e-400', '1e-400'],
])('sends %s as %s, and shows as text what JavaScript cannot hold', (digits, sent) => {
	expect(JSON.stringify(parseJsonExactly(`[${digits}]`))).toBe(`[${sent}]`);
	const value = Number(digits);
	const isHeld = JSON.stringify(value) === sent && isExact(value);
	expect(readableJson(`[${digits}]`)).toBe(isHeld ? `[${digits}]` : `["${digits}"]`);
});

it.each([
	[0, '', 0],
	[-120, '12', 0],
	[0.1, '1', 1],
	[-10.205, '10205', 3],
	[1.25e-7, '125', 0],
])('%d has the significant digits %j and %d decimals', (value, digits, decimals) => {
	expect(significantDigits(String(value))).toBe(digits);
	expect(decimalsOf(value)).toBe(decimals);
});

it('whole numbers are exact below 2 ** 53', () => {
	expect([1 - 2 ** 53, 2 ** 53, NaN, '5'].map(isExact)).toEqual([true, false, false, false]);
});

it('sends every number with the digits that it came with', () => {
	const number = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,2})?$/);
	/** As BigInt and a power of ten: the same for all spellings of a number. */
	const exact = (digits: string) => {
		const [mantissa, power = '0'] = digits.toLowerCase().split('e');
		const [whole, fraction = ''] = mantissa!.split('.');
		let value = BigInt(whole + fraction);
		let exponent = Number(power) - fraction.length;
		for (; value !== 0n && value % 10n === 0n; exponent++) value /= 10n;
		return value === 0n ? '0' : `${value}e${exponent}`;
	};
	fc.assert(
		fc.property(number, fc.string(), (digits, text) => {
			const json = `{"n":${digits},"list":[${digits},"${digits}"],"text":${JSON.stringify(text + digits)}}`;
			const written = JSON.stringify(parseJsonExactly(json));
			const [, n] = /^\{"n":([^,]+),/.exec(written)!;
			expect(exact(n!)).toBe(exact(digits));
			expect(written).toBe(
				`{"n":${n},"list":[${n},"${digits}"],"text":${JSON.stringify(text + digits)}}`,
			);
		}),
		{ numRuns: draws(1_000) },
	);
});

it('holds a number of 1,000 characters, and shows longer ones and quotes as they are', () => {
	const zeros = (count: number) => `1.${'0'.repeat(count)}`;
	expect(readableJson(zeros(998))).toBe(zeros(998));
	const quotes = JSON.stringify('"'.repeat(4_000_000));
	expect(readableJson(`[${quotes},${LONG}]`)).toBe(`[${quotes},"${LONG}"]`);
	expect(readableJson(`${zeros(200_000)}1`)).toBe(`"${zeros(200_000)}1"`);
});

it('refuses a number that this Node.js cannot hold', () => {
	const { rawJSON } = JSON as { rawJSON?: unknown };
	Object.assign(JSON, { rawJSON: undefined });
	try {
		const error = new NumberNotHeld('id', LONG);
		expect(() => parseJsonExactly(`[{"id":${LONG}}]`)).toThrow(error);
		expect(error).toMatchObject({ field: 'id', digits: LONG, message: `id: ${LONG}` });
		const begin = expect.objectContaining({ field: '', digits: '9'.repeat(100) }) as Error;
		expect(() => parseJsonExactly('9'.repeat(200))).toThrow(begin);
		expect(parseJsonExactly('[{"id":1e3}]')).toEqual([{ id: 1_000 }]);
	} finally {
		Object.assign(JSON, { rawJSON });
	}
});
