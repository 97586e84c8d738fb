import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip, gzipSync } from 'node:zlib';
import { readLater, readText } from '../../../../nodes/MerchantData/service/http/body.ts';
import {
	createDeadline,
	type Deadline,
} from '../../../../nodes/MerchantData/service/http/deadline.ts';
import { ended } from '../../../kit/execution.mts';

const broken = () => Object.assign(new Error('broken off'), { code: 'ECONNRESET' });

describe('a text', () => {
	it.each([
		['a byte order mark', ['\uFEFF{}'], '{}'],
		['a character in two chunks', [Buffer.from([0xc3]), Buffer.from([0xb6])], 'ö'],
		['bytes that are not UTF-8', [Buffer.from([0x61, 0xff, 0x62])], 'a\uFFFDb'],
		['nothing', [], ''],
	])('is read from %s', async (_, chunks, expected) => {
		expect(await readText(Readable.from(chunks))).toBe(expected);
		const whole = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string)));
		expect(await readText(whole)).toBe(expected);
	});

	it('that cannot be decompressed is an error', async () => {
		const gunzip = createGunzip();
		gunzip.end(Buffer.from('not compressed'));
		await expect(readText(gunzip)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
	});

	it('of more than 512 MB is refused, and not read on', async () => {
		const megabytes = Buffer.alloc(2 ** 26);
		let chunks = 0;
		const stream = Readable.from(
			(function* () {
				while (++chunks < 100) yield megabytes;
			})(),
			{ objectMode: false, highWaterMark: 1 },
		);
		await expect(readText(stream)).rejects.toMatchObject({
			code: 'ERR_STRING_TOO_LONG',
			message: 'the answer has more than 536870888 bytes',
		});
		expect(chunks).toBeLessThan(12);
		expect(stream.destroyed).toBe(true);
	});
});

describe('a body to be read later', () => {
	let watch: Deadline;
	/** Reads ahead, as the redactor does. */
	const upper = (source: Readable) =>
		source.compose(async function* (chunks: AsyncIterable<Buffer>) {
			for await (const chunk of chunks) yield String(chunk).toUpperCase();
		}) as unknown as Readable;
	const later = (source: Readable, cancel?: AbortSignal) => {
		watch = createDeadline(60_000, cancel);
		return readLater(source, watch, '', upper);
	};

	// Streams go on in ticks, which must not wait for the clock.
	beforeEach(() =>
		jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
	);
	afterEach(() => {
		watch.close();
		jest.useRealTimers();
	});

	it('goes through what cleans it', async () => {
		expect(await text(later(Readable.from(['a', 'b'])))).toBe('AB');
		expect(jest.getTimerCount()).toBe(0);
	});

	it('gives bytes, though what cleans it gives text', async () => {
		for await (const chunk of later(Readable.from(['a']))) {
			expect(chunk).toEqual(Buffer.from('A'));
		}
		expect.assertions(1);
	});

	it('may be compressed', async () => {
		const gunzip = createGunzip();
		gunzip.end(gzipSync('small'));
		expect(await text(later(gunzip))).toBe('SMALL');
	});

	it('is not touched before it is read', async () => {
		const read = jest.fn(() => null);
		later(new Readable({ read }));
		await new Promise((resolve) => setImmediate(resolve));
		expect(read).not.toHaveBeenCalled();
	});

	it('that breaks before is an error for its reader, whoever listens', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source);
		source.destroy(broken());
		await jest.advanceTimersByTimeAsync(1_000);
		await expect(ended(text(stream))).resolves.toMatchObject({ error: { code: 'ECONNRESET' } });
	});

	it('that breaks meanwhile is an error for its reader', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source);
		source.push('a');
		const reading = ended(text(stream));
		await jest.advanceTimersByTimeAsync(1_000);
		source.destroy(broken());
		expect(await reading).toMatchObject({ error: { code: 'ECONNRESET' } });
	});

	it('ends where no byte comes for its time', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source);
		source.push('a');
		setTimeout(() => source.push('b'), 59_000);
		expect(await ended(text(stream))).toMatchObject({
			error: { code: 'ETIMEDOUT', message: 'timeout of 60 s exceeded' },
			tookMs: 119_000,
		});
		expect(watch.signal.aborted).toBe(true);
		expect(source.destroyed).toBe(true);
	});

	it('ends where nobody reads it for its time', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source);
		await jest.advanceTimersByTimeAsync(61_000);
		expect(watch.signal.aborted).toBe(true);
		expect(await ended(text(stream))).toMatchObject({ error: { code: 'ETIMEDOUT' } });
	});

	it('ends with its execution', async () => {
		const cancel = new AbortController();
		const stream = later(new Readable({ read: () => {} }), cancel.signal);
		setTimeout(() => cancel.abort(), 3_000);
		expect(await ended(text(stream))).toMatchObject({
			error: { code: 'ERR_CANCELED' },
			tookMs: 3_000,
		});
	});

	it('waits for a slow reader', async () => {
		const chunk = Buffer.alloc(2 ** 18, 'a');
		watch = createDeadline(60_000, undefined);
		const source = Readable.from(Array.from({ length: 8 }, () => chunk));
		const stream = readLater(source, watch, '', (unchanged) => unchanged);
		const slow = async () => {
			let size = 0;
			for await (const bytes of stream) {
				size += bytes.length;
				await new Promise((resolve) => setTimeout(resolve, 100_000));
			}
			return size;
		};
		expect(await ended(slow())).toMatchObject({ value: 8 * chunk.length });
		expect(watch.signal.aborted).toBe(false);
	});

	it('lets its source go where no byte comes for its time, whoever still reads the last ones', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source) as Readable;
		source.push(Buffer.alloc(2 ** 18, 'a'));
		await new Promise((resolve) => stream.once('readable', resolve));
		await jest.advanceTimersByTimeAsync(61_000);
		expect(stream.destroyed).toBe(false);
		expect(source.destroyed).toBe(true);
		await expect(text(stream)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	});

	it('lets its source go where the reader stops', async () => {
		const source = Readable.from(['aaa', 'b', 'c']);
		for await (const chunk of later(source)) {
			expect(String(chunk)).toBe('AAA');
			break;
		}
		expect(source.destroyed).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});

	it.each([
		['has not begun', () => {}],
		['waits for a byte', (stream: Readable) => stream.resume()],
	])('lets its source go where the reader gives up who %s', async (_, begin) => {
		const source = new Readable({ read: () => {} });
		const stream = later(source) as Readable;
		begin(stream);
		await jest.advanceTimersByTimeAsync(1_000);
		stream.destroy();
		await jest.advanceTimersByTimeAsync(0);
		expect(source.destroyed).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});
});
