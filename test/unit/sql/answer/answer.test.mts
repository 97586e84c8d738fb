import {
	checkAnswer,
	MORE_ROWS,
	noteOnMore,
} from '../../../../nodes/MerchantData/sql/answer/answer.ts';

it.each<[string, string, string]>([
	[`<html>${'x'.repeat(300)}`, 'is not JSON', `It reads: <html>${'x'.repeat(194)}`],
	['[{"a":1},', 'is cut off, or its JSON is broken', 'split the period'],
	['\uFEFF {"a":', 'is cut off, or its JSON is broken', 'split the period'],
	['{"a":1} {}', 'is cut off, or its JSON is broken', 'split the period'],
	['{"error":"asleep"}', 'says that the query failed: asleep', '"Simplify"'],
])('refuses %s', (text, message, description) => {
	expect(() => checkAnswer(text)).toThrow(
		expect.objectContaining({
			name: 'BadAnswer',
			message: expect.stringContaining(message) as string,
			description: expect.stringContaining(description) as string,
		}),
	);
});

it.each(['', '[{"error":"x"}]', '{"a":1}', '5'])('takes %j', (text) => {
	expect(() => checkAnswer(text)).not.toThrow();
});

describe('rows that are missing', () => {
	const rows = [{ a: 1 }];
	const fieldOfMore = (answer: unknown) => {
		const [note] = noteOnMore(answer);
		return note?.startsWith(MORE_ROWS) && /than it has \("(.*)"\): /.exec(note)![1];
	};

	it.each(['hasMore', 'has_more', 'nextCursor', 'next_cursor', 'nextPageToken', 'truncated'])(
		'are noted for %s around the rows',
		(name) => {
			expect(fieldOfMore({ data: rows, [name]: true })).toBe(name);
			expect(fieldOfMore({ result: { rows, page: { [name]: 'x' } } })).toBe(name);
		},
	);

	it.each([{ data: [{ hasMore: true }] }, [{ hasMore: true }], null, 'hasMore'])(
		'are not looked for in %j',
		(answer) => expect(fieldOfMore(answer)).toBeUndefined(),
	);

	it.each([false, null, '', 'false', 0, [{}], { a: 1 }])('are not there where it says %j', (said) =>
		expect(fieldOfMore({ data: rows, hasMore: said })).toBeUndefined(),
	);

	it.each(['next', 'morning', 'hasMoreover', 'untruncated'])('are not meant by "%s"', (name) => {
		expect(fieldOfMore({ data: rows, [name]: true })).toBeUndefined();
	});
});
