import { gzipSync } from 'node:zlib';
import { plainBytes } from '../../../../nodes/MerchantData/rows/files/bytes.ts';
import { byteCuts, distinct, ending, stream } from './pieces.mts';

const TEXT = 'a,b\r\n1,ä€😀\n';
const read = async (...pieces: Uint8Array[]) => await ending(plainBytes(stream(pieces)));

describe('the bytes of a file', () => {
	it('are decompressed where they begin as gzip does, cut at every byte', async () => {
		for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT)]) {
			const all = byteCuts(bytes).map(async (pieces) => await read(...pieces));
			expect(distinct(await Promise.all(all))).toEqual([[TEXT]]);
		}
		expect(await read()).toEqual(['']);
		expect(await read(Buffer.of(0x1f))).toEqual(['\x1f']);
	});

	it.each([
		['cut off', gzipSync(TEXT).subarray(0, -9), 'gzip file that is cut off or damaged'],
		[
			'damaged',
			gzipSync(TEXT).map((byte, at) => (at === 15 ? byte ^ 1 : byte)),
			'gzip file that is cut off or damaged',
		],
		['of parts', Buffer.concat([gzipSync('a'), gzipSync('b')]), 'gzip file of several parts'],
		['a workbook', Buffer.from('PK\x03\x04…'), 'ZIP archive'],
	])('say that they are %s', async (_, bytes, problem) => {
		expect((await read(bytes))[1]).toContain(`"Input Binary Field" holds a ${problem}`);
	});

	it.each(['', '\x1f\x8b\x08\x00'])(
		'that n8n has lost after %j fail as n8n says',
		async (start) => {
			async function* lost() {
				yield Buffer.from(start, 'latin1');
				throw new Error('no such file');
			}
			expect((await ending(plainBytes(lost())))[1]).toBe('no such file');
		},
	);

	it('are closed when reading ends early', async () => {
		let isClosed = false;
		async function* endless() {
			try {
				for (;;) yield Buffer.from(TEXT);
			} finally {
				isClosed = true;
			}
		}
		for await (const _ of plainBytes(endless())) break;
		await new Promise(setImmediate);
		expect(isClosed).toBe(true);
	});
});
