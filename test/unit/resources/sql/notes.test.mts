import { createNotes } from '../../../../nodes/MerchantData/resources/sql/notes.ts';

it('says once what is true of many answers, and before what is true of items', () => {
	const notes = createNotes();
	notes.add('item');
	notes.addOf('one', 'A');
	notes.addOf('two', 'B');
	notes.addOf('three', 'A');
	notes.addOf('four', 'A');
	expect(notes.texts()).toEqual(['A (one and 2 more)', 'B (two)', 'item']);
});
