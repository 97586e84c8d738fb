import { gzipSync } from 'node:zlib';
import { survey } from '../../../../nodes/MerchantData/push/files/firstPass.ts';
import { plainBytes } from '../../../../nodes/MerchantData/push/files/gunzip.ts';
import { byteCuts, distinct, stream } from './pieces.mts';

const TEXT = 'a,b\r\n1,ä€😀\n';

async function plain(pieces: readonly Uint8Array[]): Promise<string> {
	const read: Uint8Array[] = [];
	for await (const piece of plainBytes(stream(pieces))) read.push(piece);
	return Buffer.concat(read).toString();
}

/** What a file is found to be, or why it cannot be read. */
async function seen(pieces: readonly Uint8Array[], encoding = '', fromLine = 1) {
	try {
		return (await survey(() => stream(pieces), encoding, fromLine)).sample;
	} catch (error) {
		return (error as Error).message;
	}
}

describe('the bytes of a file', () => {
	it('are decompressed where they begin as gzip does, cut at every byte', async () => {
		for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT)]) {
			expect(distinct(await Promise.all(byteCuts(bytes).map(plain)))).toEqual([TEXT]);
		}
		expect(await plain([])).toBe('');
		expect(await plain([Buffer.of(0x1f)])).toBe('\x1f');
	});

	it.each([
		['cut off', gzipSync(TEXT).subarray(0, -9), 'cut off or damaged'],
		[
			'damaged',
			gzipSync(TEXT).map((byte, at) => (at === 15 ? byte ^ 1 : byte)),
			'cut off or damaged',
		],
		['of several parts', Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]), 'of several parts'],
	])('say that gzip is %s', async (_, bytes, problem) => {
		expect(await seen([bytes])).toContain(problem);
	});

	it('say that a workbook is none of the formats', async () => {
		expect(await seen([Buffer.from('PK\x03\x04…')])).toContain('ZIP archive');
	});

	it('of which n8n has lost the file fail as n8n says', async () => {
		for (const start of ['', '\x1f\x8b\x08\x00']) {
			async function* lost() {
				yield Buffer.from(start, 'latin1');
				throw new Error('no such file');
			}
			await expect(survey(lost, '', 1)).rejects.toThrow(/^no such file$/);
		}
	});

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

it('knows a file again by its bytes', async () => {
	const digest = async (text: string) =>
		(await survey(() => stream([Buffer.from(text)]), '', 1)).digest;
	expect(await digest('a')).toBe(await digest('a'));
	expect(await digest('a')).not.toBe(await digest('b'));
});
