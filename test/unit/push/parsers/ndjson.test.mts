import fc from 'fast-check';
import { NdjsonParser } from '../../../../nodes/MerchantData/push/parsers/ndjson.ts';
import { contents, cuts, distinct, parse } from '../files/pieces.mts';

const ndjson = (pieces: readonly string[], most = 1_000_000) =>
	parse(new NdjsonParser(most, 1), pieces);

const row = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), {
	maxKeys: 3,
});

describe('an NDJSON file', () => {
	it('gives its rows as they were written, against JSON.parse, cut at every place', () => {
		fc.assert(
			fc.property(
				fc.array(row, { maxLength: 3 }),
				fc.constantFrom('\n', '\r\n', '\n\n'),
				(rows, end) => {
					const lines = rows.map((each) => JSON.stringify(each));
					for (const pieces of cuts(lines.join(end)))
						expect(contents(ndjson(pieces))).toEqual(lines);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('skips blank lines, counts them, and goes on after a bad one', () => {
		const text = '\n {"a":1.0} \r\n\r\n[1]\n{"a":\n"x"\n{"b":2}';
		expect(
			distinct(
				cuts(text).map((pieces) => ndjson(pieces).map((each) => [each.line, contents([each])[0]])),
			),
		).toEqual([
			[
				[2, '{"a":1.0}'],
				[4, 'record'],
				[5, 'record'],
				[6, 'record'],
				[7, '{"b":2}'],
			],
		]);
	});

	it('goes on after a line that is too long', () => {
		const text = `{"a":1}\n{"a":"${'x'.repeat(50)}"}\n{"a":2}\n{"a":"${'x'.repeat(50)}"}`;
		expect(distinct(cuts(text).map((pieces) => contents(ndjson(pieces, 20))))).toEqual([
			['{"a":1}', 'record', '{"a":2}', 'record'],
		]);
	});
});
