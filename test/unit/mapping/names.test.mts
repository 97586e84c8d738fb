import fc from 'fast-check';
import {
	columnInForm,
	type Field,
	fieldPath,
	fieldTree,
	indexOfName,
} from '../../../nodes/MerchantData/mapping/names.ts';
import { refusal } from '../../kit/refusal.mts';

it('a name finds the same column, or else the first one with the same words', () => {
	const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', '\u00a0'), maxLength: 4 });
	const wordsOf = (text: string) => text.toUpperCase().match(/[AB]+/g)?.join() ?? '';
	fc.assert(
		fc.property(fc.uniqueArray(name), name, (names, wanted) => {
			const at = names.indexOf(wanted);
			const alike = names.map(wordsOf).indexOf(wordsOf(wanted));
			expect(indexOfName(names, wanted)).toBe(at < 0 ? alike : at);
		}),
	);
});

it.each([
	['Cou\u0302t', 'Co\u00fbt'],
	['\ufeffSpe\u200dnd', 'Spend'],
	['\u200e Day\u200f', 'Day'],
])('the column %j is found by %j, which looks the same', (name, wanted) => {
	expect(indexOfName(['x', name], wanted)).toBe(1);
	expect(indexOfName(['x', wanted], name)).toBe(1);
});

describe('the name of a column in the form', () => {
	it.each([
		['Cost (incl. VAT)', 'Cost (incl. VAT)'],
		// As n8n drops it.
		["  ['CPM [EUR]']\n", 'CPM [EUR]'],
		['["CPM [EUR]"]', 'CPM [EUR]'],
		["['it\\'s\n[it\\'s] ']", "it's\n[it's]"],
		["it\\'s it\\'s", "it's it's"],
		["['Zone[1]']", 'Zone[1]'],
	])('typed as %j, is %j', (typed, name) => {
		expect(columnInForm(typed, 'Columns')).toBe(name);
	});

	it.each([
		["campaign['full name']", "campaign['full name']"],
		["campaign['a\nb'].c", "campaign['a\nb'].c"],
		['tags[0]', 'tags[0]'],
		[`a['${'x'.repeat(200)}']`, `a['${'x'.repeat(97)}`],
	])('typed as %j, is a path and refused', (typed, shown) => {
		expect(refusal(() => columnInForm(typed, 'Rows to Skip'))).toEqual({
			message: `"Rows to Skip" names a value within a column: ${shown}`,
			remedy: 'Choose the Data Mode "Map Each Field Below", and drag the value to "Fields".',
		});
	});
});

describe('the name of a field', () => {
	it.each([
		['campaign.full-name.0', ['campaign', 'full-name', '0']],
		['größe_é.名前', ['größe_é', '名前']],
		['नमस्ते', ['नमस्ते']],
		['Cost (incl. VAT)', ['Cost (incl. VAT)']],
		['a.__proto__ x', ['a.__proto__ x']],
	])('%j leads to %j', (typed, path) => {
		expect(fieldPath(typed, 'Columns')).toEqual(path);
	});

	it.each(['a..b', '.a', 'a.', '.', `${'a.'.repeat(60)}`])('%j has an empty part', (typed) => {
		expect(refusal(() => fieldPath(typed, 'Fields'))).toEqual({
			message: `"Fields" has the name "${typed.slice(0, 100)}", which has an empty part`,
			remedy: 'Remove the dot that has no name before or after it.',
		});
	});

	it('refuses a name that JavaScript keeps', () => {
		for (const typed of ['__proto__', 'a.__proto__', '__proto__.a'])
			expect(refusal(() => fieldPath(typed, 'Fields')).message).toBe(
				'"Fields" has the name "__proto__", which JavaScript reserves',
			);
	});
});

const leavesOf = (fields: readonly string[]) =>
	fields.map((field, at) => ({ path: field.split('.'), at, origin: `the column "${at}"` }));
type Leaf = ReturnType<typeof leavesOf>[number];

/** The JSON of fields, with the place of each one as its value. */
const jsonOf = (fields: ReadonlyArray<Field<Leaf>>): string => {
	const all = fields.map(({ first, next, leaf, fields: inner }, at) => {
		const value = inner ? jsonOf(inner) : String(leaf!.at);
		return (at === 0 ? first : next) + value;
	});
	return `${all.join('')}}`;
};

it.each([
	[['a', 'b'], '{"a":0,"b":1}'],
	[['a.b', 'c', 'a.d'], '{"a":{"b":0,"d":2},"c":1}'],
	[['a.b.c', 'b.a', 'a.b.d', 'a.c'], '{"a":{"b":{"c":0,"d":2},"c":3},"b":{"a":1}}'],
	[['constructor', '__proto__.a'], '{"constructor":0,"__proto__":{"a":1}}'],
	[['"\\.', '2', '1'], '{"\\"\\\\":{"":0},"2":1,"1":2}'],
])('the fields %j are written as %s', (fields, json) => {
	expect(jsonOf(fieldTree(leavesOf(fields), 'Columns'))).toBe(json);
});

const TWICE = 'makes the field "a" twice: from the column "0" and from the column "2"';
const value = (at: number, other: number) =>
	`makes the field "x.a" a value, from the column "${at}", and an object, from the column "${other}"`;

it.each([
	[['a', 'b', 'a'], TWICE],
	[['x.a.b', 'x.a'], value(1, 0)],
	[['x.a', 'x.a.b.c'], value(0, 1)],
	[['x.a.b', 'y', 'x.a.c', 'x.a'], value(3, 0)],
])('%j are refused', (fields, problem) => {
	expect(refusal(() => fieldTree(leavesOf(fields), 'Fields'))).toEqual({
		message: `"Fields" ${problem}`,
		remedy: 'Give one of them another field name, or leave it out.',
	});
});
