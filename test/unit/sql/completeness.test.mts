import { completeness } from '../../../nodes/MerchantData/sql/completeness.ts';

/** What is found in an answer with two rows; `0` stands for them. */
const said = (around: object, toRows: string[] = ['rows']) =>
	completeness({ rows: [0], ...around }, toRows, 2);

const NEXT = 'https://api.example/rows?page=2';

/** Answers that say the same in a member of each of these names. */
const inEach = (names: string, value: unknown) =>
	names.split(' ').map((name): [object, string] => [{ [name]: value }, name]);

it.each<[object, string]>([
	...inEach('hasMore has_more more moreRows isTruncated truncated partial HAS-MORE', true),
	...inEach('next nextPage next_page nextCursor next_cursor nextPageToken NextToken', 'x'),
	...inEach('pageToken page_token nextRecordsUrl next-link @odata.nextLink nextUri', NEXT),
	[{ pagination: { nextPage: 2 } }, 'pagination.nextPage'],
	[{ meta: { pagination: { has_more: 'true' } } }, 'meta.pagination.has_more'],
	[{ _links: { next: { href: NEXT } } }, '_links.next.href'],
	...inEach('total totalRows total_count count row_count numRows totalHits TOTAL', 3),
	[{ totalRows: '5000' }, 'totalRows'],
	[{ page: { totalElements: 3, number: 0 } }, 'page.totalElements'],
])('%j says that there are more rows', (around, member) => {
	expect(said(around)).toEqual({ notWhole: member });
});

const WORKING = ['RUNNING', 'pending', 'queued', 'in_progress', 'IN PROGRESS', 'executing'];

it.each<[object, string]>([
	...inEach('jobComplete done', false),
	...inEach('job_complete isFinished', 'false'),
	...inEach('running isProcessing', true),
	...inEach('state queryStatus', 'STARTED'),
	...WORKING.map((status): [object, string] => [{ status }, 'status']),
	[{ status: { state: 'RUNNING' } }, 'status.state'],
	[{ job: { status: 'waiting' } }, 'job.status'],
])('%j says that the service is still working', (around, member) => {
	expect(said(around)).toEqual({ notFinished: member });
});

it.each<object>([
	...[false, null, '', 'false', 0, '0', 'None', [{}], { a: 1 }].map((hasMore) => ({ hasMore })),
	...[null, '', 0, [], {}].map((next) => ({ paging: { next }, next })),
	{ total: 2, count: '2', total_rows: 1, rows_before_limit_at_least: 90 },
	{ total: 12.5, totals: { total: 90 }, statistics: { rows_read: 90, rows: 90 } },
	{ morning: true, hasMoreover: true, untruncated: true, nextUpdate: '2026-07-01', nextweek: 1 },
	{ page: 1, pageSize: 500, previous: NEXT, self: NEXT, cursor: 'x', links: { self: NEXT } },
	{ jobComplete: true, status: 'success', state: 'DONE', statusCode: 200, last_updated: false },
	{ status: 'ok', statement: 'SELECT running', orderStatus: 'pending', country: 'running' },
	{ first: { status: 'running', next: NEXT, total: 90 }, lists: [{ next: NEXT }] },
])('finds nothing in %j beside the rows', (around) => {
	expect(said(around)).toEqual({});
});

it('looks along the path to the rows, and ignores a total without rows', () => {
	const answer = { result: { data: { rows: [0], total: 3, next: NEXT } }, other: { next: NEXT } };
	expect(completeness(answer, ['result', 'data', 'rows'], 2).notWhole).toBe('result.data.next');
	expect(completeness(answer)).toEqual({});
	expect(completeness({ total: 3 })).toEqual({});
});

it.each([undefined, null, 'text', [{ next: NEXT }]])('finds nothing in the answer %j', (answer) => {
	expect(completeness(answer)).toEqual({});
});
