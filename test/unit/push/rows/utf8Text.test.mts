import fc from 'fast-check';
import { Utf8Text } from '../../../../nodes/MerchantData/push/rows/utf8Text.ts';

const bytesOf = (text: string) => Buffer.from(text);
const anyText = fc.oneof(
	fc.string({ unit: fc.constantFrom(...'aZ 0,:{}~\x7f\x80éÿ–山😀') }),
	fc.string({ unit: fc.constantFrom(...'a"\\\n\t\x1f\0–') }),
	fc.string({ unit: 'binary', maxLength: 2_000 }),
);
/** A text, and a part of its bytes that ends between two characters. */
const part = fc.tuple(anyText, anyText, anyText).map(([before, text, after]) => {
	const bytes = bytesOf(before + text + after);
	const start = Buffer.byteLength(before);
	return { text: bytesOf(text).toString(), bytes, start, end: start + Buffer.byteLength(text) };
});

/** What is told of a text; the same in all ways. */
function told(text: Utf8Text): string {
	const written = text.toBuffer();
	expect(text).toHaveLength(written.length);
	expect(text.toString()).toBe(written.toString());
	return written.toString();
}

it('puts texts, bytes and other texts together', () => {
	const all = new Utf8Text();
	const other = new Utf8Text();
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.nat(2), anyText)), (parts) => {
			all.cutTo(0);
			for (const [kind, text] of parts) {
				other.cutTo(0);
				other.add(text);
				if (kind === 0) all.add(text);
				else if (kind === 1) all.addBytes(bytesOf(text));
				else all.addText(other);
			}
			expect(told(all)).toBe(parts.map(([, text]) => bytesOf(text).toString()).join(''));
		}),
	);
});

it('adds a string of which JSON escapes nothing, and nothing else', () => {
	const all = new Utf8Text();
	fc.assert(
		fc.property(fc.array(part), (parts) => {
			all.cutTo(0);
			let expected = '';
			for (const { text, bytes, start, end } of parts) {
				const isPlain = JSON.stringify(text) === `"${text}"`;
				expect(all.addPlainString(bytes, start, end)).toBe(isPlain);
				if (isPlain) expected += `"${text}"`;
			}
			expect(told(all)).toBe(expected);
		}),
	);
});

it.each([...'"\\\n\x1f\0'].map((text) => [JSON.stringify(text), text]))(
	'%s is escaped',
	(_, text) => {
		expect(new Utf8Text().addPlainString(bytesOf(text), 0, text.length)).toBe(false);
	},
);

it.each([...' !#[]\x7f'].map((text) => [JSON.stringify(text), text]))('%s is not', (json, text) => {
	const all = new Utf8Text();
	expect(all.addPlainString(bytesOf(text), 0, text.length)).toBe(true);
	expect(all.toString()).toBe(json);
});

it('adds a number that JSON has, digit by digit, and nothing else', () => {
	const all = new Utf8Text();
	const around = fc.string({ unit: fc.constantFrom(...'-.019,x'), maxLength: 3 });
	const number = fc.string({ unit: fc.constantFrom(...'-.019/:'), maxLength: 6 });
	fc.assert(
		fc.property(around, number, around, (before, text, after) => {
			all.cutTo(0);
			all.add('x');
			const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);
			const { length } = before;
			const added = all.addNumber(bytesOf(before + text + after), length, length + text.length);
			expect(added).toBe(isNumber);
			expect(told(all)).toBe(isNumber ? `x${text}` : 'x');
		}),
		{ numRuns: 2_000 },
	);
});

it.each(['0', '-0', '10', '-1.50', '0.0', '12345678901234567890.10'])('%s is a number', (text) => {
	const all = new Utf8Text();
	expect(all.addNumber(bytesOf(text), 0, text.length)).toBe(true);
	expect(all.toString()).toBe(text);
});

it.each(['', '-', '.', '1.', '.5', '-.5', '00', '01', '-01', '1..2', '1.2.3', '1e5', '+1', ' 1'])(
	'"%s" is no number',
	(text) => {
		const all = new Utf8Text();
		expect(all.addNumber(bytesOf(text), 0, text.length)).toBe(false);
		expect(all).toHaveLength(0);
	},
);

it('can be cut, and goes on from there', () => {
	const text = new Utf8Text();
	text.add('"é"');
	text.add('gone');
	text.cutTo(4);
	text.addBytes(bytesOf('–'));
	expect(told(text)).toBe('"é"–');
});

it('gives copies', () => {
	const text = new Utf8Text();
	text.add('first');
	const first = text.toBuffer();
	text.cutTo(0);
	text.add('other');
	expect(first.toString()).toBe('first');
});

it('has room for any length', () => {
	for (const length of [1_022, 1_023, 1_024, 1_025, 16_384, 16_385, 100_000]) {
		const long = 'x'.repeat(length);
		const other = new Utf8Text();
		other.add(long);
		const adders: Array<[string, (text: Utf8Text) => unknown]> = [
			[long, (text) => text.add(long)],
			['–'.repeat(length), (text) => text.add('–'.repeat(length))],
			[long, (text) => text.addBytes(bytesOf(long))],
			[long, (text) => text.addText(other)],
			[`"${long}"`, (text) => text.addPlainString(bytesOf(long), 0, length)],
			['1'.repeat(length), (text) => text.addNumber(bytesOf('1'.repeat(length)), 0, length)],
		];
		for (const [expected, add] of adders) {
			const text = new Utf8Text();
			text.add('{');
			add(text);
			expect(told(text)).toBe(`{${expected}`);
		}
	}
});
