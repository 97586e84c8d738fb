import fc from 'fast-check';
import {
	type ColumnSettings,
	Columns,
	namedValues,
} from '../../../nodes/MerchantData/mapping/columns.ts';
import { NestedNames } from '../../../nodes/MerchantData/mapping/nested.ts';
import { parseJsonExactly } from '../../../nodes/MerchantData/lib/exactNumbers.ts';
import { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import { RowMaker } from '../../../nodes/MerchantData/mapping/rowMaker.ts';
import { entry, settingsOf } from './settings.mts';

/** What is sent of a row, or why it is not. */
function sent(row: object, settings: Partial<ColumnSettings>, isTable = true): string | undefined {
	const all = settingsOf(settings);
	const maker = new RowMaker(all, isTable);
	const made = maker.make(new Row(0, 0, 's.example'), namedValues(row), []);
	return made && (made.problem?.message ?? made.json);
}

const AD = {
	campaign: { id: 'c1', name: 'Spring' },
	metrics: { costMicros: '12500000', tags: ['a', { b: 1 }] },
	day: '2026-11-20',
};
const LEFT_OUT = { isLeftOut: true };

it.each<[row: object, settings: Partial<ColumnSettings>, json: string]>([
	[
		AD,
		{ entries: [entry('metrics.costMicros', { path: ['metrics', 'spend'], type: 'micros' })] },
		'{"campaign":{"id":"c1","name":"Spring"},"metrics":{"spend":12.5,"tags":["a",{"b":1}]},"day":"2026-11-20"}',
	],
	[
		AD,
		{
			entries: [entry('Metrics.costmicros ', { path: ['spend'] }), entry('campaign.id')],
			sendsOthers: false,
		},
		'{"campaign":{"id":"c1"},"spend":"12500000"}',
	],
	[
		AD,
		{ entries: [entry('campaign.name', LEFT_OUT), entry('metrics', LEFT_OUT)] },
		'{"campaign":{"id":"c1"},"day":"2026-11-20"}',
	],
	// Objects in objects, and one that is named as a whole.
	[
		{ a: { b: { c: 1, d: { e: 2 } }, f: { g: 3 }, h: {} } },
		{ entries: [entry('a.b.c', { path: ['x'] }), entry('a.f', { path: ['y'] })] },
		'{"x":1,"a":{"b":{"d":{"e":2}},"h":{}},"y":{"g":3}}',
	],
	// A name as it stands wins, wherever it stands.
	[
		{ campaign: { name: 'in', id: 1 }, 'campaign.name': 'flat' },
		{ entries: [entry('campaign.name', { path: ['name'] })] },
		'{"campaign":{"name":"in","id":1},"name":"flat"}',
	],
	[
		{ campaign: { name: 'in', id: 1 }, 'campaign.name': 'flat' },
		{ entries: [entry('campaign.name', { path: ['name'] }), entry('campaign.id', LEFT_OUT)] },
		'{"campaign":{"name":"in"},"name":"flat"}',
	],
	[{ 'a.b': 1, a: 2 }, { entries: [entry('a.b', LEFT_OUT)] }, '{"a":2}'],
	// Names within it stay as they are.
	[{ 'a ': { 'b.c': 1, ' d ': 2 } }, { entries: [entry('a.b.c', LEFT_OUT)] }, '{"a":{" d ":2}}'],
	[{ a: { 'b.c': 1, ' d ': 2 } }, { entries: [entry('a.b.c', LEFT_OUT)] }, '{"a":{" d ":2}}'],
	// Nothing to find, or no object.
	[AD, { entries: [entry('campaign.nam', LEFT_OUT)] }, JSON.stringify(AD)],
	[{ a: [{ b: 1 }], d: null }, { entries: [entry('a.b'), entry('d.e')] }, '{"a":[{"b":1}]}'],
	[{ a: { toJSON: () => 'x', b: 1 } }, { entries: [entry('a.b')] }, '{"a":"x"}'],
	[
		parseJsonExactly('{"a":{"id":12345678901234567890,"b":1}}') as object,
		{ entries: [entry('a.b', { path: ['b'] })] },
		'{"a":{"id":12345678901234567890},"b":1}',
	],
	[
		AD,
		{ skipRules: [{ column: 'campaign.name', text: 'total' }] },
		'{"campaign":{"id":"c1","name":"Spring"},"metrics":{"costMicros":"12500000","tags":["a",{"b":1}]},"day":"2026-11-20"}',
	],
	[
		AD,
		{ entries: [entry('campaign.name', { path: ['campaign'] })] },
		'"Columns" makes the field "campaign" a value, from the column "campaign.name", and an object, from the column "campaign.id"',
	],
])('the row %j with %j is sent as %s', (row, settings, json) => {
	expect(sent(row, settings)).toBe(json);
});

it('a rule leaves rows out by a value within an object', () => {
	const skipRules = [{ column: 'campaign.name', text: 'spr' }];
	expect(sent(AD, { skipRules })).toBeUndefined();
});

it('rows of JSON keep empty values within objects', () => {
	const row = { a: { b: '', c: null, d: 1 } };
	const settings = { entries: [entry('a.d', { path: ['d'] })] };
	expect(sent(row, settings, false)).toBe('{"a":{"b":"","c":null},"d":1}');
	expect(sent(row, settings)).toBe('{"d":1}');
});

it('each way in which a name leads to a value has a layout of its own', () => {
	const settings = settingsOf({ entries: [entry('a.b.c', { path: ['x'] })] });
	const [nested, columns] = [new NestedNames(settings), new Columns(settings, true)];
	const pathsOf = (row: object) => {
		const { names, paths } = nested.open(namedValues(row));
		return columns.layoutOf(names, [], paths).columns.map(({ path }) => path);
	};
	expect(pathsOf({ a: { b: { c: 1 }, 'd.e': 1 } })).toEqual([['x'], ['a', 'd.e']]);
	expect(pathsOf({ a: { b: { c: 1 }, d: { e: 1 } } })).toEqual([['x'], ['a', 'd']]);
	expect(pathsOf({ 'a.b.c': 1, 'a.d.e': 1 })).toEqual([['x'], ['a.d.e']]);
});

it('an entry that sends a value under its own name changes nothing of what is sent', () => {
	const key = fc.constantFrom('a', 'b', 'a.b', 'c');
	const { tree } = fc.letrec<{ tree: object; value: unknown }>((tie) => ({
		tree: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
		value: fc.oneof(
			{ depthSize: 'small' },
			fc.constantFrom(1, 'x', [], [{ a: 1 }], {}),
			tie('tree'),
		),
	}));
	const wanted = fc.array(key, { minLength: 2, maxLength: 3 }).map((keys) => keys.join('.'));
	fc.assert(
		fc.property(tree, fc.uniqueArray(wanted, { maxLength: 2 }), (row, names) => {
			const nested = new NestedNames(settingsOf({ entries: names.map((name) => entry(name)) }));
			const { names: flat } = namedValues(row);
			// A name as it stands is sent as it stands.
			const entries = names.filter((name) => !flat.includes(name)).map((name) => entry(name));
			expect(JSON.parse(sent(row, { entries })!)).toEqual(JSON.parse(JSON.stringify(row)));
			const { paths, values } = nested.open(namedValues(row));
			for (const [at, path] of (paths ?? []).entries())
				expect(path.reduce((value, name) => (value as Record<string, never>)[name]!, row)).toBe(
					values[at],
				);
		}),
		{ numRuns: 1_000 },
	);
});
