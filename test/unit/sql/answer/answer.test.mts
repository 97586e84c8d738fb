import {
	checkedAnswer,
	MORE_ROWS,
	rowsOfAnswer,
} from '../../../../nodes/MerchantData/sql/answer/answer.ts';

/** The path to the rows of an answer, and what there is to know of them. */
function read(answer: unknown, rowsField = '') {
	const notes: string[] = [];
	const { path } = rowsOfAnswer(JSON.stringify(answer), rowsField, notes);
	return { path, notes };
}

const BESIDE = /^The answer reports an error beside its rows/;
it.each<
	[what: string, rowsField: string, answer: object, path: string[], note: RegExp | undefined]
>([
	['finds the rows', '', { data: [{ a: 1 }] }, ['data'], undefined],
	['takes them from "Rows Field"', 'b', { a: [{}], b: [{}] }, ['b'], undefined],
	['notes an error beside them', '', { error: 'masked', data: [{ a: 1 }] }, ['data'], BESIDE],
	['notes that there are more', '', { data: null, truncated: true }, ['data'], /\("truncated"\)/],
	['notes nothing where the answer itself is the row', '.', { error: 'x', a: 1 }, [], undefined],
])('%s', (_, rowsField, answer, path, note) => {
	const notes = note ? [expect.stringMatching(note)] : [];
	expect(read(answer, rowsField)).toEqual({ path, notes });
});

it('refuses an answer that says nothing but that the query failed, unless it is a row', () => {
	const answer = { error: 'asleep' };
	for (const rowsField of ['', 'data']) {
		expect(() => read(answer, rowsField)).toThrow(
			expect.objectContaining({
				name: 'BadAnswer',
				message: 'The answer says that the query failed: asleep',
				description: expect.stringContaining('"Rows Field"') as string,
			}),
		);
	}
	expect(read(answer, '.').path).toEqual([]);
});

it.each<[string, string, string]>([
	[`<html>${'x'.repeat(300)}`, 'is not JSON', `It reads: <html>${'x'.repeat(194)}`],
	['[{"a":1},', 'is cut off, or its JSON is broken', 'split the period'],
	['\uFEFF {"a":', 'is cut off, or its JSON is broken', 'split the period'],
	['{"a":1} {}', 'is cut off, or its JSON is broken', 'split the period'],
])('refuses %s', (text, message, description) => {
	expect(() => checkedAnswer(text)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(message) as string,
			description: expect.stringContaining(description) as string,
		}),
	);
});

describe('rows that are missing', () => {
	const rows = [{ a: 1 }];
	const fieldOfMore = (answer: unknown, rowsField = '') => {
		const note = read(answer, rowsField).notes.find((text) => text.startsWith(MORE_ROWS));
		return note && /than it has \("(.*)"\): /.exec(note)![1];
	};

	it.each([
		...['hasMore', 'has_more', 'HasNext', 'hasNextPage', 'next', 'next_cursor', 'nextPage'],
		...['nextPageToken', 'nextToken', 'nextUrl', 'incomplete', 'partial', 'truncated'],
		'is_truncated',
	])('are noted for %s beside the rows', (name) => {
		expect(fieldOfMore({ data: rows, [name]: true })).toBe(name);
	});

	it.each(['links', '_links', 'meta', 'pagination', 'paging', 'pageInfo'])(
		'are noted for what %s says',
		(name) => {
			expect(fieldOfMore({ data: rows, [name]: { next: { href: '/2' } } })).toBe('next');
			expect(fieldOfMore({ data: rows, [name]: { note: 'truncated' } })).toBeUndefined();
		},
	);

	it('are looked for beside the rows at each level, and not within them', () => {
		const answer = { hasMore: true, result: { rows: [{ next: 1 }], incomplete: true } };
		expect(fieldOfMore(answer)).toBe('hasMore');
		expect(fieldOfMore({ ...answer, hasMore: false })).toBe('incomplete');
		expect(fieldOfMore([{ next: 1 }])).toBeUndefined();
		expect(fieldOfMore({ next: rows }, 'next')).toBeUndefined();
		expect(fieldOfMore({ next: 'x', truncated: true })).toBeUndefined();
	});

	it.each(['yes', 1, 'https://api.example/page/2'])('are there where it says %j', (said) =>
		expect(fieldOfMore({ data: rows, next: said })).toBe('next'),
	);

	it.each([false, null, '', 'false', ' No ', 'none', '0', 0, {}, { href: '' }])(
		'are not there where it says %j',
		(said) => expect(fieldOfMore({ data: rows, next: said })).toBeUndefined(),
	);

	it.each(['nextStep', 'morning', 'isPartialRefund', 'unlinks'])(
		'are not meant by "%s"',
		(name) => {
			expect(fieldOfMore({ data: rows, [name]: true })).toBeUndefined();
			expect(fieldOfMore({ data: rows, [name]: { next: 1 } })).toBeUndefined();
		},
	);
});
