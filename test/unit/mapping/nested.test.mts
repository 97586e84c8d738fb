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

const METRICS = { costMicros: '12500000', tags: ['a', { b: 1 }] };
const AD = { campaign: { id: 'c1', name: 'Spring' }, metrics: METRICS, day: '2026-11-20' };
const AS_JSON = JSON.stringify(AD);
/** A name as it stands, and the same one within an object. */
const TWICE = { campaign: { name: 'in', id: 1 }, 'campaign.name': 'flat' };
const LONG_ID = parseJsonExactly('{"a":{"id":12345678901234567890,"b":1}}') as object;
const CLASH =
	'"Columns" makes the field "campaign" a value, from the column "campaign.name", and an object, from the column "campaign.id"';

const to = (name: string, ...path: string[]) => entry(name, { path });
const out = (name: string) => entry(name, { isLeftOut: true });
const MICROS = entry('metrics.costMicros', { path: ['metrics', 'spend'], type: 'micros' });
const NAME = to('campaign.name', 'name');
const DEEP = { a: { b: { c: 1, d: { e: 2 } }, f: { g: 3 }, h: {} } };
const DEEP_SENT = '{"x":1,"a":{"b":{"d":{"e":2}},"h":{}},"y":{"g":3}}';
const ID_AND_DAY = '{"campaign":{"id":"c1"},"day":"2026-11-20"}';

it.each<[what: string, row: object, entries: ColumnSettings['entries'], json: string]>([
	['as another type', AD, [MICROS], AS_JSON.replace('"costMicros":"12500000"', '"spend":12.5')],
	['or left out', AD, [out('campaign.name'), out('metrics')], ID_AND_DAY],
	['from any depth', DEEP, [to('a.b.c', 'x'), to('a.f', 'y')], DEEP_SENT],
	['unless a name is the same', TWICE, [NAME], '{"campaign":{"name":"in","id":1},"name":"flat"}'],
	['beside one', TWICE, [NAME, out('campaign.id')], '{"campaign":{"name":"in"},"name":"flat"}'],
	['under a name with blanks', { 'a ': { 'b.c': 1, ' d ': 2 } }, [out('a.b.c')], '{"a":{" d ":2}}'],
	['if there is one', AD, [out('campaign.nam')], AS_JSON],
	['not from a list', { a: [{ b: 1 }], d: null }, [entry('a.b'), entry('d.e')], '{"a":[{"b":1}]}'],
	['not from a date', { a: { toJSON: () => 'x', b: 1 } }, [entry('a.b')], '{"a":"x"}'],
	['beside a long number', LONG_ID, [to('a.b', 'b')], '{"a":{"id":12345678901234567890},"b":1}'],
	['unless its field clashes', AD, [to('campaign.name', 'campaign')], CLASH],
])('a value within an object is sent %s', (_, row, entries, json) => {
	expect(sent(row, { entries })).toBe(json);
});

it('values within objects are left out with other columns', () => {
	const entries = [to('Metrics.costmicros ', 'spend'), entry('campaign.id')];
	const json = '{"campaign":{"id":"c1"},"spend":"12500000"}';
	expect(sent(AD, { entries, sendsOthers: false })).toBe(json);
});

it('a rule leaves rows out by a value within an object', () => {
	const of = (text: string) => sent(AD, { skipRules: [{ column: 'campaign.name', text }] });
	expect([of('spr'), of('total')]).toEqual([undefined, AS_JSON]);
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
