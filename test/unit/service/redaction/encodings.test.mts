import {
	asLatin1,
	findSpelled,
	replaceSpans,
} from '../../../../nodes/MerchantData/service/redaction/encodings.ts';

/** Finds words, and keeps the texts in which they were looked for. */
function searchFor(...words: string[]) {
	const texts: string[] = [];
	const find = (text: string) => {
		texts.push(text);
		return words.flatMap((word) => {
			const start = text.indexOf(word);
			return start < 0 ? [] : [{ start, end: start + word.length }];
		});
	};
	return { texts, search: { find } };
}
const found = (text: string, ...words: string[]) =>
	findSpelled(text, searchFor(...words).search).map(({ start, end }) => text.slice(start, end));

it.each([
	['a key b', ['key']],
	['a \\u006bey b', ['\\u006bey']],
	['a ke\\u0079 b', ['ke\\u0079']],
	['\\n\\n%20key\\n%20', ['key']],
	['\\n&amp;k%65y', ['k%65y']],
	['&amp;%2525\\\\\\u006bey', ['\\u006bey']],
	['\\\\u006b\\\\u0065\\\\u0079\\\\', ['\\\\u006b\\\\u0065\\\\u0079']],
	['kex &#107;ey', ['&#107;ey']],
	['&nokey;key', ['key']],
	['&nothing;&#107;ey', ['&#107;ey']],
	['nothing', []],
	['', []],
])('finds in %s', (text, spellings) => {
	expect(found(text, 'key')).toEqual(spellings);
});

it('gives what overlaps as one, in order', () => {
	expect(found('d ab\\u0063 abc', 'bc', 'abc', 'd', 'a')).toEqual(['d', 'ab\\u0063', 'abc']);
	expect(found('abcd', 'ab', 'cd')).toEqual(['ab', 'cd']);
	expect(found('abcd', 'abcd', 'b')).toEqual(['abcd']);
});

it('looks once at each text that escapes may stand for', () => {
	const { texts, search } = searchFor('key');
	findSpelled('\\n%41&amp;', search);
	expect(texts.sort()).toEqual(
		[
			'\\n%41&amp;',
			'\n%41&amp;',
			'\\nA&amp;',
			'\\n%41&',
			'\nA&amp;',
			'\n%41&',
			'\\nA&',
			'\nA&',
		].sort(),
	);
});

it('takes six layers off, and no more', () => {
	const layers = (count: number) => `%${'25'.repeat(count - 1)}6bey`;
	expect(found(layers(6), 'key')).toEqual([layers(6)]);
	expect(found(layers(7), 'key')).toEqual([]);
});

it('has an end, whatever a text asks for', () => {
	const { texts, search } = searchFor('key');
	findSpelled(
		'%25255c%26%2326;\\u0025%5cu0026\\\\u0026amp;&amp;#92;&#37;25%2525'.repeat(3),
		search,
	);
	expect(texts).toHaveLength(64);
});

it('leaves escapes alone that cannot matter', () => {
	const { texts, search } = searchFor('key');
	const text = '\\n\\"\\u006b%20&quot;';
	findSpelled(text, { ...search, alphabet: new Set('key') });
	expect(texts).toEqual([text, '\\n\\"k%20&quot;']);
	const spelled = '\\n\\nkey \\n\\u006b\\n\\u0065y';
	expect(findSpelled(spelled, { ...search, alphabet: new Set('key\n') })).toEqual([
		{ start: 4, end: 7 },
	]);
});

it('finds what a text holds encoded, wherever it is escaped', () => {
	const { search } = searchFor(asLatin1('é€'));
	const spans = (text: string) =>
		findSpelled(asLatin1(text), { ...search, encode: asLatin1, alphabet: new Set('é€') });
	expect(spans('ü é€')).toEqual([{ start: 3, end: 8 }]);
	expect(spans('ü \\u00e9&euro;%E2%82%AC')).toEqual([]);
	expect(spans('ü \\u00e9%E2%82%AC')).toEqual([{ start: 3, end: 18 }]);
	expect(spans('ü &eacute;\\u20ac.')).toEqual([{ start: 3, end: 17 }]);
});

it('puts other words in the place of spans', () => {
	const spans = [
		{ start: 0, end: 1 },
		{ start: 2, end: 4 },
	];
	expect(replaceSpans('abcde', spans)).toBe('[redacted]b[redacted]e');
	expect(replaceSpans('abcde', spans, ({ start, end }) => `${start}-${end}`)).toBe('0-1b2-4e');
	expect(replaceSpans('abcde', [])).toBe('abcde');
});
