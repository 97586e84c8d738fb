import { encodingOf, HEAD_BYTES, peek } from '../../../nodes/MerchantData/shared/textEncoding.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

it.each<[string, Buffer, string, string]>([
	['a mark of UTF-8', Buffer.from('\uFEFFa'), 'utf-16le', 'utf-8'],
	['a mark of UTF-16, little end first', Buffer.from('\uFEFFa', 'utf16le'), '', 'utf-16le'],
	['a mark of UTF-16, big end first', utf16be('\uFEFFa'), 'utf-8', 'utf-16be'],
	['a name', Buffer.from('a'), 'windows-1252', 'windows-1252'],
	['zeros behind ASCII', Buffer.from('[]', 'utf16le'), '', 'utf-16le'],
	['zeros before ASCII', utf16be('[]'), '', 'utf-16be'],
	['ASCII', Buffer.from('[]'), '', 'utf-8'],
	['zeros alone', Buffer.from([0, 0, 0]), '', 'utf-8'],
	['a single byte', Buffer.from([0]), '', 'utf-8'],
	['nothing', Buffer.from(''), '', 'utf-8'],
])('the encoding is told by %s', (_, bytes, name, encoding) => {
	expect(encodingOf(bytes.subarray(0, HEAD_BYTES), name)).toBe(encoding);
});

describe('the beginning of what comes in pieces', () => {
	async function* pieces(texts: string[], onEnd = () => {}) {
		try {
			for (const text of texts) yield await Promise.resolve(Buffer.from(text));
		} finally {
			onEnd();
		}
	}

	it.each([
		[['abcdef'], 'abc'],
		[['a', '', 'bc', 'def'], 'abc'],
		[['ab'], 'ab'],
		[[], ''],
	])('of %j is %j, and the whole is still there', async (texts, beginning) => {
		const { head, whole } = await peek(pieces(texts), 3);
		expect(Buffer.from(head).toString()).toBe(beginning);
		let all = '';
		for await (const piece of whole) all += Buffer.from(piece).toString();
		expect(all).toBe(texts.join(''));
	});

	it('ends what it comes from when its reader stops', async () => {
		const onEnd = jest.fn();
		const { whole } = await peek(pieces(['abc', 'def', 'ghi'], onEnd), 3);
		for await (const _ of whole) break;
		expect(onEnd).toHaveBeenCalledTimes(1);
	});

	it('passes on what breaks it', async () => {
		async function* broken() {
			yield await Promise.resolve(Buffer.from('abc'));
			throw new Error('aborted');
		}
		const { whole } = await peek(broken(), 3);
		await expect(async () => {
			for await (const _ of whole);
		}).rejects.toThrow('aborted');
	});
});
