import { Readable } from 'node:stream';
import { StoredFile } from '../../../nodes/MerchantData/input/storedFile.ts';
import type { FileItem } from '../../kit/execution.mts';
import { executionOf } from '../../kit/pushRows.mts';
import { stream } from './formats/pieces.mts';

const fileOf = (files: FileItem[], named: unknown = 'data', item = 0) =>
	new StoredFile(executionOf(files, { dataMode: 'binary' }, { files }).context, item, named);
const inMemory = (content: Buffer | string) => Buffer.from(content as string).toString('base64');

const text = async (bytes: AsyncIterable<Uint8Array>) =>
	Buffer.concat(await Array.fromAsync(bytes)).toString();
const PARTS = [Buffer.from('{"a":1}\n'), Buffer.from('{"a":2}\n')];
const parts = () => stream(PARTS) as AsyncIterable<Buffer>;
const counted = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));

describe('the file of an item', () => {
	const data = { data: inMemory('a,b'), fileName: 'rows.csv', mimeType: 'text/csv' };

	it('may stand in its JSON, which is looked at last, and have no name', () => {
		const inJson = { '_files.data': { ...data, fileName: 'json.csv' } };
		expect(fileOf([{ inJson }]).name).toBe('json.csv');
		expect(fileOf([{ inJson, binary: { data } }]).name).toBe('rows.csv');
		expect(fileOf([{ binary: { data: { data: '' } } }]).name).toBe('');
	});

	it.each([
		['x'.repeat(101), {}, 'x'.repeat(100), 'none'],
		['data', { a: data, b: data }, 'data', '"a" and "b"'],
		['data', { ['x'.repeat(201)]: data }, 'data', `"${'x'.repeat(199)}`],
	])('is missed if %p is named, of those that there are', async (named, binary, shown, files) => {
		const missing = fileOf([{ binary: { other: data } }, { binary }], named, 1);
		expect(missing.name).toBe('');
		await expect(text(missing.open())).rejects.toMatchObject({
			message: `"Input Binary Field" names "${shown}", but the input item has no such file`,
			remedy: `The files of the input item: ${files}.`,
		});
	});
});

describe('a file in memory', () => {
	const of = (content: Buffer | string) =>
		fileOf([{ binary: { data: { data: inMemory(content) } } }]);

	it('is read as often as asked, in memory', async () => {
		const file = of('a,b\nä');
		expect([await text(file.open()), await text(file.open())]).toEqual(['a,b\nä', 'a,b\nä']);
		expect(await Array.fromAsync(of('').open())).toEqual([]);
		// So is another one that is made of it.
		expect(await file.content(parts())).toEqual(Buffer.concat(PARTS));
	});

	it('comes in pieces that base64 can be cut into', async () => {
		const content = counted(100_000);
		const pieces = await Array.fromAsync(of(content).open());
		expect(pieces.map((piece) => piece.length)).toEqual([49_152, 49_152, 1_696]);
		expect(Buffer.concat(pieces).equals(content)).toBe(true);
	});
});

it('a file that n8n keeps elsewhere is opened at each reading, and comes in pieces of 64 KB', async () => {
	const bytes = counted(200_000);
	const chunks = [Buffer.alloc(0), bytes, Buffer.from('end')];
	const openStored = jest.fn(() => Promise.resolve(Readable.from(chunks)));
	const data = { id: 'filesystem:1', data: inMemory('not this') };
	const files = [{ binary: { data } }];
	const { context } = executionOf(files, { dataMode: 'binary' }, { files, openStored });
	const file = new StoredFile(context, 0, 'data');
	expect(openStored).not.toHaveBeenCalled();
	const pieces = await Array.fromAsync(file.open());
	expect(pieces.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3_392, 3]);
	expect(Buffer.concat(pieces)).toEqual(Buffer.concat(chunks));
	await text(file.open());
	expect(openStored.mock.calls).toEqual(Array(2).fill(['filesystem:1', 2 ** 20]));
});
