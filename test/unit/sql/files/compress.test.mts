import { gunzipSync } from 'node:zlib';
import { decoded, gzip } from '../../../../nodes/MerchantData/sql/files/compress.ts';

async function* bytes(...parts: Array<Uint8Array | Error>) {
	for (const part of parts) {
		await Promise.resolve();
		if (part instanceof Error) throw part;
		yield part;
	}
}

async function joined(parts: AsyncIterable<Uint8Array>) {
	const all: Uint8Array[] = [];
	for await (const part of parts) all.push(part);
	return Buffer.concat(all);
}

it('decodes characters that are cut in two, without a byte order mark', async () => {
	const text = '\uFEFFZoë 山 😀';
	let seen = '';
	const single = [...Buffer.from(text)].map((byte) => Buffer.of(byte));
	for await (const part of decoded(bytes(...single))) seen += part;
	expect(seen).toBe('Zoë 山 😀');
});

it('compresses what it is given', async () => {
	const parts = ['a'.repeat(100_000), '', 'b'].map((part) => Buffer.from(part));
	const zipped = await joined(gzip(bytes(...parts)));
	expect(zipped.length).toBeLessThan(1_000);
	expect(gunzipSync(zipped)).toEqual(Buffer.concat(parts));
});

it('ends with the error of what it is given', async () => {
	const broken = bytes(Buffer.from('a'), new Error('aborted'));
	await expect(joined(gzip(broken))).rejects.toThrow('aborted');
});
