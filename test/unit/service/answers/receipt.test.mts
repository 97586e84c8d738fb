import {
	answerValue,
	receiptProblem,
	rowErrors,
} from '../../../../nodes/MerchantData/service/answers/goodAnswer.ts';

const PART = 'says that not everything was accepted';
const NO = 'says that the request failed';

it.each<[answer: unknown, errors: unknown[]]>([
	[{ success: true, failed_rows: '2' }, ['failed_rows: 2']],
	[{ errors: [{ order_id: 'A-3' }, 7], rejected: 0 }, [{ order_id: 'A-3' }, 7]],
	// Texts about the whole request: others may not have been stored after them.
	[{ error: 'bad', errors: 'bad', failedRows: null, failedAt: 7 }, []],
])('finds in %j the errors of single rows: %j', (answer, errors) => {
	expect(rowErrors(answer)).toEqual(errors);
});

describe('the answer to a push of two rows', () => {
	it.each([
		...['', '[]', 'null', '17', 'OK'],
		'{"success":true,"errors":{"count":0},"failed":0}',
		'{"accepted":"2","rejected":0}',
		'{"accepted":true,"received":"2026-03-01","receivedBy":1}',
		// What was there before is no error.
		'{"success":true,"updated":0,"ignored":["extra_field"]}',
		'{"data":[{"id":1,"errors":1,"failed":3},{"id":2,"status":"failed"}]}',
		'{"status":"success","code":201,"id":"req-17"}',
		'[{"success":true},{"id":2,"status":"failed"}]',
	])('is a receipt: %s', (text) => {
		expect(receiptProblem(answerValue(text), 2)).toBeUndefined();
	});

	it.each([
		[PART, '{"success":true,"failed":1}'],
		[PART, '{"success":true,"rejectedRows":"1"}'],
		[PART, '{"success":true,"failed_records":[{"row":2}]}'],
		[PART, '{"successCount":0,"failureCount":1}'],
		[PART, '{"success":true,"error_count":"1"}'],
		[PART, '{"success":true,"failCount":1}'],
		[PART, '{"accepted":"1"}'],
		[PART, '{"receivedCount":0}'],
		[NO, '{"error":"x","data":[{"a":1}]}'],
		[NO, '{"status":"fail","data":{"spend":"must be a number"}}'],
		[NO, '{"status":"error","id":"req-17","message":"Invalid ad data."}'],
		[NO, '{"success":0,"message":"Invalid ad data."}'],
		[NO, '{"ok":"0"}'],
		[NO, '[{"success":false,"message":"Invalid ad data."}]'],
		[NO, '[{"success":true},{"status":"error","message":"id is required"}]'],
		[NO, '{"status":401,"shop":"a.example","message":"no"}'],
		['is a web page or XML', '<html><title>Sign in</title></html>'],
	])('is no receipt, because it %s: %s', (problem, text) => {
		expect(receiptProblem(answerValue(text), 2)).toBe(problem);
	});
});

it('needs no number of rows to find that some were not taken', () => {
	expect([{ accepted: 0 }, { rejected: 1 }].map((answer) => receiptProblem(answer))).toEqual([
		undefined,
		PART,
	]);
});
