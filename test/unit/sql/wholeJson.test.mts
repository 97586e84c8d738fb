import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { wholeJson } from '../../../nodes/MerchantData/sql/wholeJson.ts';

/** What is passed on of a body that comes in parts of so many bytes. */
async function passed(body: string, size = 1_000) {
	const bytes = Buffer.from(body);
	async function* parts() {
		for (let at = 0; at < bytes.length; at += size) {
			yield await Promise.resolve(bytes.subarray(at, at + size));
		}
	}
	const read: Uint8Array[] = [];
	for await (const part of wholeJson(parts())) read.push(part);
	return Buffer.concat(read).toString();
}

const LONG = JSON.stringify(
	Array.from({ length: 900 }, (_, id) => ({ id, 'a"]': '[{ \\" é 😀,' })),
);
/** Of so many characters. */
const failure = (length: number) => `{"error":"${'x'.repeat(length - 12)}"}`;
const NO_JSON = {
	code: 'sql.notJson',
	description: expect.stringMatching(/^It reads: /) as string,
};
const BROKEN = { code: 'sql.notJson', description: expect.stringMatching(/^Try again/) as string };
const FAILED = { code: 'sql.failed' };
const UNFINISHED = { code: 'sql.unfinished' };

it.each([
	'[{"a":1}]',
	'null',
	' {"a": 1}\r\n',
	'\uFEFF[1]',
	LONG,
	`\uFEFF \n{"data":${LONG}}\n `,
	'{"errors":["asleep"],"data":[1]}',
	// Nobody says it at such length, and it would have to be held in memory.
	failure(16_385),
])('passes on what is whole', async (body) => {
	for (const size of [1_000, 7, 1_000_000]) expect((await passed(body, size)) === body).toBe(true);
});

it.each([
	[
		'{"errors":[{"message":"asleep"}]}',
		{ ...FAILED, message: expect.stringMatching(/: asleep$/) as string },
	],
	['{"jobComplete":false}', UNFINISHED],
	['{"status":"queued","data":[{"a":1}]}', UNFINISHED],
	[failure(16_384), FAILED],
	['', NO_JSON],
	['Forbidden', NO_JSON],
	[`<html>${LONG}`, NO_JSON],
	['[1,', BROKEN],
	['[1] 2', BROKEN],
	[`${LONG}\n${LONG}`, BROKEN],
	[`${LONG}x`, BROKEN],
	[`${LONG}]`, BROKEN],
])('refuses what is not', async (body, error) => {
	for (const size of [1_000, 7, 1_000_000]) {
		await expect(passed(body, size)).rejects.toMatchObject(error);
	}
});

it('takes a long answer whole, and nothing that is cut off, wherever its parts end', async () => {
	const sizes = fc.integer({ min: 1, max: 5_000 });
	const json = `[${LONG}]`;
	await fc.assert(
		fc.asyncProperty(sizes, fc.integer({ min: 16_400, max: json.length - 1 }), async (size, at) => {
			expect((await passed(json, size)) === json).toBe(true);
			await expect(passed(json.slice(0, at), size)).rejects.toMatchObject(BROKEN);
		}),
		{ numRuns: draws(50) },
	);
});
