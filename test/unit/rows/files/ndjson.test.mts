import fc from 'fast-check';
import { NdjsonParser } from '../../../../nodes/MerchantData/rows/files/ndjson.ts';
import { contents, cuts, distinct, parse } from './pieces.mts';

const ndjson = (pieces: readonly string[], most?: number) =>
	parse(new NdjsonParser(1, most), pieces);

describe('an NDJSON file', () => {
	it('gives its lines, cut at every place', () => {
		const row = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), {
			maxKeys: 3,
		});
		fc.assert(
			fc.property(fc.array(row, { maxLength: 3 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
				const lines = rows.map((each) => JSON.stringify(each));
				for (const pieces of cuts(lines.join(end))) expect(contents(ndjson(pieces))).toEqual(lines);
			}),
			{ numRuns: 100 },
		);
	});

	it('counts its lines, blank ones too', () => {
		const text = '\n {"a":1.0} \r\n\r\n{"b":2}';
		expect(distinct(cuts(text).map((pieces) => ndjson(pieces)))).toEqual([
			[
				{ line: 1, content: '' },
				{ line: 2, content: '{"a":1.0}' },
				{ line: 3, content: '' },
				{ line: 4, content: '{"b":2}' },
			],
		]);
	});

	it('ends at a line that is too long', () => {
		const text = `{"a":1}\n{"a":"${'x'.repeat(50)}"}\n{"a":2}`;
		expect(distinct(cuts(text).map((pieces) => contents(ndjson(pieces, 20))))).toEqual([
			['{"a":1}', 'rest'],
		]);
	});
});
