import { completeness } from '../../../nodes/MerchantData/sql/completeness.ts';

/** Answers with two rows, of which `0` stands for them, as around the rows. */
const said = (around: object, toRows: string[] = ['rows']) =>
	completeness({ rows: [0], ...around }, toRows, 2);

const NEXT = 'https://api.example/rows?page=2';

it.each<[object, string]>([
	...[
		'hasMore',
		'has_more',
		'more',
		'moreRows',
		'isTruncated',
		'truncated',
		'partial',
		'HAS-MORE',
	].map((name): [object, string] => [{ [name]: true }, name]),
	...[
		'next',
		'nextPage',
		'next_page',
		'nextCursor',
		'next_cursor',
		'nextPageToken',
		'NextToken',
	].map((name): [object, string] => [{ [name]: 'x' }, name]),
	...['pageToken', 'page_token', 'nextRecordsUrl', 'next-link', '@odata.nextLink', 'nextUri'].map(
		(name): [object, string] => [{ [name]: NEXT }, name],
	),
	[{ paging: { next: NEXT } }, 'paging.next'],
	[{ pagination: { nextPage: 2 } }, 'pagination.nextPage'],
	[{ meta: { pagination: { has_more: 'true' } } }, 'meta.pagination.has_more'],
	[{ pageInfo: { hasNextPage: true } }, 'pageInfo.hasNextPage'],
	[{ _links: { next: { href: NEXT } } }, '_links.next.href'],
	[{ response_metadata: { next_cursor: 'x' } }, 'response_metadata.next_cursor'],
	...[
		'total',
		'totalRows',
		'total_count',
		'count',
		'row_count',
		'numRows',
		'totalHits',
		'TOTAL',
	].map((name): [object, string] => [{ [name]: 3 }, name]),
	[{ totalRows: '5000' }, 'totalRows'],
	[{ page: { totalElements: 3, number: 0 } }, 'page.totalElements'],
	[{ meta: { totalPages: 2 } }, 'meta.totalPages'],
	[{ current_page: 1, last_page: 3 }, 'last_page'],
	[{ page: 1, pages: 3 }, 'pages'],
	[{ last: false }, 'last'],
	[{ isLastPage: 'false' }, 'isLastPage'],
	[{ exceededTransferLimit: true }, 'exceededTransferLimit'],
	[{ rowLimitReached: true }, 'rowLimitReached'],
])('%j says that there are more rows', (around, member) => {
	expect(said(around)).toEqual({ notWhole: member });
});

it.each<[object, string]>([
	[{ jobComplete: false }, 'jobComplete'],
	[{ job_complete: 'false' }, 'job_complete'],
	[{ done: false }, 'done'],
	[{ isFinished: false }, 'isFinished'],
	[{ running: true }, 'running'],
	...['running', 'RUNNING', 'pending', 'queued', 'in_progress', 'IN PROGRESS', 'Processing'].map(
		(status): [object, string] => [{ status }, 'status'],
	),
	[{ state: 'STARTED' }, 'state'],
	[{ queryStatus: 'executing' }, 'queryStatus'],
	[{ status: { state: 'RUNNING' } }, 'status.state'],
	[{ job: { status: 'waiting' } }, 'job.status'],
])('%j says that the service is still working', (around, member) => {
	expect(said(around)).toEqual({ notFinished: member });
});

it.each<object>([
	...[false, null, '', 'false', 0, '0', 'None', [{}], { a: 1 }].map((hasMore) => ({ hasMore })),
	...[null, '', 0, [], {}].map((next) => ({ paging: { next }, next })),
	{ total: 2, count: '2', total_rows: 1, rows_before_limit_at_least: 90, totalPages: 1 },
	{ total: 12.5, totals: { total: 90 }, statistics: { rows_read: 90, rows: 90 } },
	{ morning: true, hasMoreover: true, untruncated: true, nextUpdate: '2026-07-01', nextweek: 1 },
	{ page: 1, pageSize: 500, previous: NEXT, self: NEXT, cursor: 'x', links: { self: NEXT } },
	{ last: true, last_page: 1, page: 2, limit: 500, limitReached: false, last_updated: false },
	{ jobComplete: true, status: 'success', state: 'DONE', statusCode: 200, done: true },
	{ status: 'ok', statement: 'SELECT running', orderStatus: 'pending', country: 'running' },
	{ first: { status: 'running', next: NEXT, total: 90 }, lists: [{ next: NEXT }] },
])('%j says neither', (around) => {
	expect(said(around)).toEqual({});
});

it('looks along the names that lead to the rows, and knows no total without rows', () => {
	const answer = { result: { data: { rows: [0], total: 3, next: NEXT } }, other: { next: NEXT } };
	expect(completeness(answer, ['result', 'data', 'rows'], 2).notWhole).toBe('result.data.next');
	expect(completeness(answer)).toEqual({});
	expect(completeness({ total: 3 })).toEqual({});
});

it.each([undefined, null, 5, 'text', [0], [{ next: NEXT }]])('%j says nothing', (answer) => {
	expect(completeness(answer)).toEqual({});
});
