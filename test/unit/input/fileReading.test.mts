import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { FileReading } from '../../../nodes/MerchantData/input/fileReading.ts';
import { fileOf } from './reading.mts';

/** The ordinals of the rows of a reading, and what it has learned at its end. */
async function read(given: Parameters<typeof fileOf>[0], settings: Parameters<typeof fileOf>[1]) {
	const chunks = new FileReading(fileOf(given, settings), 'only').chunks();
	const ordinals: number[] = [];
	for (;;) {
		const { value, done } = await chunks.next();
		if (done) return { ordinals, found: value };
		for (const { ordinal } of value) ordinals.push(ordinal);
	}
}

describe('a reading of a file', () => {
	const skipRules = [{ column: 'a', text: 'Total' }];

	it('counts the rows that it returned, and the places of those that are left out', async () => {
		const { ordinals, found } = await read(
			{ content: 'a\n1\nTotal\n2\nTotal\n' },
			{ columns: { skipRules } },
		);
		expect(ordinals).toEqual([0, 2]);
		expect(found).toMatchObject({ rows: 2, places: 4, refusal: undefined, broken: undefined });
	});

	it('says after which line it broke off, and why', async () => {
		const content = ['a\n1\n', '2\n'].map((each) => Buffer.from(each.padEnd(70_000, '\n')));
		const { ordinals, found } = await read({ content, breaksOff: { piece: 1 } }, {});
		expect([ordinals, found.rows]).toEqual([[0], 1]);
		expect(found.broken).toBeInstanceOf(InvalidInput);
		expect(found.broken!.message).toMatch(
			/^"Input Binary Field" cannot be read by n8n: It is gone, after line \d+$/,
		);
	});

	it('says why none of its rows is sent, and what its reader says', async () => {
		const { found: twice } = await read({ content: 'a,a\n1,2\n' }, {});
		expect(twice.refusal!.code).toBe('column.twice');
		const numbered = await read({ content: ',a\n0,1\n' }, {});
		expect(numbered.found.hint).toMatch(/^The first column has no name/);
		const { found: values } = await read({ content: '12.5,a\n1,2\n' }, {});
		expect(values.refusal!.code).toBe('file.noNames');
	});

	it('has rows that look wrong with their problem in the second reading', async () => {
		const wrong = new Map([[1, new InvalidInput('file.noTable', 'It looks like a total')]]);
		const file = fileOf({ content: 'a,b\n1,x\nTotal,\n' }, {});
		const problems: unknown[] = [];
		for await (const rows of new FileReading(file, 'second', undefined, undefined, wrong).chunks())
			for (const { problem } of rows) problems.push(problem?.message);
		expect(problems).toEqual([undefined, 'It looks like a total']);
	});
});
