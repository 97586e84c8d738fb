import fc from 'fast-check';
import { isHeld, parseJsonExactly, readableJson } from '../../../nodes/MerchantData/rows/digits.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';

const LONG = '12345678901234567890';

it.each([
	['12.50', true],
	['1e3', true],
	['-0.0', true],
	['9007199254740993', false],
	['0.12345678901234567', false],
	['1e400', false],
	[LONG, false],
])('whether JavaScript holds %s: %s', (digits, held) => {
	expect(isHeld(digits)).toBe(held);
});

it('sends every number with the digits that it came with', () => {
	const number = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,2})?$/);
	fc.assert(
		fc.property(number, fc.string(), (digits, text) => {
			const json = `{"n":${digits},"list":[${digits}],"text":${JSON.stringify(text + digits)}}`;
			const written = JSON.stringify(parseJsonExactly(json));
			const kept = isHeld(digits) ? JSON.stringify(Number(digits)) : digits;
			expect(written).toBe(
				`{"n":${kept},"list":[${kept}],"text":${JSON.stringify(text + digits)}}`,
			);
		}),
	);
});

it('gives such numbers to people as text, and leaves all texts as they are', () => {
	const json = `{"id":${LONG},"short":1.5,"text":"a \\" ${LONG} 1e400"}`;
	expect(JSON.parse(readableJson(json))).toEqual({
		id: LONG,
		short: 1.5,
		text: `a " ${LONG} 1e400`,
	});
});

it('refuses by its name what is beyond the range of numbers', () => {
	const parse = () => parseJsonExactly('{"a":{"spend":1e400}}');
	expect(parse).toThrow(InvalidValue);
	expect(parse).toThrow('"spend" is 1e400, a number that JavaScript cannot hold');
});

it('says of text that is no JSON what JSON.parse says', () => {
	for (const text of ['{', `{"a":${LONG}`, `{a:${LONG}}`, ''])
		expect(() => parseJsonExactly(text)).toThrow(SyntaxError);
});

it('refuses by its name what this Node.js cannot hold', async () => {
	const { rawJSON } = JSON as { rawJSON?: unknown };
	try {
		delete (JSON as { rawJSON?: unknown }).rawJSON;
		jest.resetModules();
		const old = await import('../../../nodes/MerchantData/rows/digits.ts');
		expect(() => old.parseJsonExactly(`[{"id":${LONG}}]`)).toThrow(`"id" is ${LONG}`);
		expect(old.parseJsonExactly('[{"id":1e3}]')).toEqual([{ id: 1_000 }]);
	} finally {
		(JSON as { rawJSON?: unknown }).rawJSON = rawJSON;
	}
});
