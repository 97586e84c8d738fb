import { InvalidInput, InvalidValue } from '../../../../nodes/MerchantData/errors/invalidInput.ts';
import type { Inspection, Source } from '../../../../nodes/MerchantData/input/source.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { PreviewRows, unreadable } from '../../../../nodes/MerchantData/resources/push/preview.ts';
import { described, table } from '../../mapping/profile/described.mts';

const SOURCE = {
	placeOf: ({ line = 0 }: Row) => ({ what: 'line', number: line }),
} as unknown as Source;

function rowOf(line: number, fields: object, given: Partial<Row> = {}): Row {
	const row = Object.assign(new Row(0, line - 2, 'a.example', line), given);
	row.json = JSON.stringify(fields);
	row.bytes = row.json.length;
	return row;
}

/** @param label of the column that it is in */
function bad(line: number, label = 'day'): Row {
	const problem = new InvalidValue('value.notADate', label, `is ${line}`, 'Correct it.');
	return rowOf(line, { n: line }, { problem });
}

function preview(rows: readonly Row[], limit = { rows: 500, size: 1_000 }): PreviewRows {
	const seen = new PreviewRows({ limit, sizeOf: ({ bytes }) => bytes });
	for (const row of rows) seen.see(row);
	return seen;
}

const items = (rows: PreviewRows, inspection = {}) =>
	rows.items(SOURCE, inspection as Inspection, {}).map(({ json }) => json);

it('a preview shows a summary, at most three reasons, and five rows', () => {
	const good = Array.from({ length: 9 }, (_, n) => rowOf(n + 2, { n }));
	const refused = [bad(20), bad(21), bad(22, 'a'), bad(23, 'b'), bad(24, 'c')];
	const rows = preview([...good, ...refused]);
	expect(items(rows)).toEqual([
		{ preview: '9 rows would be sent to a.example in 1 request, 5 rows cannot be sent' },
		{ preview: 'line 20 (and 1 more): "day" is 20. Correct it.', n: 20 },
		{ preview: 'line 22: "a" is 22. Correct it.', n: 22 },
		{ preview: 'line 23: "b" is 23. Correct it.', n: 23 },
		...[2, 3, 4, 5, 6].map((line) => ({ preview: `line ${line}`, n: line - 2 })),
	]);
	expect(rows.hint(SOURCE)).toBe(
		'5 of 14 rows cannot be sent. First, line 20: "day" is 20. Correct it.',
	);
	expect(preview(good).hint(SOURCE)).toBeUndefined();
});

it.each<[what: string, rows: Row[], limit: { rows: number; size: number }, text: string]>([
	[
		'rows',
		[2, 3, 4].map((line) => rowOf(line, {})),
		{ rows: 2, size: 99 },
		'a.example in 2 requests',
	],
	[
		'bytes',
		[2, 3, 4].map((line) => rowOf(line, {})),
		{ rows: 9, size: 3 },
		'a.example in 3 requests',
	],
	[
		'shops',
		[rowOf(2, {}), rowOf(3, {}, { shop: 'b.example' })],
		{ rows: 9, size: 99 },
		'2 shops in 2 requests',
	],
])('a preview counts requests by %s', (_, rows, limit, text) => {
	expect(items(preview(rows, limit))[0]!.preview).toBe(
		`${rows.length} rows would be sent to ${text}`,
	);
});

it('a preview shows fields flat: day, ID and name first, numbers last', () => {
	const fields = {
		metrics: { spend: 5 },
		note: 'x',
		campaign: { name: 'A', id: 'c1' },
		day: '2026-11-20',
		tags: ['t'],
	};
	const row = items(preview([rowOf(2, fields)]))[1]!;
	expect(Object.keys(row)).toEqual([
		'preview',
		'day',
		'campaign.id',
		'campaign.name',
		'note',
		'tags',
		'metrics.spend',
	]);
});

it('a preview takes away rows that turn out to look wrong', () => {
	const [one, two] = [rowOf(2, { n: 1 }), rowOf(3, { n: 2 })];
	const rows = preview([one, two], { rows: 1, size: 99 });
	two.problem = new InvalidInput('looksWrong.total', 'A total', 'Skip it.');
	rows.seeWrong(two);
	rows.seeWrong(one);
	expect(items(rows).map((json) => json.preview)).toEqual([
		'1 row would be sent to a.example in 1 request, 1 row cannot be sent',
		'line 3: A total. Skip it.',
		'line 2',
	]);
	rows.seeRefusal(new InvalidInput('file.noTable', 'No table', 'Look.'));
	expect(items(rows).map((json) => json.preview)).toEqual([
		'0 rows would be sent, 2 rows cannot be sent',
		'line 3: A total. Skip it.',
		'all rows: No table. Look.',
	]);
});

it('a preview sums up each column', () => {
	const description = described(
		table('Day|Clicks|CPC|Name\n2026-11-20|5|1.5|A\n2026-11-21|7|2.5|A'),
		{},
		{ isPreview: true },
	);
	expect(items(preview([rowOf(2, {})]), { description })[0]).toMatchObject({
		Day: '2026-11-20 to 2026-11-21',
		Clicks: 'sum 12',
		CPC: '1.5 to 2.5',
		Name: '1 different',
	});
});

it('a preview names the settings of a second reading, and why a file cannot be read', () => {
	const told = { fromLine: 3, encoding: 'macintosh' };
	const [first] = preview([rowOf(2, {})]).items(SOURCE, {} as Inspection, told);
	expect(first!.json.preview).toMatch(/^With "From Line" 3 and "Encoding" macintosh: 1 row would/);
	expect(
		unreadable(new InvalidInput('file.noTable', 'It is a workbook', 'Extract it.')).json.preview,
	).toBe('The file cannot be read: It is a workbook. Extract it.');
});
