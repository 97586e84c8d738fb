import { encodingOf, peek } from '../../../nodes/MerchantData/shared/textEncoding.ts';

it.each<[string, number[], string, string]>([
	['its mark says', [0xef, 0xbb, 0xbf], '', 'utf-8'],
	['its mark says', [0xff, 0xfe, 0x41], '', 'utf-16le'],
	['its mark says', [0xfe, 0xff, 0x00], '', 'utf-16be'],
	['its mark says, whatever is named', [0xff, 0xfe], 'windows-1252', 'utf-16le'],
	['is named', [0x41, 0x00, 0x42], 'windows-1252', 'windows-1252'],
	['zeros in every other byte tell', [0x41, 0x00, 0x42], '', 'utf-16le'],
	['zeros in every other byte tell', [0x00, 0x41, 0x00], '', 'utf-16be'],
	['UTF-8 is, where nothing else is told', [0x41, 0x42, 0x43], '', 'utf-8'],
	['UTF-8 is, where nothing else is told', [0x00, 0x00], '', 'utf-8'],
	['UTF-8 is, where there is too little', [0x00], '', 'utf-8'],
	['UTF-8 is, where there is nothing', [], '', 'utf-8'],
	['UTF-8 is, where a mark is cut off', [0xef, 0xbb], '', 'utf-8'],
])('a text is decoded as %s: %j, named %j', (_, head, named, encoding) => {
	expect(encodingOf(Uint8Array.from(head), named)).toBe(encoding);
});

describe('the beginning of what comes in pieces', () => {
	/** Pieces of bytes, and what is asked of their source. */
	function source(...pieces: number[][]) {
		const asked = { pieces: 0, isClosed: false };
		async function* bytes(): AsyncGenerator<Uint8Array> {
			try {
				for (const piece of pieces) {
					asked.pieces++;
					yield await Promise.resolve(Uint8Array.from(piece));
				}
			} finally {
				asked.isClosed = true;
			}
		}
		return { bytes: bytes(), asked };
	}
	const all = async (pieces: AsyncIterable<Uint8Array>) => {
		const bytes: number[] = [];
		for await (const piece of pieces) bytes.push(...piece);
		return bytes;
	};

	it.each<[number[][], number, number[]]>([
		[[[1, 2, 3], [4]], 2, [1, 2]],
		[[[1], [], [2], [3, 4]], 3, [1, 2, 3]],
		[[[1], [2]], 5, [1, 2]],
		[[], 3, []],
	])('is read without losing any of it: %j', async (pieces, count, beginning) => {
		const { head, whole } = await peek(source(...pieces).bytes, count);
		expect([...head]).toEqual(beginning);
		expect(await all(whole)).toEqual(pieces.flat());
	});

	it('is all that is read before the rest is asked for', async () => {
		const { bytes, asked } = source([1], [2], [3]);
		await peek(bytes, 2);
		expect(asked).toEqual({ pieces: 2, isClosed: false });
	});

	it('leaves nothing open where its reader stops', async () => {
		const { bytes, asked } = source([1], [2], [3]);
		const { whole } = await peek(bytes, 1);
		for await (const _ of whole) break;
		expect(asked).toEqual({ pieces: 1, isClosed: true });
	});
});
