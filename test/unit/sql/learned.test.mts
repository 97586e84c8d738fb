import { hintsOn } from '../../../nodes/MerchantData/sql/learned.ts';

it('hints at what was learned, with the names', () => {
	const all = { notWhole: 'paging.next', columnTwice: '', hasLongNumbers: true, hasErrorRow: true };
	expect(hintsOn(all)).toEqual([
		'The answer says that there are more rows than it has ("paging.next"): split the period, or query fewer rows',
		'Two columns of the answer are called "", and the rows have the last one only: give it another name with AS',
		'Some numbers are too long for n8n, so they are returned as text',
		'A row with "error" but no data is returned under "row", because n8n would take it for a failure',
	]);
});
