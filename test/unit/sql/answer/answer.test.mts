import {
	checkedAnswer,
	MORE_ROWS,
	rowsOfAnswer,
} from '../../../../nodes/MerchantData/sql/answer/answer.ts';

/** The path to the rows of an answer, and what is told of it. */
function read(answer: unknown, rowsField = '') {
	const notes: string[] = [];
	const { path } = rowsOfAnswer(JSON.stringify(answer), rowsField, (note) => notes.push(note));
	return { path, notes };
}

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
		'tells how it understood the answer, before what the answer says itself',
		'',
		{ data: null, truncated: true },
		['data'],
		[/^"data" is null or empty/, /\("truncated"\)/],
	],
	['tells nothing where the answer itself is the row', '.', { error: 'x', a: 1 }, [], []],
])('%s', (_, rowsField, answer, path, notes) => {
	expect(read(answer, rowsField)).toEqual({
		path,
		notes: notes.map((note) => expect.stringMatching(note) as string),
	});
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
	['Please wait', 'The answer to the query is not JSON', 'It reads: Please wait'],
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

const rows = [{ a: 1 }];

describe('rows that are missing', () => {
	const fieldOfMore = (answer: unknown, rowsField = '') => {
		const note = read(answer, rowsField).notes.find((text) => text.startsWith(MORE_ROWS));
		return (
			note && /^The answer says that there are more rows than it has \("(.*)"\): /.exec(note)![1]
		);
	};

	it.each<[object, string]>([
		[{ data: rows, hasMore: true }, 'hasMore'],
		[{ data: rows, has_next_page: 'yes' }, 'has_next_page'],
		[{ data: rows, truncated: 1 }, 'truncated'],
		[{ data: rows, next: 'https://api.example/page/2' }, 'next'],
		[{ data: rows, meta: { nextCursor: 'abc' } }, 'nextCursor'],
		[{ data: rows, pagination: { hasNext: true } }, 'hasNext'],
		[{ data: rows, _links: { next: { href: '/2' } } }, 'next'],
	])('%j says so', (answer, field) => {
		expect(fieldOfMore(answer)).toBe(field);
	});

	it('are told of beside the rows at each level, and not within them', () => {
		const answer = { hasMore: true, result: { rows: [{ next: 1 }], incomplete: true } };
		expect(fieldOfMore(answer)).toBe('hasMore');
		expect(fieldOfMore({ ...answer, hasMore: false })).toBe('incomplete');
		expect(fieldOfMore([{ next: 1 }])).toBeUndefined();
		expect(fieldOfMore({ next: rows }, 'next')).toBeUndefined();
	});

	it.each([false, null, '', 'false', ' No ', 'none', '0', 0, {}, { href: '' }])(
		'are not there where it says %j',
		(said) => expect(fieldOfMore({ data: rows, next: said })).toBeUndefined(),
	);

	it.each(['nextStep', 'morning', 'isPartialRefund', 'about'])('are not meant by "%s"', (name) => {
		expect(fieldOfMore({ data: rows, [name]: true })).toBeUndefined();
		expect(fieldOfMore({ data: rows, about: { next: 1 } })).toBeUndefined();
	});

	it('are what no other note speaks of', () => {
		expect(
			read({ error: 'masked', data: rows }).notes.filter((note) => note.startsWith(MORE_ROWS)),
		).toEqual([]);
	});
});
