import fc from 'fast-check';
import {
	completed,
	endOfString,
	endOfValue,
	membersOf,
	replaceNumbers,
	skipBlanks,
	startOf,
} from '../../../nodes/MerchantData/shared/json.ts';

const parsed = (json: string) => JSON.parse(json) as unknown;
const spaced = fc
	.tuple(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'))
	.map(([value, indent]) => JSON.stringify(value, null, indent))
	// JSON has no -0.
	.map((json) => ({ json, value: parsed(json) }));

it('finds the end of any value, and nothing where the text ends before it', () => {
	fc.assert(
		fc.property(spaced, fc.constantFrom(',', ']', '}', '\n'), ({ json }, next) => {
			expect(endOfValue(json + next, 0)).toBe(json.length);
			for (let at = 0; at < json.length; at++) expect(endOfValue(json.slice(0, at), 0)).toBe(-1);
			// A number may go on.
			expect(endOfValue(json, 0)).toBe(/^["[{]/.test(json) ? json.length : -1);
		}),
	);
});

it.each<[string, number]>([
	['"a"', 2],
	['"a\\""', 4],
	['"a\\\\"', 4],
	['"a\\\\\\""', 6],
	['"a', -1],
	['"a\\"', -1],
	['"', -1],
])('finds the end of the string %s', (text, end) => {
	expect(endOfString(text, 0)).toBe(end);
});

it.each([
	['[1,-2.50,1e5, 3E+10]', '[<1>,<-2.50>,<1e5>, <3E+10>]'],
	['{"1":"2 \\" 3","a\\\\":4}', '{"1":"2 \\" 3","a\\\\":<4>}'],
	['7', '<7>'],
	['["1",true,null]', '["1",true,null]'],
	['', ''],
])('replaces the numbers of %s, and nothing in its strings', (json, replaced) => {
	expect(replaceNumbers(json, (digits) => `<${digits}>`)).toBe(replaced);
});

it('passes over blanks, and nothing that looks like them', () => {
	expect(skipBlanks(' \t\r\n x', 0)).toBe(5);
	expect(skipBlanks('  ', 0)).toBe(2);
	expect(skipBlanks('', 0)).toBe(0);
	for (const other of ['\f', '\v', '\u00a0', '\u0000', '\ufeff']) {
		expect(skipBlanks(` ${other}`, 0)).toBe(1);
	}
});

it('finds the members of any object and list, by name and place', () => {
	fc.assert(
		fc.property(spaced, ({ value, json }) => {
			fc.pre(typeof value === 'object' && value !== null);
			const members = membersOf(json, 0);
			expect(members.map(({ start, end }) => parsed(json.slice(start, end)))).toEqual(
				Array.isArray(value) ? value : members.map(({ key }) => (value as never)[key]),
			);
			expect(members.map(({ key }) => key).sort()).toEqual(Object.keys(value as object).sort());
		}),
	);
});

it('copies names and values as they were written', () => {
	const written = (text: string) =>
		membersOf(text, 0).map(({ name, start, end }) => [name, text.slice(start, end)]);
	expect(written('{ "a" : 1.0 , "b\\"":[{"c":"}"}],\n"d":"x\\\\" , "e":{} }')).toEqual([
		['"a"', '1.0'],
		['"b\\""', '[{"c":"}"}]'],
		['"d"', '"x\\\\"'],
		['"e"', '{}'],
	]);
	expect(written('[ 1.0, "a" ]')).toEqual([
		['', '1.0'],
		['', '"a"'],
	]);
	expect(written('{ }')).toEqual([]);
});

it('copies members as they were written', () => {
	const text = '{ "a" : 12.50, "b\\u0041":[ 1e2 ] , "c":"x\\u0041" }';
	expect(membersOf(text, 0).map(({ key, start, end }) => [key, text.slice(start, end)])).toEqual([
		['a', '12.50'],
		['bA', '[ 1e2 ]'],
		['c', '"x\\u0041"'],
	]);
});

it.each<[string, string[], string]>([
	['{"a":[1,{"b":[2]}]}', ['a', '1', 'b'], '[2]}]}'],
	[' [ 7 ]', [], '[ 7 ]'],
	['{"a":1,"a":2}', ['a'], '2}'],
	['{"__proto__":[1]}', ['__proto__'], '[1]}'],
])('in %s, %j leads to %s', (text, path, found) => {
	expect(text.slice(startOf(text, path))).toBe(found);
});

it.each<[string, string, number]>([
	['{"data":[{"a":1},{"a":2', '{"data":[{"a":1},{}]}', 3],
	['{"data":[{"a":1},{"a":2}', '{"data":[{"a":1},{"a":2}]}', 2],
	['{"data":[{"a":1,"b":tru', '{"data":[{"a":1}]}', 3],
	['{"a":"]', '{}', 1],
	['{"a":1,"b', '{"a":1}', 1],
	['[1,2', '[1]', 1],
	['[1', '[]', 1],
	['[1]', '[1]', 0],
	['5', '', 0],
])('completes %s as %s', (text, json, open) => {
	const made = completed(text);
	expect(made.json).toBe(json);
	expect(made.open).toHaveLength(open);
});

it('completes whatever begins as a list or an object, wherever it is cut', () => {
	fc.assert(
		fc.property(spaced, ({ value, json }) => {
			fc.pre(typeof value === 'object' && value !== null);
			expect(completed(json)).toEqual({ json, open: [] });
			for (let at = 1; at < json.length; at++) {
				const made = completed(json.slice(0, at));
				expect(() => parsed(made.json)).not.toThrow();
				for (const start of made.open) expect('[{').toContain(json[start]);
			}
		}),
	);
});
