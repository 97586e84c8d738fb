import { Summary } from '../../../../nodes/MerchantData/mapping/profile/summary.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { column, described } from './described.mts';

it('a summary takes away a row that will not be sent', () => {
	const [clicks] = described(column('Clicks', ['5'])).columns;
	const [name] = described(column('Name', ['A'])).columns;
	const summary = new Summary([clicks!, name!], [true, false], undefined);
	const cells = (line: number, text: string, clicked: number) => ({
		row: new Row(0, line, 'a.example', line),
		texts: [undefined, text],
		numbers: [clicked, undefined],
	});
	const total = cells(4, 'Total', 12);
	for (const each of [cells(2, 'A', 5), cells(3, 'B', 7), total]) summary.see(each);
	summary.takeAway(total);
	expect([summary.of(0), summary.of(1)]).toEqual([{ sum: 12 }, { different: 2, isMore: false }]);
});
