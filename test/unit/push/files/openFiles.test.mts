import { openFiles } from '../../../../nodes/MerchantData/push/files/openFiles.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import type { FileItem } from '../../../kit/execution.mts';
import { executionOf, type Failure, type Fields, jsonOf } from '../../../kit/pushRows.mts';
import { inMemory } from './pieces.mts';

const FIELDS: Fields = {
	dataMode: 'binary',
	binaryPropertyName: 'data',
	fileFormat: 'autodetect',
	fieldsToIgnore: '',
	shop: 'a.example',
};
const csv = (content: string, fileName = 'rows.csv'): FileItem => ({
	binary: { data: { data: inMemory(content), fileName } },
});

async function read(
	items: readonly FileItem[],
	fields: readonly Fields[] = [],
	options: object = {},
) {
	const failures: Failure[] = [];
	const execution = executionOf(items, (item) => ({ ...FIELDS, ...fields[item] }), {
		files: items,
	});
	const files = await openFiles(execution, { maxBodyKb: 1, ...options }, (error, item, shop) => {
		if (!(error instanceof InvalidValue)) throw error;
		failures.push({ message: error.message, remedy: error.remedy, item, shop });
	});
	return { files, failures };
}

it('opens the files of all items, each with its shop and its fields to ignore', async () => {
	const { files, failures } = await read(
		[csv('a,b\n1,2', '0.csv'), csv('a,b\n3,4', '1.csv')],
		[{}, { shop: 'b.example', fieldsToIgnore: ' a, x' }],
	);
	expect(failures).toEqual([]);
	expect(files).toMatchObject([
		{ item: 0, shop: 'a.example', name: '0.csv', columnNames: ['a', 'b'] },
		{ item: 1, shop: 'b.example', name: '1.csv', columnNames: ['a', 'b'] },
	]);
	const rows: string[] = [];
	for (const file of files)
		for await (const chunk of file.records(true)) rows.push(...chunk.map(jsonOf));
	expect(rows).toEqual(['{"a":"1","b":"2"}', '{"b":"4"}']);
	expect(await read([])).toEqual({ files: [], failures: [] });
});

it('reports items whose file cannot be opened, and opens the others', async () => {
	const { files, failures } = await read(
		[{}, csv('a\n1'), csv('a\n1'), csv('a,a\n1'), csv('a\n1')],
		[{}, { shop: 5 }, { fieldsToIgnore: null }],
	);
	expect(files.map(({ item }) => item)).toEqual([4]);
	expect(failures).toEqual([
		{
			item: 0,
			shop: 'a.example',
			message: '"Input Binary Field" names "data", which holds no file in the input item',
			remedy: 'The input item has no files.',
		},
		{
			item: 1,
			shop: null,
			message: '"Shop" is not a text',
			remedy: 'Give the domain of the shop, such as my-shop.example.com.',
		},
		{
			item: 2,
			shop: 'a.example',
			message: '"Fields to Ignore" is not a text',
			remedy: 'Give the names of the fields, separated by commas.',
		},
		{
			item: 3,
			shop: 'a.example',
			message: '"Input Binary Field" holds a CSV file with two columns named "a"',
			remedy: 'Give each column a name of its own.',
		},
	]);
});

it('ends the reading where the failure is thrown on', async () => {
	const stop = jest.fn((error: unknown) => {
		throw error;
	});
	const execution = executionOf([{}, {}], () => FIELDS);
	await expect(openFiles(execution, { maxBodyKb: 1 }, stop)).rejects.toThrow('holds no file');
	expect(stop).toHaveBeenCalledTimes(1);
});

it.each([
	[[{ fileFormat: 'csv' }, {}], {}, '"File Format" has another value for item 1 than for item 0'],
	[[], { maxRowCount: 0 }, '"Max Row Count" must be 1 or more'],
])('refuses what is wrong for all files: %j with %j', async (fields, options, message) => {
	await expect(read([csv('a'), csv('a')], fields, options)).rejects.toThrow(message);
});

it('reads as the options say', async () => {
	const { files } = await read([csv('a;b\n')], [{ fileFormat: 'csv' }], { delimiter: ',' });
	expect(files[0]!.columnNames).toEqual(['a;b']);
});
