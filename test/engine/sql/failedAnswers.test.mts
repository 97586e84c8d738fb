import { answerWith, failure, oneShop, sql, stage, texts } from './queries.mts';

/** Answers with status 200 that are not whole, not JSON, or say that the query failed. */

it('explains an answer that is not JSON', async () => {
	stage.sandbox.fail('sql', {
		status: 200,
		body: '<html>Sign in</html>',
		headers: { 'content-type': 'text/html' },
	});
	const result = await sql({ onError: 'continueErrorOutput' });
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
	expect(failure(result.error[0])).toMatchObject({
		message: 'The answer to the query is not JSON',
		description: expect.stringContaining('It reads: <html>Sign in</html>') as string,
	});
});

it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'reports an answer that says it failed, and one that is cut off, by its part of the period (%s)',
	async (onError) => {
		answerWith([{ a: 1 }]);
		answerWith({ success: false, error: 'The warehouse is asleep' });
		stage.sandbox.fail('sql', {
			status: 200,
			body: '[{"a":1},',
			headers: { 'content-type': 'application/json' },
		});
		answerWith({ error: 'one column is masked', data: [{ a: 4 }] });
		const result = await sql({
			period: 'lastNDays',
			days: 4,
			items: oneShop(),
			options: { splitBy: 'day' },
			onError,
		});
		const items = [...result.success, ...result.error];
		expect(items.flatMap(({ json }) => (json.a === undefined ? [] : [json.a]))).toEqual([1, 4]);
		const failures = items.flatMap(({ json }) => (json.error ? [failure({ json })] : []));
		expect(failures.map(({ message }) => message)).toEqual([
			'2026-06-28 to 2026-06-28: The answer says that the query failed: The warehouse is asleep',
			'2026-06-29 to 2026-06-29: The answer to the query is cut off, or its JSON is broken',
		]);
		expect(failures[0]!.description).toContain('set "Rows Field" in the options to a single dot');
		expect(texts(result).join()).toContain('The answer reports an error beside its rows');
	},
);

it('takes an answer that says it failed for a row where "Rows Field" is a dot', async () => {
	answerWith({ success: false, error: 'asleep' });
	const result = await sql({ items: oneShop(), options: { rowsField: '.' } });
	expect(result.success.map(({ json }) => json)).toEqual([{ success: false, error: 'asleep' }]);
});

it.each(['items', 'csv', 'ndjson'])(
	'hints, as %s, at what says that there are more rows',
	async (outputFormat) => {
		answerWith({ data: [{ a: 1 }], meta: { has_more: true } });
		const result = await sql({ items: oneShop(), outputFormat });
		expect(result.success).toHaveLength(1);
		const more = 'The answer says that there are more rows than it has ("has_more")';
		expect(texts(result).join()).toContain(more);
	},
);
