import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { streamOf, through } from '../../../nodes/MerchantData/service/nodeStream.ts';

async function* broken() {
	yield await Promise.resolve(Buffer.from('a'));
	throw new Error('broken');
}

it('a stream of chunks requests nothing before it is read', async () => {
	const next = jest.fn(async () => await new Promise<never>(() => {}));
	const stream = streamOf(Readable.from([]), { [Symbol.asyncIterator]: () => ({ next }) });
	await new Promise(setImmediate);
	expect(next).not.toHaveBeenCalled();
	stream.resume();
	await new Promise(setImmediate);
	expect(next).toHaveBeenCalledTimes(1);
});

it('a stream of chunks breaks for a late reader, too', async () => {
	const stream = streamOf(Readable.from([]), broken());
	stream.resume();
	await new Promise(setImmediate);
	await expect(buffer(stream as Readable)).rejects.toThrow('broken');
});

it('a transform passes on the error of the chunks', async () => {
	const packed = through(new CompressionStream('gzip'), broken());
	await expect(buffer(packed)).rejects.toThrow('broken');
});
