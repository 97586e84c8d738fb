import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { WholeJson } from '../../../nodes/MerchantData/sql/wholeJson.ts';

/** What is passed on of a body that comes in parts of so many bytes. */
async function passed(body: string, size = 1_000) {
	const bytes = Buffer.from(body);
	const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) => part * size);
	const parts = Readable.from(starts.map((at) => bytes.subarray(at, at + size)));
	return (await buffer(new WholeJson(parts).parts())).toString();
}

const LONG = JSON.stringify(
	Array.from({ length: 900 }, (_, id) => ({ id, 'a"]': '[{ \\" é 😀,' })),
);
/** Of so many characters. */
const failure = (length: number) => `{"error":"${'x'.repeat(length - 12)}"}`;
const notJson = (description: RegExp) => ({
	code: 'sql.notJson',
	description: expect.stringMatching(description) as string,
});
const [NO_JSON, BROKEN] = [notJson(/^It reads: /), notJson(/^Try again/)];
const UNFINISHED = { code: 'sql.unfinished' };

it.each([
	'[{"a":1}]',
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
	['{"jobComplete":false}', UNFINISHED],
	['{"status":"queued","data":[{"a":1}]}', UNFINISHED],
	[failure(16_384), { code: 'sql.failed' }],
	['', BROKEN],
	['Forbidden', NO_JSON],
	[`<html>${LONG}`, NO_JSON],
	['[1] 2', BROKEN],
	[`${LONG}\n${LONG}`, BROKEN],
	[`${LONG}x`, BROKEN],
])('refuses what is not', async (body, error) => {
	for (const size of [1_000, 7, 1_000_000])
		await expect(passed(body, size)).rejects.toMatchObject(error);
});

it('learns that there are more rows', async () => {
	const json = new WholeJson(Readable.from([Buffer.from('{"data":[],"hasMore":true}')]));
	await buffer(json.parts());
	expect(json.notWhole).toBe('hasMore');
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
