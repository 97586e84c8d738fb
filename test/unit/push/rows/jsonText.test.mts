import fc from 'fast-check';
import {
	isTooDeep,
	readable,
	rowTexts,
	TextRow,
} from '../../../../nodes/MerchantData/push/rows/jsonText.ts';
import { jsonOf, sent } from '../../../kit/pushRows.mts';

const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 5 }));
const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');

it('finds each row of a list as it was written', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(object, space, space)),
			space,
			fc.nat(3),
			(rows, around, indent) => {
				const texts = rows.map(([row]) => JSON.stringify(row, null, indent));
				const list = rows.map(([, before, after], index) => before + texts[index]! + after);
				const text = `${around}[${list.join(',')}]${around}`;
				expect([...rowTexts(text)].map(({ json }) => json)).toEqual(texts);
			},
		),
	);
});

it('finds a single object', () => {
	fc.assert(
		fc.property(object, space, space, (row, before, after) => {
			const text = JSON.stringify(row);
			expect([...rowTexts(before + text + after)].map(({ json }) => json)).toEqual([text]);
		}),
	);
});

it('tells how deep each row is nested', () => {
	const depths = (text: string) => [...rowTexts(text)].map(({ depth }) => depth);
	expect(depths('{"a":1}')).toEqual([1]);
	expect(depths('[{"a":[[{}]]},{"a":"[[["},{"a":{}}]')).toEqual([4, 1, 2]);
});

it('keeps quotes and backslashes, brackets and braces in texts apart', () => {
	const rows = ['{"a":"\\\\"}', '{"b\\"}":"]},{\\\\\\""}', '{"c":"\\\\\\\\"}'];
	expect([...rowTexts(`[${rows.join()}]`)].map(({ json }) => json)).toEqual(rows);
});

describe('a row for people', () => {
	it('is what JSON.parse gives, where that keeps all digits', () => {
		fc.assert(
			fc.property(object, (row) => {
				const text = JSON.stringify(row);
				expect(readable(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	it.each([
		'0',
		'-0',
		'0.0',
		'1',
		'-12.50',
		'100',
		'1e3',
		'1.5E+3',
		'12e-4',
		'0e999',
		'1e21',
		'1e-7',
		'0.1',
		'0.30000000000000004',
		'123456789012345',
		'9007199254740992',
		'9007199254740994.000',
		'1.7976931348623157e308',
	])('keeps %s a number', (digits) => {
		expect(readable(`{"n":${digits}}`)).toEqual({ n: Number(digits) });
	});

	it.each([
		'9007199254740993',
		'-12345678901234567890',
		'1e400',
		'-1e400',
		'1e-400',
		'0.12345678901234567890',
		'12345678.901234567890',
		'1.00000000000000000001',
		'123456789012345678901234567890e2',
	])('gives %s as text', (digits) => {
		expect(readable(`{"n":${digits},"list":[${digits},1, ${digits} ]}`)).toEqual({
			n: digits,
			list: [digits, 1, digits],
		});
	});

	it('changes no number that stands in a text', () => {
		const row = { 'id 12345678901234567890': '1e400 "12345678901234567890\\', n: 1 };
		expect(readable(JSON.stringify(row))).toEqual(row);
		expect(readable('{"a\\"1e400":"1e400","b":1e400}')).toEqual({ 'a"1e400': '1e400', b: '1e400' });
	});
});

describe('a row of text', () => {
	const row = (json: string) => new TextRow(3, 2, 'a.example', [...rowTexts(json)][0]!);
	const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

	it('is sent as it was written', () => {
		const json = '{"id": 12345678901234567890, "n": 1e400, "id": 1.50}';
		expect(row(json)).toMatchObject({ item: 3, ordinal: 2, shop: 'a.example' });
		expect(jsonOf(row(json))).toBe(json);
		expect(row(json).row()).toEqual({ id: 1.5, n: '1e400' });
	});

	it('is refused where it is nested deeper than n8n could store', () => {
		expect(jsonOf(row(nested(1_000)))).toBe(nested(1_000));
		expect(row(nested(1_000)).row()).toEqual(JSON.parse(nested(1_000)));
		expect(sent(row(nested(1_001)))).toEqual({
			problem: '"Rows" holds a row nested more than 1000 levels deep',
			remedy: '',
		});
		expect(row(nested(1_001)).row()).toBe('[nested too deep]');
	});
});

it('knows what is nested too deep', () => {
	const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}"[["${']'.repeat(depth - 1)}}`;
	expect(isTooDeep(nested(1_000))).toBe(false);
	expect(isTooDeep(nested(1_001))).toBe(true);
	expect(isTooDeep(`{"a":"${'['.repeat(5_000)}"}`)).toBe(false);
});
