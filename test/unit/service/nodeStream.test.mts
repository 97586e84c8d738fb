import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { streamOf, through } from '../../../nodes/MerchantData/service/nodeStream.ts';

async function* chunks(...parts: Array<string | Error>) {
	for (const part of parts) {
		await Promise.resolve();
		if (part instanceof Error) throw part;
		yield Buffer.from(part);
	}
}

const bytesOf = async (parts: AsyncIterable<Uint8Array>) =>
	Buffer.concat(await Array.fromAsync(parts));

describe('a stream of chunks', () => {
	it('gives their bytes, in the class of the stream that it is made like', async () => {
		const stream = streamOf(Readable.from([]), chunks('a', '', 'b'));
		expect(stream).toBeInstanceOf(Readable);
		expect(await bytesOf(stream)).toEqual(Buffer.from('ab'));
	});

	it('asks for nothing before it is read', async () => {
		const asked = jest.fn(async () => await new Promise<never>(() => {}));
		const none = { [Symbol.asyncIterator]: () => ({ next: asked }) };
		const stream = streamOf(Readable.from([]), none);
		await new Promise(setImmediate);
		expect(asked).not.toHaveBeenCalled();
		stream.resume();
		await new Promise(setImmediate);
		expect(asked).toHaveBeenCalledTimes(1);
	});

	it('breaks for its reader, however late that comes', async () => {
		const stream = streamOf(Readable.from([]), chunks('a', new Error('broken')));
		stream.resume();
		await new Promise(setImmediate);
		await expect(bytesOf(stream)).rejects.toThrow('broken');
	});
});

it('a transform gives what it makes of the chunks, or their error', async () => {
	const gzip = () => new CompressionStream('gzip');
	const packed = await bytesOf(through(gzip(), chunks('a', '', 'b')));
	expect(gunzipSync(packed).toString()).toBe('ab');
	const plain = through(new DecompressionStream('gzip'), Readable.from([gzipSync('ab')]));
	expect((await bytesOf(plain)).toString()).toBe('ab');
	const broken = bytesOf(through(gzip(), chunks('a', new Error('broken'))));
	await expect(broken).rejects.toThrow('broken');
});
