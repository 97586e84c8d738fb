import fc from 'fast-check';
import { type Field, fieldTree, type Placed } from '../../../nodes/MerchantData/rows/names.ts';
import { refusal } from '../../kit/refusal.mts';
import { type Nested, pairs, put } from './nested.mts';

interface Leaf extends Placed {
	at: number;
}
const leavesAt = (...paths: string[][]): Leaf[] =>
	paths.map((path, at) => ({ path, at, origin: `the column "${at}"` }));

/** Fields as pairs of a name and what it holds. */
const shown = (fields: ReadonlyArray<Field<Leaf>>): unknown[] =>
	fields.map(({ key, leaf, fields: inner }) => [
		JSON.parse(key.slice(0, -1)),
		inner ? shown(inner) : leaf!.at,
	]);

const name = fc.constantFrom('a', 'b', 'c', '', '__proto__', 'constructor', '"\\');
const path = fc.array(name, { minLength: 1, maxLength: 3 });

it('fields are put where their names lead to, or refused, in whatever order they stand', () => {
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

it('fields stand in the order in which each name comes first', () => {
	const tree = fieldTree(leavesAt(['b', 'x'], ['a'], ['b', 'w', 'v'], ['c'], ['b', 'y']), 'F');
	expect(shown(tree)).toEqual([
		[
			'b',
			[
				['x', 0],
				['w', [['v', 2]]],
				['y', 4],
			],
		],
		['a', 1],
		['c', 3],
	]);
});

const GIVES = (field: string, one: number, other: number) =>
	`"Fields" gives the field "${field}" twice: from the column "${one}" and from the column "${other}"`;
const MAKES = (field: string, value: number, object: number) =>
	`"Fields" makes the field "${field}" a value, from the column "${value}", and an object, from the column "${object}"`;

it.each([
	[[['a'], ['b'], ['a']], GIVES('a', 0, 2)],
	[[['a', 'b'], ['c'], ['a', 'b']], GIVES('a.b', 0, 2)],
	[[['a'], ['a', 'b']], MAKES('a', 0, 1)],
	[[['a', 'b', 'c'], ['a']], MAKES('a', 1, 0)],
	[
		[
			['x', 'a', 'b'],
			['x', 'a'],
		],
		MAKES('x.a', 1, 0),
	],
])('%j are refused', (paths, message) => {
	expect(refusal(() => fieldTree(leavesAt(...paths), 'Fields'))).toEqual({
		message,
		remedy: 'Give one of them another field name, or leave it out.',
	});
});
