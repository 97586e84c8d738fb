import {
	isNothing,
	saysNo,
	subjectOf,
} from '../../../../nodes/MerchantData/service/answers/says.ts';

describe('subjectOf', () => {
	it.each<[ReturnType<typeof subjectOf>, names: string]>([
		['notTaken', 'failed failCount num_failed FailedRows failedrows no_of_errors errorCount'],
		['notTaken', 'rejectedRows numberOfErrors failures unprocessed nb_errors skippedItems'],
		['notTaken', 'partialFailureError not_created notAccepted not-updated rows_not_accepted'],
		['notTaken', 'ignored unsuccessful invalidCount dropped'],
		['reason', 'error errorMessage failure_reason error-details isError err exception'],
		['arrived', 'accepted isSuccess success_count totalReceived rowsAccepted is_valid'],
		['stored', 'inserted createdCount rows_inserted successfullyProcessed totalInserted'],
		['known', 'updated duplicateRows unchanged deduplicated'],
		['ending', 'status job_state statusCode HTTP_STATUS importResult codes outcomes'],
		[undefined, 'code errorCode createdAt acceptedBy total account notFailed data'],
		[undefined, 'noErrors terror invalidationDate successErrors created_updated_at'],
	])('%s: %j', (subject, names) => {
		for (const name of names.split(' ')) expect([name, subjectOf(name)]).toEqual([name, subject]);
		expect(subjectOf('')).toBeUndefined();
	});
});

it.each<[boolean, string[]]>([
	[true, ['Unauthorized', 'ACCESS_DENIED', 'not found', 'Validation errors', 'Error: bad rows']],
	[
		true,
		['Bad request', 'Cannot parse', 'ko', 'Timeout', 'cancelled', 'not authorized', 'expired'],
	],
	[true, ['No access: forbidden', 'INTERNAL_SERVER_ERROR', 'Invalid ad data.']],
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
