import fc from 'fast-check';
import { CsvCells } from '../../../../nodes/MerchantData/push/parsers/csvCells.ts';
import { csvCells } from '../files/pieces.mts';

const cell = fc.string({ unit: fc.constantFrom(...'aé–😀",\n') });

it('says what the cells say', () => {
	fc.assert(
		fc.property(fc.array(cell), (texts) => {
			const cells = csvCells(texts);
			expect(cells).toHaveLength(texts.length);
			expect(cells.all()).toEqual(texts);
			texts.forEach((text, index) => {
				const start = cells.startOf(index);
				expect(cells.endOf(index) - start).toBe(Buffer.byteLength(text.replaceAll('"', '""')));
				expect(cells.bytes[start - 1]).toBe('"'.charCodeAt(0));
			});
			for (let from = 0; from <= texts.length; from++)
				expect(cells.isEmptyFrom(from)).toBe(texts.slice(from).every((text) => text === ''));
		}),
	);
});

it('takes quotes in a cell without quotes around it as they are', () => {
	const bytes = Buffer.from('a"",""""');
	expect(new CsvCells(bytes, [0, 3, 5, 7]).all()).toEqual(['a""', '"']);
});
