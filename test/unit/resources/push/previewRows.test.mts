import { InvalidValue } from '../../../../nodes/MerchantData/errors/invalidInput.ts';
import type { Source } from '../../../../nodes/MerchantData/input/source.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { PreviewRows } from '../../../../nodes/MerchantData/resources/push/previewRows.ts';

const placeOf: Source['placeOf'] = ({ line = 0 }) => ({ what: 'line', number: line });

function rowOf(line: number, given: Partial<Row> = {}): Row {
	const row = Object.assign(new Row(0, line - 2, 'a.example', line), given);
	return Object.assign(row, { json: JSON.stringify({ n: line }) });
}

/** @param label of the column that it is in */
function bad(line: number, label = 'day'): Row {
	const problem = new InvalidValue('value.notADate', label, `is ${line}`, 'Correct it.');
	return rowOf(line, { problem });
}

function preview(...batches: Row[][]): PreviewRows {
	const seen = new PreviewRows({ placeOf });
	for (const rows of batches) seen.see({ rows });
	return seen;
}

const items = (rows: PreviewRows, told = {}) => rows.items(undefined, told).map(({ json }) => json);

it('shows a summary, three reasons at most, and five rows', () => {
	const good = Array.from({ length: 9 }, (_, n) => rowOf(n + 2));
	const refused = [bad(20), bad(21), bad(22, 'a'), bad(23, 'b'), bad(24, 'c')];
	const rows = preview(good.slice(0, 3), refused, good.slice(3));
	expect(items(rows)).toEqual([
		{ preview: '9 rows would be sent to a.example in 2 requests, 5 rows cannot be sent' },
		{ preview: 'line 20 (and 1 more): "day" is 20', n: 20, remedy: 'Correct it.' },
		{ preview: 'line 22: "a" is 22', n: 22, remedy: 'Correct it.' },
		{ preview: 'line 23: "b" is 23', n: 23, remedy: 'Correct it.' },
		...[2, 3, 4, 5, 6].map((line) => ({ preview: `line ${line}`, n: line })),
	]);
	expect(rows.hints()).toEqual([
		'5 of 14 rows cannot be sent. First, line 20: "day" is 20. Correct it.',
	]);
	expect(preview(good).hints()).toEqual([]);
});

it('counts shops, and says what a second reading was told', () => {
	const rows = preview([rowOf(2)], [rowOf(3, { shop: 'b.example' })]);
	const told = { fromLine: 3, encoding: 'macintosh' };
	expect(items(rows, told)[0]!.preview).toBe(
		'With "From Line" 3 and "Encoding" macintosh: 2 rows would be sent to 2 shops in 2 requests',
	);
});
