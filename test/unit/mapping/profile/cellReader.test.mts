import { CellReader } from '../../../../nodes/MerchantData/mapping/profile/cellReader.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { settingsOf } from '../settings.mts';
import { described, table } from './described.mts';

const { columns } = described(table('Name|Clicks|CTR\nA|1.200|8%\nB|2.300|9%\nC|5,5|7%'));
const [name, clicks, ctr] = columns;
const reader = new CellReader(columns, settingsOf({ emptyValues: new Set(['keine']) }));
const row = new Row(0, 0, 'a.example');

it.each([
	['a text and a number in the format of the table', ['A', '1.200,5'], ['A'], [, 1200.5]],
	['a zero', ['0', '0'], ['0'], [, 0]],
	['a number that is not a text', ['A', 12], ['A'], [, 12]],
	['texts that mean "no value"', ['keine', '--'], [], []],
	['a text among numbers', ['', 'n.n.'], [, 'n.n.'], []],
	['blanks', [' ', ' '], [], []],
	['nulls', [null, null], [], []],
])('reads %s', (_, values, texts, numbers) => {
	const cells = reader.cellsOf(row, [name, clicks], values);
	expect([[...cells.texts], [...cells.numbers]]).toEqual([
		Array.from({ length: 3 }, (__, at) => texts[at]),
		Array.from({ length: 3 }, (__, at) => numbers[at]),
	]);
});

it('puts the cells of a row in the order of the table, without columns that are not described', () => {
	const cells = reader.cellsOf(row, [ctr, undefined, name], ['8%', 'x', 'A']);
	expect([...cells.texts]).toEqual(['A', undefined, undefined]);
	expect([...cells.numbers]).toEqual([undefined, undefined, 8]);
});
