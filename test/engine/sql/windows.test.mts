import { stage, sql, periods, texts, oneShop, failure, answerWith } from './queries.mts';

/** A period that is split into parts, and what a part that fails or is empty leaves of the others. */

it('splits the period into parts, in order, clamped, and hints at what that changes', async () => {
	const result = await sql({
		period: 'custom',
		startDate: '2026-05-30',
		endDate: '2026-06-09',
		items: oneShop(),
		options: { splitBy: 'week' },
		query:
			'SELECT DISTINCT date FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY date',
	});
	expect(periods()).toEqual([
		'2026-05-30 2026-05-31',
		'2026-06-01 2026-06-07',
		'2026-06-08 2026-06-09',
	]);
	expect(result.success).toHaveLength(11);
	expect(new Set(result.success.map(({ json }) => json.date)).size).toBe(11);
	expect(texts(result)).toEqual([
		'The period is 2026-05-30 to 2026-06-09 (time zone Europe/Berlin), in 3 queries: what the query sorts, limits or adds up holds for each of them only',
	]);
});

it('keeps the rows of other parts when one fails, and names its dates', async () => {
	const choice = { period: 'lastNDays', days: 3, options: { splitBy: 'day', maxWait: 0 } };
	stage.sandbox.fail('sql', 'ok', 'ok', 'ok', 'ok', 503);
	const result = await sql({ ...choice, onError: 'continueErrorOutput' });
	expect(
		result.success.map(({ json, pairedItem }) => [Object(pairedItem).item, json.date]),
	).toEqual(
		[0, 1, 2].flatMap((item) =>
			['2026-06-28', '2026-06-29', '2026-06-30']
				.filter((date) => item !== 1 || date !== '2026-06-29')
				.map((date) => [item, date]),
		),
	);
	expect(result.error).toHaveLength(1);
	expect(result.error[0]!.json.shop).toBe(stage.sandbox.shops[1]);
	expect(failure(result.error[0])).toMatchObject({
		message: expect.stringMatching(/^2026-06-29 to 2026-06-29: 503 Service Unavailable/) as string,
		startDate: '2026-06-29',
		endDate: '2026-06-29',
		status: 503,
	});

	stage.sandbox.clearLog();
	stage.sandbox.fail('sql', 'ok', 503);
	const stopped = await sql(choice);
	expect(stopped.thrown?.message).toMatch(/^2026-06-29 to 2026-06-29: 503/);
	expect(periods()).toHaveLength(2);
});

it.each<[string, unknown]>([
	['null where the rows should be', { page: { rows: null } }],
	['no body', ''],
])('goes on after a part that answers %s, and says so', async (_, body) => {
	const rows = (day: number) => ({ page: { rows: [{ day }] } });
	answerWith(rows(1));
	stage.sandbox.fail('sql', { status: body === '' ? 204 : 200, body });
	answerWith(rows(3));
	const result = await sql({
		period: 'lastNDays',
		days: 3,
		items: oneShop(),
		options: { splitBy: 'day', rowsField: 'page.rows' },
	});
	expect(result.thrown).toBeUndefined();
	expect(result.success.map(({ json }) => json.day)).toEqual([1, 3]);
});
