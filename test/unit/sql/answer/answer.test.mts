import {
	FailedAnswer,
	locateRows,
	refuseFailure,
} from '../../../../nodes/MerchantData/sql/answer/answer.ts';

const located = (answer: unknown, rowsField = '') =>
	locateRows(JSON.stringify(answer), answer, rowsField);

it.each([
	['finds the rows', '', { data: [{ a: 1 }] }, ['data'], []],
	['takes them from where they are said to be', 'b', { a: [{}], b: [{}] }, ['b'], []],
	[
		'tells of an error beside them',
		'',
		{ error: 'masked', data: [{ a: 1 }] },
		['data'],
		[/^The answer reports an error beside its rows/],
	],
	[
		'tells that there are more',
		'',
		{ data: [{ a: 1 }], hasMore: true },
		['data'],
		[/more rows than it has \("hasMore"\)/],
	],
	[
		'tells how it understood the answer, before what the answer says itself',
		'',
		{
			data: [
				['a', 'b'],
				[1, 2],
			],
			truncated: true,
		},
		['data'],
		[/^The first list, a, b,/, /\("truncated"\)/],
	],
])('%s', (_, rowsField, answer, path, notes) => {
	const { location, notes: told } = located(answer, rowsField);
	expect(location.path).toEqual(path);
	expect(told).toEqual(notes.map((note) => expect.stringMatching(note) as string));
});

it('refuses an answer that says nothing but that the query failed, unless it is a row', () => {
	const answer = { error: 'asleep' };
	for (const rowsField of ['', 'data']) {
		expect(() => located(answer, rowsField)).toThrow(FailedAnswer);
	}
	expect(() => located(answer)).toThrow('The answer says that the query failed: asleep');
	expect(located(answer, '.').location).toMatchObject({ path: [], shape: 'one' });
});

describe('a body on its way into a file', () => {
	async function passed(body: string) {
		const bytes = Buffer.from(body);
		async function* cut() {
			for (let at = 0; at < bytes.length; at += 1_000) {
				await Promise.resolve();
				yield bytes.subarray(at, at + 1_000);
			}
		}
		const parts: Uint8Array[] = [];
		for await (const part of refuseFailure(cut())) parts.push(part);
		return Buffer.concat(parts).toString();
	}

	/** Of so many characters. */
	const failure = (length: number) => `{"error":"${'x'.repeat(length - 12)}"}`;

	it.each([
		['rows', '[{"a":1}]'],
		['no JSON', '<html>'],
		['an error beside rows', '{"errors":["asleep"],"data":[1]}'],
		// Nobody says it at such length, and it would have to be held in memory.
		['what is too long to be nothing but a failure', failure(16_385)],
	])('is left as it is: %s', async (_, body) => {
		expect(await passed(body)).toBe(body);
	});

	it.each([['{"errors":[{"message":"asleep"}]}'], [failure(16_384)]])(
		'is refused where it is nothing but a failure',
		async (body) => {
			await expect(passed(body)).rejects.toThrow(FailedAnswer);
		},
	);
});
