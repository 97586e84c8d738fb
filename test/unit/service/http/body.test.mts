import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import {
	decoderOf,
	inTime,
	readAll,
	readLater,
	type WaitFor,
} from '../../../../nodes/MerchantData/service/http/body.ts';
import { Redactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { ended } from '../../../kit/execution.mts';

describe('all bytes', () => {
	it.each([
		['chunks', Readable.from([Buffer.from([0xc3]), Buffer.from([0xb6])]), 'ö'],
		['no chunks', Readable.from([]), ''],
		['a text', 'ö', 'ö'],
		['no body', null, ''],
	])('are read from %s', async (_, body, expected) => {
		expect((await readAll(body)).toString()).toBe(expected);
	});

	it('that cannot be decompressed are an error', async () => {
		const gunzip = createGunzip();
		gunzip.end(Buffer.from('not compressed'));
		await expect(readAll(gunzip)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
	});

	it('of more than 512 MB are refused, and not read on', async () => {
		const stream = Readable.from(Array(100).fill(Buffer.alloc(2 ** 26)), { highWaterMark: 1 });
		const message = 'the answer has more than 536870888 bytes';
		await expect(readAll(stream)).rejects.toMatchObject({ code: 'ERR_STRING_TOO_LONG', message });
		expect(stream.destroyed).toBe(true);
	});
});

describe('a body to be read later', () => {
	const redactor = new Redactor();
	redactor.learn('a-secret-1');
	const waitFor: WaitFor = async (promise) => await inTime(promise, 60_000, undefined);
	const later = (source: Readable, charset = 'latin1') =>
		readLater(source, waitFor, decoderOf(`a/b; charset=${charset}`), redactor);
	const bytes = (...parts: string[]) =>
		Readable.from(parts.map((part) => Buffer.from(part, 'latin1')));

	// Streams go on in ticks, which must not wait for the clock.
	beforeEach(
		() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
	);
	afterEach(() => void jest.useRealTimers());

	it('is decoded, cleaned, and given in UTF-8', async () => {
		expect(await text(later(bytes('ä a-sec', '', 'ret-1 b')))).toBe('ä [redacted] b');
		expect(jest.getTimerCount()).toBe(0);
	});

	it('that cannot be decoded is an error for its reader, up to its last byte', async () => {
		const source = Readable.from([Buffer.from('a'), Buffer.from([0xc3])]);
		await expect(text(later(source, 'utf-8'))).rejects.toMatchObject({ code: 'not utf-8' });
		expect(source.destroyed).toBe(true);
	});

	it('that breaks meanwhile is an error for its reader', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source);
		source.push('a');
		const reading = ended(text(stream));
		await jest.advanceTimersByTimeAsync(1_000);
		source.destroy(Object.assign(new Error('broken off'), { code: 'ECONNRESET' }));
		expect(await reading).toMatchObject({ error: { code: 'ECONNRESET' } });
	});

	it('ends if no byte comes for its time', async () => {
		const source = new Readable({ read: () => {} });
		const stream = later(source);
		source.push('a');
		setTimeout(() => source.push('b'), 59_000);
		expect(await ended(text(stream))).toMatchObject({
			error: { code: 'ETIMEDOUT', message: 'timeout of 60 s exceeded' },
			tookMs: 119_000,
		});
		expect(source.destroyed).toBe(true);
	});

	it('lets its source go if the reader stops', async () => {
		const source = Readable.from(Array(100).fill(Buffer.alloc(2 ** 16, 'a')));
		for await (const chunk of later(source)) {
			expect(String(chunk)).toMatch(/^a+$/);
			break;
		}
		await new Promise(setImmediate);
		expect(source.destroyed).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});
});

/** Decodes bytes that come in pieces of a size. */
function decoded(contentType: string | undefined, bytes: Uint8Array, size: number): string {
	const decode = decoderOf(contentType);
	let text = '';
	for (let at = 0; at < bytes.length; at += size)
		text += decode(bytes.subarray(at, at + size), false);
	return text + decode(Buffer.of(), true);
}

it.each<[string | undefined, number[], string]>([
	[undefined, [0x4d, 0xc3, 0xbc, 0x6c], 'Mül'],
	['application/json', [0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc], 'Mü'],
	['application/json; charset=', [0xc3, 0xbc], 'ü'],
	['application/json; notcharset=latin1', [0xc3, 0xbc], 'ü'],
	['application/json;Charset="UTF-8"; x=y', [0xf0, 0x9f, 0x98, 0x80], '😀'],
	['application/json; charset=ISO-8859-1', [0x4d, 0xfc, 0x6c], 'Mül'],
	["text/plain; a=b; charset = 'windows-1252'", [0x31, 0x80], '1€'],
	['a/b; charset=utf-16', [0x41, 0x00, 0xac, 0x20], 'A€'],
	['a/b; charset=shift_jis', [0x31, 0x82, 0xb1, 0x83, 0x5c], '1こソ'],
	['a/b', [], ''],
])('decodes what %j names: %j', (contentType, codes, text) => {
	for (const size of [1, 2, 9]) expect(decoded(contentType, Buffer.from(codes), size)).toBe(text);
	expect(decoderOf(contentType)(Buffer.from(codes), true)).toBe(text);
});

it.each([
	['a/b', [0x22, 0x4d, 0xfc, 0x6c, 0x22], 'not utf-8'],
	['a/b', [0x22, 0xc3], 'not utf-8'],
	['a/b; charset=shift_jis', [0x22, 0x82, 0xff], 'not shift_jis'],
	['a/b; charset=nonsense', [0x22], 'unknown charset'],
])('refuses, of %s, %j', (contentType, codes, code) => {
	for (const size of [1, 2, 9]) {
		const decode = () => decoded(contentType, Buffer.from(codes), size);
		expect(decode).toThrow(expect.objectContaining({ code }) as Error);
		expect(decode).toThrow(`the answer cannot be decoded: ${code}`);
	}
});
