import { FileReading } from '../../../nodes/MerchantData/input/fileReading.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { fileOf, told } from './reading.mts';

it('gives rows that look wrong their problem in the second reading', async () => {
	const file = fileOf({ content: 'a,b\n1,x\nTotal,\n' });
	const wrong = new Map([[1, new InvalidInput('The row looks like a total')]]);
	const reading = new FileReading(file, 'second', undefined, undefined, wrong);
	const rows = [];
	for await (const chunk of reading.chunks()) for (const row of chunk) rows.push(told(row));
	expect(rows).toEqual([
		[0, 2, '{"a":"1","b":"x"}'],
		[1, 3, '{"a":"Total","b":""}', 'The row looks like a total'],
	]);
});
