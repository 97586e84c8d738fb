import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
	inTime,
	newDecoder,
	readAll,
	readLater,
} from '../../../../nodes/MerchantData/service/http/body.ts';
import { NO_ANSWER } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import { Redactor } from '../../../../nodes/MerchantData/lib/redact.ts';
import { ended } from '../../../kit/execution.mts';

describe('all bytes', () => {
	it('are read', async () => {
		const body = Readable.from([Buffer.from([0xc3]), Buffer.from([0xb6])]);
		expect((await readAll(body)).toString()).toBe('ö');
	});

	it('of more than 512 MB are refused, and not read on', async () => {
		const stream = Readable.from(Array(100).fill(Buffer.alloc(2 ** 26)), { highWaterMark: 1 });
		const message = 'the answer is larger than a text can be';
		await expect(readAll(stream)).rejects.toMatchObject({ code: 'ERR_STRING_TOO_LONG', message });
		expect(stream.destroyed).toBe(true);
	});
});

describe('a body to be read later', () => {
	const redactor = new Redactor();
	redactor.learn('a-secret-1');
	const later = (source: Readable) => readLater(source, inTime(60_000, undefined), redactor);
	const bytes = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

	// Streams go on in ticks, which must not wait for the clock.
	beforeEach(
		() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }),
	);
	afterEach(() => void jest.useRealTimers());

	it('is decoded, cleaned, and given as it came', async () => {
		expect(await text(later(bytes('ä a-sec', '', 'ret-1 b')))).toBe('ä [redacted] b');
		expect(jest.getTimerCount()).toBe(0);
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

	it('lets its source go if nobody starts to read it', async () => {
		const source = Readable.from([Buffer.of()]);
		later(source).destroy();
		await new Promise(setImmediate);
		expect(source.destroyed).toBe(true);
	});
});

function oneByOne(codes: number[]): string {
	const decode = newDecoder();
	return codes.map((code) => decode(Buffer.of(code), false)).join('') + decode(Buffer.of(), true);
}
const atOnce = (codes: number[]) => newDecoder()(Buffer.from(codes), true);

describe.each([oneByOne, atOnce])('bytes that come %p', (decoded) => {
	it('are decoded if they are UTF-8', () => {
		expect(decoded([0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc])).toBe('Mü');
	});

	it.each([[[0x22, 0x4d, 0xfc, 0x6c, 0x22]], [[0x22, 0xc3]]])('are refused if not: %j', (codes) => {
		const description = NO_ANSWER.undecodable.remedy;
		const error = { code: 'not utf-8', message: 'the answer is not UTF-8', description };
		expect(() => decoded(codes)).toThrow(expect.objectContaining(error) as Error);
	});
});
