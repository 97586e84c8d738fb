import type { IDataObject } from 'n8n-workflow';
import { stage, sql, texts, oneShop, failure, answerWith } from './queries.mts';

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
	'reports an answer that says it failed, and one that is cut off, by its window (%s)',
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

describe.each(['items', 'csv', 'ndjson'])('as %s', (outputFormat) => {
	const run = async (answer: unknown, options: IDataObject = {}) => {
		answerWith(answer);
		return await sql({
			items: oneShop(),
			onError: 'continueErrorOutput',
			outputFormat,
			options,
		});
	};
	const MORE = 'The answer says that there are more rows than it has';

	it.each<[string, unknown]>([
		['hasMore', { hasMore: true, data: [{ a: 1 }] }],
		['hasMore', { data: [{ a: 1 }], hasMore: true }],
		['truncated', { result: { rows: [[1]], columns: ['a'] }, truncated: 'true' }],
		['next', { rows: [{ a: 1 }], links: { self: '/1', next: '/2' } }],
		['next', { rows: [{ a: 1 }], next: { href: '/2' } }],
		['next_page_token', { a: { rows: [{ a: 1 }], next_page_token: 'x' } }],
		['nextCursor', { data: { a: [1, 2] }, meta: { nextCursor: 7 } }],
		['hasNextPage', { data: [], pageInfo: { hasNextPage: true } }],
	])('hints at "%s" beside the rows of %j', async (field, answer) => {
		const { error, hints } = await run(answer);
		expect(error).toEqual([]);
		expect(texts({ hints }).join('\n')).toContain(`${MORE} ("${field}")`);
	});

	it.each<[unknown]>([
		[
			{
				hasMore: false,
				truncated: 'false',
				next: null,
				data: [{ a: 1, next: 'x', hasMore: true }],
			},
		],
		[{ next: '', nextPage: 0, links: { next: null }, data: [{ a: 1 }] }],
		[[{ next: 'x' }]],
		[{ next: 'x', truncated: true }],
		[{ next: [1, 2], a: [3, 4] }],
		[{ data: [{ a: 1 }], nextSteps: 'x', meta: { note: 'truncated' } }],
	])('hints at nothing of that in %j', async (answer) => {
		const { error, hints } = await run(answer);
		expect(error).toEqual([]);
		expect(texts({ hints }).join('\n')).not.toContain(MORE);
	});
});

it('gives a raw answer that is not JSON, or says that it failed, with a hint', async () => {
	stage.sandbox.fail('sql', {
		status: 200,
		body: '[{"a":1},',
		headers: { 'content-type': 'application/json' },
	});
	answerWith({ errors: ['x'] });
	answerWith('text');
	const result = await sql({ options: { simplify: false } });
	expect(result.success.map(({ json }) => json.response)).toEqual([
		'[{"a":1},',
		{ errors: ['x'] },
		'text',
	]);
	expect(texts(result).slice(0, 2)).toEqual([
		expect.stringContaining('The answer is not JSON, and is given as text'),
		expect.stringContaining('The answer says that the query failed'),
	]);
});
