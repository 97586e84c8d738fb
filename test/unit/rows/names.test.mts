import fc from 'fast-check';
import {
	columnInForm,
	comparable,
	fieldPath,
	indexOfName,
} from '../../../nodes/MerchantData/rows/names.ts';
import { refusal } from '../../kit/refusal.mts';

it.each([
	['Spend', 'spend'],
	[' a\u00a0b\r\n c\t', 'a b c'],
	['\uFEFFDay', 'day'],
	['CAFÉ', 'café'],
	['a.b', 'a.b'],
	[' \n', ''],
])('%j is to people the same as %j', (name, same) => {
	expect(comparable(name)).toBe(same);
});

describe('a column that is wanted', () => {
	it.each<[names: string[], wanted: string, at: number]>([
		[['a', 'Spend', 'spend'], 'spend', 2],
		[['a', 'SPEND', 'Spend '], 'spend', 1],
		[['Amount\nspent', 'a'], 'amount  spent', 0],
		[['spends'], 'spend', -1],
		[[], 'spend', -1],
	])('among %j as %j is at %i', (names, wanted, at) => {
		expect(indexOfName(names, wanted)).toBe(at);
	});

	it('is the same name, or else the first one that has the same words', () => {
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
});

describe('a column in the form', () => {
	it.each([
		[' Spend ', 'Spend'],
		['Cost (incl. VAT)', 'Cost (incl. VAT)'],
		['CPM [EUR]', 'CPM [EUR]'],
		['[EUR]', '[EUR]'],
		["Cost ['a']", "Cost ['a']"],
		['', ''],
		// As n8n drops it.
		["['CPM [EUR]']", 'CPM [EUR]'],
		["  ['CPM [EUR]']\n", 'CPM [EUR]'],
		['["CPM [EUR]"]', 'CPM [EUR]'],
		["['line\nbreak [1] ']", 'line\nbreak [1]'],
		["['it\\'s [it\\'s]']", "it's [it's]"],
		["it\\'s it\\'s", "it's it's"],
		["['Zone[1]']", 'Zone[1]'],
	])('that is typed as %j is %j', (typed, name) => {
		expect(columnInForm(typed, 'Columns')).toBe(name);
	});

	it.each([
		["campaign['full name']", "campaign['full name']"],
		["campaign['a\nb'].c", "campaign['a\nb'].c"],
		['campaign["id"]', 'campaign["id"]'],
		['tags[0]', 'tags[0]'],
		[`a['${'x'.repeat(200)}']`, `a['${'x'.repeat(97)}`],
	])('that is typed as %j is a path, and refused', (typed, shown) => {
		expect(refusal(() => columnInForm(typed, 'Rows to Skip'))).toEqual({
			message: `"Rows to Skip" names a value within a column: ${shown}`,
			remedy: 'Choose the Data Mode "Map Each Field Below", and drag the value to "Fields".',
		});
	});
});

describe('the name of a field', () => {
	it.each([
		['spend', ['spend']],
		['campaign.full-name.0', ['campaign', 'full-name', '0']],
		['größe_é.名前', ['größe_é', '名前']],
		['नमस्ते.a', ['नमस्ते', 'a']],
		['Cost (incl. VAT)', ['Cost (incl. VAT)']],
		['a .b', ['a .b']],
		['constructor', ['constructor']],
		['a.__proto__ x', ['a.__proto__ x']],
	])('%j leads to %j', (typed, path) => {
		expect(fieldPath(typed, 'Columns')).toEqual(path);
	});

	it.each(['a..b', '.a', 'a.', '.', `${'a.'.repeat(60)}`])('%j has an empty part', (typed) => {
		expect(refusal(() => fieldPath(typed, 'Fields'))).toEqual({
			message: `"Fields" has the name "${typed.slice(0, 100)}", in which a part is empty`,
			remedy: 'Between two dots, before the first and after the last one a name is needed.',
		});
	});

	it.each(['__proto__', 'a.__proto__', '__proto__.a'])('%j is kept by JavaScript', (typed) => {
		expect(refusal(() => fieldPath(typed, 'Fields')).message).toBe(
			'"Fields" has the name "__proto__", which JavaScript keeps for itself',
		);
	});
});
