import type { FileFormat } from '../../../nodes/MerchantData/input/formats/records.ts';
import { dialectOf } from '../../../nodes/MerchantData/input/formats/dialect.ts';
import { placeText } from '../../../nodes/MerchantData/errors/place.ts';
import { assignments, columns } from '../../kit/columns.mts';
import { rowsOf } from '../../kit/pushRows.mts';
import { fileItem, filesSource, readFile, readFiles, told } from './reading.mts';

const MISSING = '"Input Binary Field" names "data", but the input item has no such file';

it('the files of all items are read one after another, in every reading', async () => {
	const files = [fileItem('a,b\nx,y\n\n', '0.csv'), {}, fileItem('{"c":1}\n{"c":2}', '2.json')];
	const byItem = (item: number) => ({ shop: item === 2 ? 'b.example' : 'a.example' });
	const { source, inspection, rows, hints } = await readFiles(files, {}, { byItem });
	expect(rows.map((row) => [row.item, row.shop, ...told(row)])).toEqual([
		[0, 'a.example', 0, 2, '{"a":"x","b":"y"}'],
		[1, 'a.example', 0, undefined, '', MISSING],
		[2, 'b.example', 0, 1, '{"c":1}'],
		[2, 'b.example', 1, 2, '{"c":2}'],
	]);
	expect(await rowsOf(source)).toEqual(rows);
	expect(source.files.map(({ name }) => name)).toEqual(['0.csv', '', '2.json']);
	expect(inspection).toMatchObject({ total: 4, left: 0, refused: 1 });
	const inputs = [...inspection.inputs.values()];
	expect(inputs.map(({ rows: count }) => count)).toEqual([1, 1, 2]);
	expect(inputs.map(({ refusal }) => refusal?.message)).toEqual([undefined, MISSING, undefined]);
	expect(hints).toEqual([]);
	// Rows are not items, whatever their columns.
	expect(source).not.toHaveProperty('isInput');
});

/** A file in each format. */
const FILES: Record<FileFormat, string> = {
	csv: 'a,b\nx,y',
	json: '[{"a":"x","b":"y"}]',
	ndjson: '{"a":"x","b":"y"}',
};

it.each(Object.entries(FILES))('a %s file is read, as the form says or not', async (...given) => {
	const [fileFormat, text] = given;
	expect(dialectOf({ text, isLast: true }, `rows.${fileFormat}`, {}, 1).format).toBe(fileFormat);
	const { refusal } = await readFile('[{"a":1}]', { fileFormat });
	expect(refusal).toBe(fileFormat.includes('json') ? undefined : 'file.noTable');
	for (const fields of [{ fileFormat }, {}]) {
		const { rows, source } = await readFile(text, fields, `rows.${fileFormat}`);
		expect(rows.map(({ json }) => json)).toEqual(['{"a":"x","b":"y"}']);
		const copy = await source.files[0]!.copyOf(() => true);
		expect(copy!.name).toBe(`rows-not-accepted.${fileFormat}`);
	}
});

it.each(Object.keys(FILES))('a hint names a second file of the format %s', async (format) => {
	const { binary } = fileItem('a\n1\n');
	const other = { data: '', fileName: `other.${format}` };
	const { hints } = await readFiles([{ binary: { ...binary, other } }]);
	expect(hints[0]).toContain('other files, which are not pushed: "other"');
});

it('the place of a row is its line, with its item if there are several files', async () => {
	const placesOf = async (...files: Parameters<typeof readFiles>[0]) => {
		const { source, rows } = await readFiles(files);
		return rows.map((row) => placeText(source.placeOf(row)));
	};
	expect(await placesOf(fileItem('a\n1\n2\n'))).toEqual(['line 2', 'line 3']);
	const several = await placesOf(fileItem('a\n1\n'), {}, fileItem('[{"a":1}]'));
	expect(several).toEqual(['line 2 of item 1', 'item 2', 'line 1 of item 3']);
});

it('each file has hints of its own', async () => {
	const files = ['[{"a":1}]', '[{"b":1}]', '[{"a":"x"},{"b":1}]'].map((text) => fileItem(text));
	const fields = { columns: columns(['a', 'c'], ['b']), preview: true };
	const { hints, inspection } = await readFiles(files, fields);
	expect(hints).toEqual([
		'The form names "b", which no row has. Check the names.',
		'The form names "a", which no row has. Check the names.',
	]);
	expect([...inspection.inputs.values()].filter(({ refusal }) => refusal)).toEqual([]);
});

it('fields are added to all rows of a file, and may depend on its item', async () => {
	const files = [fileItem('a\n1\n2\n'), fileItem('a\n1\n')];
	const byItem = (item: number) => ({
		fieldsToAdd: assignments(item ? { 'm.n': 5 } : { 'm.n': 'x', 'm.o': null }),
	});
	const { rows } = await readFiles(files, {}, { byItem });
	expect(rows.map(({ json }) => json)).toEqual([
		'{"a":"1","m":{"n":"x","o":null}}',
		'{"a":"2","m":{"n":"x","o":null}}',
		'{"a":"1","m":{"n":5}}',
	]);
	const wrong = await readFile('a\n1\n', { fieldsToAdd: assignments({ '': 'x' }) });
	expect(wrong.refusal).toBe('setting.incomplete');
});

it('"Rows at Most" counts the rows of all files', async () => {
	const files = [fileItem('a\n1\n2\n'), fileItem('a\n1\n"b"x\n')];
	const of = async (rowsAtMost: number, all = files) =>
		await filesSource(all, { options: { rowsAtMost } }).inspect();
	const three = await of(3);
	expect(three).toMatchObject({ total: 3, left: 1, refused: 0 });
	expect(three.hints[0]).toBe('"Rows at Most" is 3: 1 more row is left out');
	expect([...(await of(1)).inputs.values()].map(({ rows }) => rows)).toEqual([1, 0]);
	expect(await of(4)).toMatchObject({ total: 4, left: 0, refused: 1 });
	// What is wrong with rows and files after them refuses nothing.
	const later = await of(1, [fileItem('Name,Cost\nA,5\nB,6\nTotal,11\n'), fileItem('a,a\n1,2\n')]);
	expect(later).toMatchObject({ total: 1, left: 3, refused: 0 });
	expect([...later.inputs.values()].filter(({ refusal }) => refusal)).toEqual([]);
});

it('a cancelled execution reads no further', async () => {
	const controller = new AbortController();
	const files = [fileItem('a\n1\n2\n'), fileItem('a\n1\n')];
	const source = filesSource(files, {}, { signal: controller.signal });
	const inspection = await source.inspect();
	const seen: unknown[] = [];
	for await (const chunk of source.rows(inspection)) {
		seen.push(...[...chunk].map(told));
		controller.abort();
	}
	expect([inspection.total, seen.length]).toEqual([3, 2]);
	const later = await source.inspect();
	expect([later.total, later.inputs.size]).toEqual([0, 0]);
	expect(await rowsOf(source, Promise.resolve(later))).toEqual([]);
});
