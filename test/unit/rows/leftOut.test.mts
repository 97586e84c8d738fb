import { LeftOut, NO_VALUE } from '../../../nodes/MerchantData/rows/leftOut.ts';

it('rows that are left out are counted by reason, and the first three are quoted', () => {
	const leftOut = new LeftOut();
	expect(leftOut.sentences()).toEqual([]);
	const quotes: string[] = [];
	for (const line of [2, 3, 4, 5, 6]) {
		leftOut.add('whose first column is empty', () => {
			quotes.push(`line ${line}`);
			return `line ${line}`;
		});
		if (line === 4) leftOut.add(NO_VALUE, () => 'line 4 "x"');
		if (line > 3) leftOut.add('that are no good', () => `row ${line}`);
	}
	expect(leftOut.sentences()).toEqual([
		'5 rows whose first column is empty, left out: line 2, line 3, line 4, …',
		'1 row without any value, left out: line 4 "x"',
		'3 rows that are no good, left out: row 4, row 5, row 6',
	]);
	// The others need no text.
	expect(quotes).toHaveLength(3);
});
