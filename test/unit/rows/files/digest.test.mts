import { createHash } from 'node:crypto';
import { Digest } from '../../../../nodes/MerchantData/rows/files/digest.ts';
import { ending, stream } from './pieces.mts';

const pieces = ['a', 'bc'].map((piece) => Buffer.from(piece));
const ABC = createHash('sha256').update('abc').digest('hex');

describe('the digest of a file', () => {
	it('comes from the bytes that are read for another purpose', async () => {
		const digest = new Digest();
		expect(await ending(digest.of(stream(pieces)))).toEqual(['abc']);
		expect(await ending(digest.of(stream(pieces)))).toEqual(['abc']);
		expect(await digest.whole(() => stream([]))).toBe(ABC);
	});

	it('reads the bytes again where not all of them were read', async () => {
		const digest = new Digest();
		for await (const _ of digest.of(stream(pieces))) break;
		expect(await ending(digest.of(stream(pieces)))).toEqual(['abc']);
		expect(await digest.whole(() => stream(pieces))).toBe(ABC);
	});
});
