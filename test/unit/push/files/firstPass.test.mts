import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { survey, textOf } from '../../../../nodes/MerchantData/push/files/firstPass.ts';
import { fileOfPieces, refusal, stream } from './pieces.mts';

const SAMPLE = 64 * 1_024;
const digest = (...pieces: Array<Buffer | string>) =>
	createHash('sha256')
		.update(Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))))
		.digest('hex');
const seen = async (pieces: Array<Buffer | string>, encoding = '', fromLine = 1) =>
	await survey(fileOfPieces(pieces).open, encoding, fromLine);

async function text(bytes: Buffer, encoding: string, fromLine: number): Promise<string> {
	let all = '';
	for await (const piece of textOf(stream([bytes]), encoding, fromLine)) all += piece;
	return all;
}

describe('the text', () => {
	const utf16 = Buffer.from('\uFEFFa\nä\nc', 'utf16le');

	it.each([
		['UTF-8', Buffer.from('a\nä\nc'), ''],
		['UTF-8 with a mark', Buffer.from('\uFEFFa\nä\nc'), ''],
		['UTF-16', utf16, ''],
		['compressed', gzipSync(utf16), ''],
		['in an encoding that is named', Buffer.from('a\nä\nc', 'latin1'), 'latin1'],
	])('of a file that is %s begins at the line', async (_, bytes, encoding) => {
		const texts = [1, 2, 3, 4].map(async (line) => await text(bytes, encoding, line));
		expect(await Promise.all(texts)).toEqual(['a\nä\nc', 'ä\nc', 'c', '']);
	});
});

describe('a file that has been seen once', () => {
	it('is known by all of its bytes, and by the text from the line on', async () => {
		expect(await seen(['a,b\n', '1,2\n', '3,4'], '', 2)).toStrictEqual({
			digest: digest('a,b\n1,2\n3,4'),
			sample: '1,2\n3,4',
			isWhole: true,
		});
		expect(await seen([])).toStrictEqual({ digest: digest(), sample: '', isWhole: true });
	});

	it('is known by its bytes as they are, not as they are read', async () => {
		const compressed = gzipSync('a,b\n');
		expect(await seen([compressed])).toStrictEqual({
			digest: digest(compressed),
			sample: 'a,b\n',
			isWhole: true,
		});
		const latin = Buffer.from('ä', 'latin1');
		expect(await seen([latin], 'latin1')).toMatchObject({ digest: digest(latin), sample: 'ä' });
	});

	it.each([
		['shorter', [SAMPLE - 1], SAMPLE - 1, true],
		['as long', [SAMPLE], SAMPLE, true],
		['that is filled by its last piece', [SAMPLE - 1, 9], SAMPLE + 8, true],
		['followed by one character', [SAMPLE, 1], SAMPLE, false],
		['followed by more', [9, SAMPLE, 1, 0, 1, 0], SAMPLE + 9, false],
	])('is whole in a sample that is %s, or it is not', async (_, lengths, length, isWhole) => {
		const pieces = lengths.map((each) => 'x'.repeat(each));
		const { sample, ...rest } = await seen(pieces);
		expect([sample.length, rest]).toEqual([length, { digest: digest(...pieces), isWhole }]);
	});
});

describe('what is no text', () => {
	const bytes = Buffer.from('a\nb\n\xff\n', 'latin1');

	it.each([
		['plain', bytes],
		['compressed', gzipSync(bytes)],
	])('is named with its line in the %s file, wherever the text begins', async (_, file) => {
		for (const fromLine of [1, 2]) {
			await expect(seen([file], '', fromLine)).rejects.toThrow(
				refusal(
					'"Input Binary Field" holds bytes in line 3 that are not utf-8',
					'Name the encoding of the file in the options, or create the file again.',
				),
			);
		}
	});

	it('is read again for its line alone', async () => {
		const good = fileOfPieces(['a']);
		await survey(good.open, '', 1);
		expect(good.readings).toHaveLength(1);
		const bad = fileOfPieces([bytes]);
		await expect(survey(bad.open, '', 1)).rejects.toThrow('line 3');
		expect(bad.readings).toHaveLength(2);
	});
});
