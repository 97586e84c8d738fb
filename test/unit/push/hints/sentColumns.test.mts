import type { IDataObject } from 'n8n-workflow';
import { createColumnSample } from '../../../../nodes/MerchantData/push/hints/sentColumns.ts';
import type { Batch, Piece } from '../../../../nodes/MerchantData/push/rows/batches.ts';
import { bodyOf } from '../../../../nodes/MerchantData/push/rows/requestBody.ts';

const SHOP = 'a.example';

const batch = (rows: readonly object[]): Batch => ({
	kind: 'batch',
	shop: SHOP,
	records: { length: rows.length } as Batch['records'],
	body: bodyOf(
		SHOP,
		rows.map((row) => JSON.stringify(row)),
	),
});

/** What is hinted at after requests with these rows. */
async function hintsOf(requests: ReadonlyArray<readonly object[]>, mode = 'autoMapInputData') {
	const sample = createColumnSample();
	async function* pieces(): AsyncGenerator<Piece<never>> {
		for (const rows of requests) yield await Promise.resolve(batch(rows));
	}
	const seen: unknown[] = [];
	for await (const piece of sample.watch(pieces())) seen.push(piece);
	expect(seen).toHaveLength(requests.length);
	const hints: string[] = [];
	const execution = { field: () => mode, hint: (text: string) => hints.push(text) };
	sample.hint(execution as unknown as Parameters<typeof sample.hint>[0]);
	return hints;
}

const TOLD =
	'Sent as text although they look like numbers: clicks, spend. To send numbers, list them in "Number Columns".';

describe('texts that look like numbers', () => {
	it('are told by the names of their columns', async () => {
		const rows = [
			{ clicks: '6120', spend: '17,35', name: 'Spring', n: 5 },
			{ clicks: '0', spend: '-12.50', name: '5', n: 6 },
		];
		expect(await hintsOf([rows])).toEqual([TOLD]);
		expect(await hintsOf([rows.slice(1), rows.slice(0, 1)], 'binary')).toEqual([TOLD]);
	});

	it.each([
		['defineBelow', 'choose the type Number for them'],
		['json', 'write them without quotes'],
	])('are told with what to do in the mode %s', async (mode, remedy) => {
		const [hint] = await hintsOf([[{ a: '1' }]], mode);
		expect(hint).toMatch(new RegExp(`: a\\. To send numbers, ${remedy}\\.$`));
	});

	it.each(['6120', '12.50', '17,35', '-5', '1,234.50', '1.234,50', '123456789012345', ' 7 '])(
		'are such as "%s"',
		async (text) => {
			expect(await hintsOf([[{ a: '' }, { a: text }, { a: null }, { a: 5 }]])).toHaveLength(1);
		},
	);

	it.each<[IDataObject['a']]>([
		['007'],
		['1234567890123456'],
		['0.1234567890123456'],
		['2026-06-30'],
		['30.06.2026'],
		['20260630'],
		['+442079460000'],
		['12 %'],
		['1.2.3'],
		['1,2,3'],
		['192.168.100.200'],
		[''],
		['-'],
		[5],
		[true],
		[['5']],
	])('are not %j, nor are those beside it', async (value) => {
		expect(await hintsOf([[{ a: value }]])).toEqual([]);
		const isNumber = value === '' || value === 5;
		expect(await hintsOf([[{ a: '5' }, { a: value }]])).toHaveLength(isNumber ? 1 : 0);
		expect(await hintsOf([[{ a: value }, { a: '5' }]])).toHaveLength(isNumber ? 1 : 0);
	});

	it('are looked for in the first 1,000 rows', async () => {
		const [first, second] = [999, 2].map((count) =>
			Array.from({ length: count }, () => ({ a: 'x' })),
		);
		const last = { a: 'x', b: '5' };
		expect(await hintsOf([first!, [...second!, last]])).toEqual([]);
		expect(await hintsOf([first!, [last]])).toHaveLength(1);
	});
});

describe('names that are not camelCase', () => {
	it('are told', async () => {
		const row = {
			Date: 'x',
			'Campaign Name': 'x',
			row_number: 2,
			campaignName: 'x',
			größe2: 1,
			'0': 1,
		};
		expect(await hintsOf([[row]])).toEqual([
			'Names that are not camelCase: 0, Date, Campaign Name, row_number.',
		]);
	});

	it('are told with no more than the beginning of a long list', async () => {
		const names = Array.from({ length: 60 }, (_, n) => `Name ${n}`);
		const [hint] = await hintsOf([[Object.fromEntries(names.map((name) => [name, 1]))]]);
		expect(hint).toBe(`Names that are not camelCase: ${names.join(', ').slice(0, 200)}.`);
	});
});
