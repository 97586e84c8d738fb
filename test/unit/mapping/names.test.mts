import fc from 'fast-check';
import {
	columnInForm,
	type Field,
	fieldPath,
	fieldTree,
	indexOfName,
	type Placed,
} from '../../../nodes/MerchantData/mapping/names.ts';
import { refusal } from '../../kit/refusal.mts';

type Nested = Map<string, unknown>;

/** Puts a value where a path leads. @returns whether nothing was there */
function put(object: Nested, [name, ...rest]: readonly string[], value: unknown): boolean {
	if (rest.length === 0) return !object.has(name!) && Boolean(object.set(name!, value));
	if (!object.has(name!)) object.set(name!, new Map());
	const inner = object.get(name!);
	return inner instanceof Map && put(inner as Nested, rest, value);
}

/** The same fields as pairs, so that their order counts. */
const pairs = (object: Nested): unknown[] =>
	[...object].map(([name, value]) => [name, value instanceof Map ? pairs(value as Nested) : value]);

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
	['Spend\u200b', 'spend'],
	['\ufeffSpe\u200dnd', 'Spend'],
	['\u200e Day\u200f', 'Day'],
])('the column %j is found by %j, which looks the same', (name, wanted) => {
	expect(indexOfName(['x', name], wanted)).toBe(1);
	expect(indexOfName(['x', wanted], name)).toBe(1);
});

describe('the name of a column in the form', () => {
	it.each([
		['Cost (incl. VAT)', 'Cost (incl. VAT)'],
		['[EUR]', '[EUR]'],
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
		['नमस्ते.a', ['नमस्ते', 'a']],
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

interface Leaf extends Placed {
	at: number;
}
const leavesAt = (...paths: string[][]): Leaf[] =>
	paths.map((path, at) => ({ path, at, origin: `the column "${at}"` }));

/** Fields as pairs of a name and what it holds. */
const shown = (fields: ReadonlyArray<Field<Leaf>>): unknown[] =>
	fields.map(({ next, leaf, fields: inner }) => [
		JSON.parse(next.slice(1, -1)),
		inner ? shown(inner) : leaf!.at,
	]);

const name = fc.constantFrom('a', 'b', 'c', '', '__proto__', 'constructor', '"\\');
const path = fc.array(name, { minLength: 1, maxLength: 3 });

it('a tree of fields has each where its name leads, or is refused, in whatever order they stand', () => {
	fc.assert(
		fc.property(fc.array(path, { maxLength: 5 }), fc.nat(), (paths, seed) => {
			const object: Nested = new Map();
			const isGood = paths.map((each, leaf) => put(object, each, leaf)).every(Boolean);
			if (isGood) {
				expect(shown(fieldTree(leavesAt(...paths), 'Columns'))).toEqual(pairs(object));
				return;
			}
			const at = seed % paths.length;
			const turned = [...paths.slice(at), ...paths.slice(0, at)];
			for (const each of [paths, turned, turned.toReversed()])
				expect(refusal(() => fieldTree(leavesAt(...each), 'Columns')).message).toMatch(
					/^"Columns" (gives|makes) the field /,
				);
		}),
		{ numRuns: 1_000 },
	);
});

it.each([
	[['a', 'b', 'a'], 'makes the field "a" twice: from the column "0" and from the column "2"'],
	[
		['x.a.b', 'x.a'],
		'makes the field "x.a" a value, from the column "1", and an object, from the column "0"',
	],
])('%j are refused', (fields, problem) => {
	const leaves = leavesAt(...fields.map((field) => field.split('.')));
	expect(refusal(() => fieldTree(leaves, 'Fields'))).toEqual({
		message: `"Fields" ${problem}`,
		remedy: 'Give one of them another field name, or leave it out.',
	});
});
