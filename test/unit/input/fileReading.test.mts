import { FileReading } from '../../../nodes/MerchantData/input/fileReading.ts';
import { fileOf } from './reading.mts';

// Both readings of a file of any content are compared in fileOfRows.test.mts.
it('a reading counts the rows that it returns, and the places of rows that are left out', async () => {
	const columns = { skipRules: [{ column: 'a', text: 'Total' }] };
	const file = fileOf({ content: 'a\n1\nTotal\n2\nTotal\n' }, { columns });
	const chunks = new FileReading(file).chunks();
	const ordinals: number[] = [];
	let chunk = await chunks.next();
	for (; !chunk.done; chunk = await chunks.next())
		for (const { ordinal } of chunk.value) ordinals.push(ordinal);
	expect(ordinals).toEqual([0, 2]);
	const found = { rows: 2, places: 4, refusal: undefined, broken: undefined };
	expect(chunk.value).toMatchObject(found);
});
