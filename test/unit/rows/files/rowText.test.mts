import fc from 'fast-check';
import { RowText } from '../../../../nodes/MerchantData/rows/files/rowText.ts';

const row = new RowText();
/** As many as there is room for, with the key `,"a":`. */
const ROOM = 32 * 1_024 - 5 - 3;

const isLatin = (text: string) => /^[\0-\xff]*$/.test(text);
const text = fc.oneof(
	fc.string({ unit: fc.constantFrom(...'aZ 0,:{}~\x7f\x80é\xff') }),
	fc.string({ unit: fc.constantFrom(...'a"\\\n\t\x1f\0–山😀Ā\ud800') }),
	fc.string({ unit: 'binary' }),
);

it('adds what JSON has as it is, and leaves a row as it was where it cannot', () => {
	fc.assert(
		fc.property(fc.dictionary(text, text, { noNullPrototype: true }), (values) => {
			row.begin();
			const added: string[] = [];
			for (const [name, value] of Object.entries(values)) {
				const key = `,${JSON.stringify(name)}:`;
				const isPlain = isLatin(key + value) && JSON.stringify(value) === `"${value}"`;
				expect(row.addString(key, value)).toBe(isPlain);
				if (isPlain) added.push(`${JSON.stringify(name)}:"${value}"`);
			}
			expect(row.end()).toBe(`{${added.join(',')}}`);
		}),
	);
});

it('adds JSON of any value', () => {
	fc.assert(
		fc.property(fc.array(fc.jsonValue()), (values) => {
			const written = values.map((value) => JSON.stringify(value)).filter(isLatin);
			row.begin();
			written.forEach((json, at) => expect(row.addJson(`,"${at}":`, json)).toBe(true));
			expect(row.end()).toBe(`{${written.map((json, at) => `"${at}":${json}`).join(',')}}`);
		}),
	);
});

it('says what is not of Latin-1', () => {
	row.begin();
	expect(row.addJson(',"a":', '"ÿ"')).toBe(true);
	expect(row.addJson(',"a":', '"Ā"')).toBe(false);
	row.begin();
	expect(row.addJson(',"Ā":', '1')).toBe(false);
});

it('begins anew', () => {
	row.begin();
	expect(row.end()).toBe('{}');
	expect(row.addString(',"a":', 'long')).toBe(true);
	row.begin();
	expect(row.addString(',"b":', 'x')).toBe(true);
	expect(row.end()).toBe('{"b":"x"}');
});

it('takes as much as it has room for', () => {
	for (const [length, fits] of [
		[ROOM, true],
		[ROOM + 1, false],
	] as const) {
		row.begin();
		expect(row.addString(',"a":', 'x'.repeat(length))).toBe(fits);
		expect(row.end()).toBe(fits ? `{"a":"${'x'.repeat(length)}"}` : '{}');
		row.begin();
		expect(row.addJson(',"a":', '1'.repeat(length))).toBe(fits);
		if (fits) expect(row.end()).toBe(`{"a":${'1'.repeat(length)}}`);
	}
});
