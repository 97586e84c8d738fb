import { isRow, tooLong } from '../../../../nodes/MerchantData/rows/files/records.ts';

const blank = { line: 3, text: '' };
const problem = tooLong(3);

it.each([
	[false, blank],
	[false, { ...blank, header: ['a'] }],
	[false, { ...blank, refusal: problem, isEnd: true }],
	[true, { ...blank, fields: { names: [], values: [] } }],
	[true, { ...blank, problem }],
])('a record has a place among the rows: %s of %j', (isOne, record) => {
	expect(isRow(record)).toBe(isOne);
});
