import { filesSource } from '../../../../nodes/MerchantData/rows/sources/files.ts';
import { all, executionOf, fileItem, told } from './reading.mts';

it('reads the files of all items one after another, as often as asked', async () => {
	const items = [fileItem('a,b\n1,2\n\n', '0.csv'), {}, fileItem('{"c":1}\n{"c":2}', '2.json')];
	const shops = ['a.example', 'a.example', 'b.example'];
	const source = filesSource(executionOf(items, (item) => ({ shop: shops[item] })));
	const MISSING = '"Input Binary Field" names "data", which holds no file in the input item';
	for (const _ of [1, 2]) {
		const rows = await all(source.rows());
		expect(rows.map((row) => [row.item, row.shop, ...told(row)])).toEqual([
			[0, 'a.example', 0, 2, '{"a":"1","b":"2"}'],
			[1, 'a.example', 0, undefined, '', MISSING],
			[2, 'b.example', 0, 1, '{"c":1}'],
			[2, 'b.example', 1, 2, '{"c":2}'],
		]);
		const places = rows.map((row) => source.placeOf(row));
		expect(places.slice(0, 2)).toEqual(['item 1, line 2', 'item 2']);
		expect(source.skipped()).toBe(1);
	}
	expect(source.files).toMatchObject([
		{ item: 0, name: '0.csv', fingerprint: expect.stringMatching(/=$/) as string },
		{ item: 1, name: '', refusal: { message: MISSING } },
		{ item: 2, name: '2.json' },
	]);
	expect(source.columns).toHaveLength(3);
});

it('names the line alone where there is one file', async () => {
	const source = filesSource(executionOf([fileItem('a\n1\n')]));
	const [row] = await all(source.rows());
	expect(source.placeOf(row!)).toBe('line 2');
	expect(await source.files[0]!.content((async function* () {})())).toEqual(Buffer.alloc(0));
});

it('refuses a file whose shop is none, with all its rows', async () => {
	const items = [fileItem('a\n1\n2\n'), fileItem('a\n1\n')];
	const source = filesSource(executionOf(items, (item) => ({ shop: item ? 'a.example' : 5 })));
	expect((await all(source.rows())).map((row) => [row.shop, ...told(row)])).toEqual([
		['', 0, 2, '{"a":"1"}', '"Shop" is not a text'],
		['', 1, 3, '{"a":"2"}', '"Shop" is not a text'],
		['a.example', 0, 2, '{"a":"1"}'],
	]);
});

it.each([
	[{ options: { delimiter: '||' } }, '"Delimiter" must be one character, or \\t for a tab'],
	[{ options: { delimiter: '"' } }, '"Delimiter" must be one character'],
	[{ options: { delimiter: '\n' } }, '"Delimiter" must be one character'],
	[{ shopColumn: 5 }, '"Shop Column" is not a text'],
	[{ options: { encoding: 'x' } }, '"Encoding" must be one of '],
	[{ options: { fromLine: 0 } }, '"From Line" must be a whole number'],
])('refuses %j', (fields, message) => {
	expect(() => filesSource(executionOf([{}], fields))).toThrow(message);
});
