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

/** {@link subjectOf} has more names, and {@link saysNo} more words. */
describe('the answer to a push of two rows', () => {
	it.each([
		...['', '[]', 'null', '17', 'true', '{}', 'OK', '"queued"'],
		'2 rows accepted, 0 failed',
		'{"success":true,"message":"Ad received"}',
		'{"message":"Ad received","id":"a-404","code":200,"status":"success"}',
		'{"success":true,"errors":{"count":0}}',
		'{"success":1,"ok":1,"error":0}',
		'{"success":"true","error":"none","errorMessage":"No error","failures":"0"}',
		'{"status":"PARTIAL_SUCCESS","rejected":0}',
		'{"data":{"state":"QUEUED","result":{"status":200,"error":{"code":0,"message":""}}}}',
		// Rows that the service has already are replaced.
		'{"received":2,"inserted":0,"updated":2}',
		'{"successCount":2,"failureCount":0}',
		'{"accepted":"2","created":1,"updated":1,"duplicates":0}',
		'{"accepted":2,"pending":0,"unchanged":0}',
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
		'{"successCount":1,"failureCount":1}',
		'{"created":1,"not_created":1}',
		'{"success":true,"rejectedRows":"1"}',
		'{"result":{"summary":{"rowErrors":[{"row":2}]}}}',
		'{"results":[{"success":true},{"success":"false"}]}',
		'{"results":[{"id":1,"state":"OK"},{"id":2,"state":"REJECTED"}]}',
		'{"outcomes":["accepted","rejected"]}',
		// Fewer than were sent.
		'{"inserted":0}',
		'{"accepted":"1"}',
		'{"data":{"successCount":1}}',
		'{"received":2,"inserted":1}',
		'{"created":1,"updated":0}',
	])('is no receipt, because not everything was accepted: %s', (text) => {
		expect(problemOf(answerValue(text), OTHERS)).toBe(PART);
	});

	it.each([
		'{"success":"false"}',
		'{"errorMessage":"bad rows"}',
		...[
			...['"ok":"False"', '"status":false', '"success":"no"', '"result":"KO"', '"success":0'],
			...['"err":"bad rows"', '"accepted":false', '"is_valid":"false"', '"isSuccess":false'],
			...['"rejection_reason":"no feed"', '"exception":"no feed"', '"failed":"no feed"'],
			...['"hasErrors":true', '"isError":"true"', '"import_status":"PARTIALLY_FAILED"'],
		].map((field) => `{${field},"id":"x"}`),
		'{"data":{"result":{"state":"failed"}}}',
		'{"meta":{"success":false},"data":{"id":7}}',
		'{"response":{"statusCode":422,"body":{}}}',
		'{"data":{"error":{"message":"bad rows"}}}',
		'{"error":"x","data":[{"a":1}]}',
		'Unauthorized',
		'"Access denied"',
		'{"message":"Unauthorized"}',
		'{"detail":"Not authenticated"}',
	])('is no receipt, because it says no: %s', (text) => {
		expect(problemOf(answerValue(text), OTHERS)).toBe(NO);
	});

	it('needs no number of rows to be no receipt, but for counts of what was taken', () => {
		expect(receiptProblem({ inserted: 0, created: 1 })).toBeUndefined();
		expect(receiptProblem({ state: 'FAILED' })).toBe(NO);
		expect(receiptProblem({ rejected: 1 })).toBe(PART);
		expect(receiptProblem('<html><title>Sign in</title></html>')).toBe('is a web page or XML');
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
		const columns = 'status error errors failed success accepted id'.split(' ');
		const names = fc.constantFrom(...columns);
		const lists = [['bad'], { failed: 2 }];
		const values = fc.constantFrom<unknown>('failed', 'bad', false, 0, 1, 7, ...lists);
		const row = fc.dictionary(names, values, { minKeys: 1, noNullPrototype: true });
		fc.assert(
			fc.property(fc.array(row, { minLength: 2, maxLength: 5 }), (sent) => {
				const answer = { success: true, accepted: sent.length, rows: sent };
				expect(problemOf(answer, sent)).toBeUndefined();
			}),
		);
	});
});

it('numbers of rows are a receipt if as many arrived, and were stored or known before', () => {
	const number = fc.nat(20);
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
