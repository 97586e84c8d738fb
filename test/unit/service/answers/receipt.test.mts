import fc from 'fast-check';
import { answerValue } from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';
import {
	receiptProblem,
	rowErrors,
} from '../../../../nodes/MerchantData/service/answers/receipt.ts';

/** What an answer says of a push of these rows. */
const problemOf = (answer: unknown, rows: object[]) =>
	receiptProblem(
		answer,
		rows.map((row) => ({ json: JSON.stringify(row) })),
	);

const TWO = [
	{ id: 1, status: 'failed', metrics: { failed: 3 } },
	{ id: 2, status: 'active', error: 'none of ours' },
];
const OTHERS = [{ id: 1 }, { id: 2 }];
const PART = 'says that not everything was accepted';
const NO = 'says that the request failed';
const PAGE = 'is a web page or XML';

describe('rowErrors', () => {
	it.each<[answer: unknown, errors: unknown[]]>([
		[{ success: true, rejected: 1 }, ['rejected: 1']],
		[{ success: true, failed_rows: '2' }, ['failed_rows: 2']],
		[{ result: { invalidCount: 3, ok: 1 } }, ['invalidCount: 3']],
		[{ failedRows: [0, 7] }, [0, 7]],
		[{ partialFailureError: { code: 3, message: 'x' } }, [{ code: 3, message: 'x' }]],
		[{ results: [{ status: 200 }, { status: 400, id: 1 }] }, [{ status: 400, id: 1 }]],
		[{ statuses: [200, 422] }, [422]],
		[{ data: { errors: [{ row: 1 }] } }, [{ row: 1 }]],
		...[
			// Texts about the whole request: others may not have been stored after them.
			{ error: 'bad', errors: 'bad', success: false, status: 400 },
			{ error: { code: 7 }, errorMessage: 'bad', isError: true },
			{ success: true, rejected: 0, errors: [], failedRows: null, invalid: false, skipped: '' },
			{ success: true, partialFailureError: {}, id: 400, ids: [400, 500] },
			{ data: [{ code: 450, status: 'ACTIVE', metrics: { rejected: 5, failed: 2 } }] },
			...['OK', null, 17, [], [1, 2]],
		].map((answer): [unknown, unknown[]] => [answer, []]),
	])('finds in %j the errors of single rows: %j', (answer, errors) => {
		expect(rowErrors(answer)).toEqual(errors);
	});
});

describe('the answer to a push of two rows', () => {
	it.each([
		'',
		'[]',
		'null',
		'17',
		'true',
		'{}',
		'OK',
		'"queued"',
		'2 rows accepted, 0 failed',
		'Done, no errors',
		'{"success":true,"message":"Ad received"}',
		'{"message":"ok"}',
		'{"message":"Ad received","id":"a-404","code":200,"status":"success"}',
		'{"success":true,"errors":{"count":0}}',
		'{"success":1,"ok":1,"error":0}',
		'{"success":"true","error":"none","errorMessage":"No error","failures":"0"}',
		'{"status":"PARTIAL_SUCCESS","rejected":0}',
		'{"isSuccess":true,"hasErrors":false,"isError":"false","errorMessage":null}',
		'{"data":{"state":"QUEUED","result":{"status":200,"error":{"code":0,"message":""}}}}',
		// Rows that the service has already are replaced.
		'{"received":2,"inserted":0,"updated":2}',
		'{"successCount":2,"failureCount":0}',
		'{"accepted":"2","created":1,"updated":1,"duplicates":0}',
		'{"accepted":2,"pending":0,"unchanged":0}',
		'{"inserted":1,"deduplicated":1}',
		'{"message":"0 errors"}',
		'{"message":"Accepted; failures are mailed"}',
		'{"id":"x","message":"Earlier request failed"}',
		'{"created":1764316885,"created_at":0,"received":"2026-03-01","updated":false}',
		'{"acceptedBy":1,"received_by":"importer 1","createdBy":1,"inserted_id":1,"limit":1,"errorCode":0}',
		// What is known of rows, but not of the request.
		'{"data":[{"code":450,"status":"ACTIVE","metrics":{"rejected":5,"failed":2}}]}',
		'{"result":450,"results":[404],"state":500}',
		'{"ids":[400,500],"total":1,"account":{"id":1}}',
	])('is a receipt: %s', (text) => {
		expect(problemOf(answerValue(text), OTHERS)).toBeUndefined();
	});

	it.each([
		// Counts of what was not taken, in all ways to write them.
		['{"successCount":1,"failureCount":1}', PART],
		['{"failCount":1}', PART],
		['{"created":1,"not_created":1}', PART],
		...['failed', 'rejectedRows', 'numberOfErrors', 'error_count', 'failedrecords', 'failures'].map(
			(name) => [`{"success":true,"${name}":1}`, PART],
		),
		...[
			'notInserted',
			'rows_not_accepted',
			'unprocessed',
			'unsuccessful',
			'nb_errors',
			'skippedItems',
			'ignored',
			'failcount',
		].map((name) => [`{"success":true,"${name}":"1"}`, PART]),
		['{"result":{"summary":{"rowErrors":[{"row":2}]}}}', PART],
		['{"results":[{"success":true},{"success":"false"}]}', PART],
		['{"results":[{"id":1,"state":"OK"},{"id":2,"state":"REJECTED"}]}', PART],
		['{"outcomes":["accepted","rejected"]}', PART],
		// Fewer than were sent.
		['{"inserted":0}', PART],
		...[
			'accepted',
			'acceptedRows',
			'received_count',
			'successCount',
			'stored',
			'totalInserted',
		].map((name) => [`{"data":{"${name}":1}}`, PART]),
		['{"accepted":"1"}', PART],
		['{"received":2,"inserted":1}', PART],
		['{"created":1,"updated":0}', PART],
		// A no, however it is written.
		['{"success":"false"}', NO],
		['{"isSuccess":false}', NO],
		['{"errorMessage":"bad rows"}', NO],
		['{"state":"FAILED"}', NO],
		...[
			'"ok":"False"',
			'"succeeded":false',
			'"status":false',
			'"success":"no"',
			'"result":"KO"',
			'"err":"bad rows"',
			'"accepted":false',
			'"is_valid":"false"',
			'"success":0',
		].map((field) => [`{${field},"id":"x"}`, NO]),
		...['"error_message"', '"failureReason"', '"rejection_reason"', '"exception"', '"failed"'].map(
			(name) => [`{${name}:"no such feed","id":"x"}`, NO],
		),
		...[
			'"hasErrors":true',
			'"isError":"true"',
			'"result":"error"',
			'"import_status":"PARTIALLY_FAILED"',
		].map((field) => [`{${field},"id":"x"}`, NO]),
		['{"data":{"result":{"state":"failed"}}}', NO],
		['{"meta":{"success":false},"data":{"id":7}}', NO],
		['{"response":{"statusCode":422,"body":{}}}', NO],
		['{"data":{"error":{"message":"bad rows"}}}', NO],
		['{"error":"x","data":[{"a":1}]}', NO],
		...[
			'Unauthorized',
			'"Access denied"',
			'Error: bad rows',
			'Not found',
			'INTERNAL_SERVER_ERROR',
			'{"message":"Unauthorized"}',
			'{"detail":"Not authenticated"}',
			'{"message":"Invalid ad data."}',
		].map((text) => [text, NO]),
		['<html><title>Sign in</title></html>', PAGE],
	])('is no receipt: %s %s', (text, problem) => {
		expect(problemOf(answerValue(text), OTHERS)).toBe(problem);
	});

	it('needs no number of rows to be no receipt, but for counts of what was taken', () => {
		expect(receiptProblem({ inserted: 0, created: 1 })).toBeUndefined();
		expect(receiptProblem({ state: 'FAILED' })).toBe(NO);
		expect(receiptProblem({ rejected: 1 })).toBe(PART);
	});
});

