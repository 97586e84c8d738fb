import { Readable } from 'node:stream';
import { storedFile } from '../../../../nodes/MerchantData/rows/sources/storedFile.ts';
import type { FileItem } from '../../../kit/execution.mts';
import { refusal } from '../../../kit/refusal.mts';
import { stream } from '../files/pieces.mts';
import { executionOf } from './reading.mts';

const file = (items: FileItem[], named: unknown = 'data', item = 0) =>
	storedFile(executionOf(items, { binaryPropertyName: named }), item);
const inMemory = (content: Buffer | string) => Buffer.from(content as string).toString('base64');

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Buffer[]> {
	const pieces: Buffer[] = [];
	for await (const piece of bytes) pieces.push(Buffer.from(piece));
	return pieces;
}
const text = async (bytes: AsyncIterable<Uint8Array>) => Buffer.concat(await all(bytes)).toString();
const PARTS = [Buffer.from('{"a":1}\n'), Buffer.from('{"a":2}\n')];
const counted = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));

describe('the file of an item', () => {
	const data = { data: inMemory('a,b'), fileName: 'rows.csv', mimeType: 'text/csv' };

	it('is that of the field that is named, in the item that is named', () => {
		const items = ['a', 'b'].map((each) => ({
			binary: { data: { data: '', fileName: `${each}.csv` }, other: { data: '', fileName: each } },
		}));
		expect(file(items, 'data', 1).name).toBe('b.csv');
		expect(file(items, 'other', 0).name).toBe('a');
	});

	it('may stand in its JSON, which is looked at last', () => {
		const inJson = { '_files.data': { ...data, fileName: 'json.csv' } };
		expect(file([{ inJson }]).name).toBe('json.csv');
		expect(file([{ inJson, binary: { data } }]).name).toBe('rows.csv');
	});

	it.each([
		['data', undefined, 'data', 'none'],
		['x'.repeat(101), {}, 'x'.repeat(100), 'none'],
		[5, {}, '5', 'none'],
		[null, {}, 'null', 'none'],
		['data', { a: data, b: data }, 'data', 'a, b'],
		['data', { ['x'.repeat(201)]: data }, 'data', 'x'.repeat(200)],
	])('is missed where %p is named, of those that there are', (named, binary, shown, files) => {
		const items = [{ binary: { other: data } }, { binary }];
		const { open } = file(items, named, 1);
		expect(refusal(open)).toEqual({
			message: `"Input Binary Field" names "${shown}", which holds no file in the input item`,
			remedy: `The files of the input item: ${files}.`,
		});
	});
});

describe('a file in memory', () => {
	const of = (content: Buffer | string) =>
		file([{ binary: { data: { data: inMemory(content) } } }]);

	it('is read as often as asked', async () => {
		const { open } = of('a,b\nä');
		expect([await text(open()), await text(open())]).toEqual(['a,b\nä', 'a,b\nä']);
		expect(await all(of('').open())).toEqual([]);
	});

	it.each([
		[49_152, [49_152]],
		[49_153, [49_152, 1]],
		[100_000, [49_152, 49_152, 1_696]],
	])('of %i bytes comes in pieces that base64 can be cut into', async (length, lengths) => {
		const content = counted(length);
		const pieces = await all(of(content).open());
		expect(pieces.map((piece) => piece.length)).toEqual(lengths);
		expect(Buffer.concat(pieces).equals(content)).toBe(true);
	});

	it('makes another one in memory', async () => {
		const { open, content } = of('a');
		await all(open());
		expect(await content(stream(PARTS) as AsyncIterable<Buffer>)).toEqual(Buffer.concat(PARTS));
	});
});

describe('a file that n8n keeps elsewhere', () => {
	function elsewhere(...parts: Buffer[]) {
		const asked: unknown[] = [];
		const openStored = async (...args: unknown[]) => (asked.push(args), Readable.from(parts));
		const data = { id: 'filesystem:1', data: inMemory('not this') };
		const execution = executionOf([{ binary: { data } }], {}, { openStored });
		return { asked, ...storedFile(execution, 0) };
	}

	it('is opened by its id when it is read, anew each time', async () => {
		const { asked, open } = elsewhere(Buffer.from('a,b\n'), Buffer.from('1,2\n'));
		expect(asked).toEqual([]);
		expect([await text(open()), await text(open())]).toEqual(['a,b\n1,2\n', 'a,b\n1,2\n']);
		expect(asked).toEqual(Array(2).fill(['filesystem:1', 65_536]));
	});

	it('is given on in pieces of 64 KB, however much n8n gives at once', async () => {
		const bytes = counted(200_000);
		const pieces = await all(elsewhere(Buffer.alloc(0), bytes, Buffer.from('end')).open());
		expect(pieces.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3_392, 3]);
		expect(Buffer.concat(pieces)).toEqual(Buffer.concat([bytes, Buffer.from('end')]));
	});

	it('makes another one as a stream of the same class', async () => {
		const { open, content } = elsewhere();
		await all(open());
		const made = await content(stream(PARTS) as AsyncIterable<Buffer>);
		expect(made).toBeInstanceOf(Readable);
		expect(await text(made as Readable)).toBe('{"a":1}\n{"a":2}\n');
	});
});
