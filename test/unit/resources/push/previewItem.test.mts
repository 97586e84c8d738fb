import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { rowItem, summaryItem } from '../../../../nodes/MerchantData/resources/push/previewItem.ts';
import { described, table } from '../../mapping/profile/described.mts';
import { entry } from '../../mapping/settings.mts';

it('shows fields flat: day, ID and name first, then numbers, and the remedy', () => {
	const campaign = { name: 'A', id: 'c1' };
	const others = { campaign, day: '2026-11-20', tags: ['t'] };
	const row = new Row(3, 0, 'a.example');
	row.json = JSON.stringify({ metrics: { paid: 5 }, note: 'x', ...others });
	const { json, pairedItem } = rowItem('line 2: No', row, 'Correct it.');
	expect(pairedItem).toEqual({ item: 3 });
	const names = 'preview day campaign.id campaign.name note tags metrics.paid remedy';
	expect(Object.keys(json).join(' ')).toBe(names);
});

it('tells of each column what it has', () => {
	const description = described(
		table('Day|Clicks|CPC|Cost|Name\n2026-11-20|5|1.5|2500000|A\n2026-11-21|7|2.5|0|A'),
		{ entries: [entry('Cost', { type: 'micros' })] },
		{ isPreview: true },
	);
	expect(summaryItem('2 rows', description).json).toEqual({
		preview: '2 rows',
		Day: '2026-11-20 to 2026-11-21',
		Clicks: 'sum 12',
		CPC: '1.5 to 2.5',
		// As it is sent.
		Cost: 'sum 2.5',
		Name: '1 different',
	});
});
