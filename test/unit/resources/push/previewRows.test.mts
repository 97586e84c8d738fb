import { InvalidInput, InvalidValue } from '../../../../nodes/MerchantData/errors/invalidInput.ts';
import type { Source } from '../../../../nodes/MerchantData/input/source.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { PreviewRows } from '../../../../nodes/MerchantData/resources/push/previewRows.ts';

const placeOf: Source['placeOf'] = ({ line = 0 }) => ({ what: 'line', number: line });

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

function preview(
	rows: readonly Row[],
	limit = { rows: 500, size: 1_000 },
	files?: Source['files'],
): PreviewRows {
	const source = { placeOf, files } as Source;
	const seen = new PreviewRows(source, { limit, sizeOf: ({ bytes }) => bytes });
	for (const row of rows) seen.see(row);
	return seen;
}

const items = (rows: PreviewRows) => rows.items(undefined, {}).map(({ json }) => json);

it('shows a summary, three reasons at most, and five rows', () => {
	const good = Array.from({ length: 9 }, (_, n) => rowOf(n + 2, { n }));
	const refused = [bad(20), bad(21), bad(22, 'a'), bad(23, 'b'), bad(24, 'c')];
	const rows = preview([...good, ...refused]);
	expect(items(rows)).toEqual([
		{ preview: '9 rows would be sent to a.example in 1 request, 5 rows cannot be sent' },
		{ preview: 'line 20 (and 1 more): "day" is 20', n: 20, remedy: 'Correct it.' },
		{ preview: 'line 22: "a" is 22', n: 22, remedy: 'Correct it.' },
		{ preview: 'line 23: "b" is 23', n: 23, remedy: 'Correct it.' },
		...[2, 3, 4, 5, 6].map((line) => ({ preview: `line ${line}`, n: line - 2 })),
	]);
	expect(rows.hints()).toEqual([
		'5 of 14 rows cannot be sent. First, line 20: "day" is 20. Correct it.',
	]);
	expect(preview(good).hints()).toEqual([]);
});

const THREE = [2, 3, 4].map((line) => rowOf(line, {}));
const OF_TWO_SHOPS = [rowOf(2, {}), rowOf(3, {}, { shop: 'b.example' })];
const OF_TWO_ITEMS = [rowOf(2, {}), rowOf(2, {}, { item: 1 })];
it.each<[rows: Row[], limit: { rows: number; size: number }, files: [] | undefined, text: string]>([
	[THREE, { rows: 2, size: 99 }, undefined, '3 rows would be sent to a.example in 2 requests'],
	[THREE, { rows: 9, size: 4 }, undefined, '3 rows would be sent to a.example in about 2 requests'],
	[OF_TWO_SHOPS, { rows: 9, size: 99 }, undefined, '2 rows would be sent to 2 shops in 2 requests'],
	[
		OF_TWO_ITEMS,
		{ rows: 9, size: 99 },
		undefined,
		'2 rows would be sent to a.example in 1 request',
	],
	[OF_TWO_ITEMS, { rows: 9, size: 99 }, [], '2 rows would be sent to a.example in 2 requests'],
])('counts requests by rows, bytes, shops and files: %#', (rows, limit, files, text) => {
	expect(items(preview(rows, limit, files))[0]!.preview).toBe(text);
});

it('takes away the rows of each file that is refused', () => {
	const rows = preview(
		[...OF_TWO_ITEMS, rowOf(2, {}, { item: 2, shop: 'b.example' })],
		undefined,
		[],
	);
	const problem = new InvalidInput('file.noTable', 'No table', 'Look.');
	rows.seeRefusal(problem, 0);
	rows.seeRefusal(problem, 2);
	expect(items(rows)).toEqual([
		{ preview: '1 row would be sent to a.example in 1 request, 2 rows cannot be sent' },
		{ preview: 'all rows: No table', remedy: 'Look.' },
		{ preview: 'line 2' },
	]);
});

it('takes away what turns out to look wrong', () => {
	const [one, two] = [rowOf(2, { n: 1 }), rowOf(3, { n: 2 })];
	const rows = preview([one, two], { rows: 1, size: 99 });
	two.problem = new InvalidInput('looksWrong.total', 'A total', 'Skip it.');
	rows.seeWrong(two);
	rows.seeWrong(one);
	expect(items(rows).map((json) => json.preview)).toEqual([
		'1 row would be sent to a.example in 1 request, 1 row cannot be sent',
		'line 3: A total',
		'line 2',
	]);
	rows.seeRefusal(new InvalidInput('file.noTable', 'No table', 'Look.'));
	expect(items(rows)).toEqual([
		{ preview: '0 rows would be sent, 2 rows cannot be sent' },
		{ preview: 'line 3: A total', n: 2, remedy: 'Skip it.' },
		{ preview: 'all rows: No table', remedy: 'Look.' },
	]);
});

it('says what a second reading was told', () => {
	const told = { fromLine: 3, encoding: 'macintosh' };
	const [first] = preview([rowOf(2, {})]).items(undefined, told);
	expect(first!.json.preview).toMatch(/^With "From Line" 3 and "Encoding" macintosh: 1 row would/);
});
