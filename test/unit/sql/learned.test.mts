import { hintsOn } from '../../../nodes/MerchantData/sql/learned.ts';

it('hints at what was learned, with the names', () => {
	const all = { notWhole: 'paging.next', columnTwice: '', hasLongNumbers: true, hasErrorRow: true };
	expect(hintsOn(all)).toEqual([
		'The answer says that there are more rows than it has ("paging.next"): split the period, or ask for fewer rows',
		'Two columns of the answer are called "", and the rows have the last one only: give it another name with AS',
		'Some numbers are too long for n8n: they are given as text, as written',
		'A row with "error" but no data is given under "row": n8n would see a failure',
	]);
});
