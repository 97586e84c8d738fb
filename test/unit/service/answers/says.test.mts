import {
	isNothing,
	saysNo,
	subjectOf,
} from '../../../../nodes/MerchantData/service/answers/says.ts';

describe('subjectOf', () => {
	it.each<[ReturnType<typeof subjectOf>, string[]]>([
		['notTaken', ['failed', 'failCount', 'num_failed', 'FailedRows', 'failedrows', 'no_of_errors']],
		[
			'notTaken',
			['errorCount', 'partialFailureError', 'not_created', 'notAccepted', 'not-updated'],
		],
		['reason', ['error', 'errorMessage', 'failure_reason', 'error-details', 'isError']],
		['arrived', ['accepted', 'isSuccess', 'success_count', 'totalReceived', 'rowsAccepted']],
		['stored', ['inserted', 'createdCount', 'rows_inserted', 'successfullyProcessed']],
		['known', ['updated', 'duplicateRows', 'unchanged']],
		['ending', ['status', 'job_state', 'statusCode', 'HTTP_STATUS', 'importResult', 'codes']],
		[
			undefined,
			['', 'code', 'errorCode', 'createdAt', 'acceptedBy', 'total', 'account', 'notFailed', 'data'],
		],
		[undefined, ['noErrors', 'terror', 'invalidationDate', 'successErrors', 'created_updated_at']],
	])('%s: %j', (subject, names) => {
		expect(names.map((name) => [name, subjectOf(name)])).toEqual(
			names.map((name) => [name, subject]),
		);
	});
});

it.each<[boolean, string[]]>([
	[
		true,
		['Unauthorized', 'ACCESS_DENIED', 'not found', 'Validation errors', 'No access: forbidden'],
	],
	[false, ['', 'OK', 'queued', '2 accepted, 0 failed', 'Done, no errors', 'Notfound', 'nothing']],
])('saysNo is %s for %j', (says, texts) => {
	expect(texts.map((text) => [text, saysNo(text)])).toEqual(texts.map((text) => [text, says]));
});

it.each<[boolean, unknown[]]>([
	[true, [undefined, null, '', ' ', 0, '0', '00', false, [], {}, [null], { a: { b: 0 } }]],
	[true, ['none', 'No error', 'no errors', 'OK', '0 failed', { code: 0, message: 'success' }]],
	[false, [1, '1', true, 'bad', 'failed', 'no such feed', [0], [{ a: 1 }], { a: 0, b: 'x' }]],
	[false, [{ toString: 1 }, { message: 'no permission' }]],
])('isNothing is %s for %j', (says, values) => {
	expect(values.map((value) => [value, isNothing(value)])).toEqual(
		values.map((value) => [value, says]),
	);
});