describe('an answer that repeats the rows', () => {
	it.each<[string, unknown]>([
		['as they are', TWO],
		['beside a count', { accepted: 2, rows: TWO }],
		['two levels deep', { data: { rows: TWO } }],
		['with more of its own', { rows: TWO.map((row, at) => ({ ...row, row_id: at, created: 1 })) }],
		['with more in its objects', [{ ...TWO[0], metrics: { failed: 3, rejected: 1 } }, TWO[1]]],
	])('is a receipt, %s', (_, answer) => {
		expect(problemOf(answer, TWO)).toBeUndefined();
	});

	it.each<[string, unknown]>([
		['of another order', { rows: TWO.toReversed() }],
		['that lacks a row', { rows: TWO.slice(0, 1) }],
		['without the other columns', { rows: TWO.map(({ id, status }) => ({ id, status })) }],
		['with a status of its own', { rows: TWO.map((row) => ({ ...row, status: 'REJECTED' })) }],
		['beside an error', { rows: TWO.map((row) => ({ ...row, errors: ['bad'] })) }],
		['as a list of what failed', { failedRows: TWO }],
		['in which all failed', { rows: TWO, status: 'failed' }],
	])('is no receipt, %s', (_, answer) => {
		expect(problemOf(answer, TWO)).toMatch(/failed|not everything/);
	});

	it.each<[string, unknown]>([
		['as it is', TWO[0]],
		['with a number', { ...TWO[0], created: 1 }],
		['in an object', { success: true, data: { ...TWO[0], row_id: 'r-1' } }],
		['two levels deep', { data: { ad: TWO[0] } }],
	])('is a receipt if there is one row, %s', (_, answer) => {
		expect(problemOf(answer, TWO.slice(0, 1))).toBeUndefined();
		expect(problemOf({ status: 'failed' }, TWO.slice(0, 1))).toBe(NO);
	});

	it('is a receipt whatever the rows have as columns', () => {
		const names = fc.constantFrom(
			'status',
			'error',
			'errors',
			'failed',
			'success',
			'accepted',
			'id',
		);
		const values = fc.constantFrom<unknown>('failed', 'bad', false, 0, 1, 7, ['bad'], {
			failed: 2,
		});
		const rows = fc.array(fc.dictionary(names, values, { minKeys: 1, noNullPrototype: true }), {
			minLength: 2,
			maxLength: 5,
		});
		fc.assert(
			fc.property(rows, (sent) => {
				expect(
					problemOf({ success: true, accepted: sent.length, rows: sent }, sent),
				).toBeUndefined();
			}),
		);
	});
});

describe('numbers of rows', () => {
	const number = fc.nat(20);
	it('are a receipt if as many arrived, and were stored or known before, as were sent', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 20 }), number, number, number, (sent, ...counts) => {
				const [accepted, inserted, updated] = counts as [number, number, number];
				const rows = Array.from({ length: sent }, (_, id) => ({ id }));
				const isWhole = accepted >= sent && inserted + updated >= sent;
				const answer = { accepted, result: { inserted, updated } };
				expect(problemOf(answer, rows)).toBe(isWhole ? undefined : PART);
			}),
		);
	});
});
