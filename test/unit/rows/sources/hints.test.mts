import type { IDataObject } from 'n8n-workflow';
import { hintAtRows } from '../../../../nodes/MerchantData/rows/sources/hints.ts';
import type { Row, Source } from '../../../../nodes/MerchantData/rows/row.ts';
import { columnsOf, refused, row, sourceOf, startRoad } from '../../delivery/road.mts';

interface Given {
	mode?: string;
	parameters?: IDataObject;
	items?: IDataObject[];
	rows?: readonly Row[];
	source?: Partial<Source>;
}

async function hintsOf({
	mode = 'autoMapInputData',
	parameters,
	items = [{}],
	rows = [],
	source,
}: Given) {
	const { execution, hints } = startRoad({ parameters: { dataMode: mode, ...parameters }, items });
	await hintAtRows(execution, sourceOf(rows, source));
	return hints();
}

const rowsOf = (...all: object[]) => all.map((each) => row(0, { json: JSON.stringify(each) }));

describe('names that no input item has', () => {
	const columns = [
		columnsOf(['n', 'm'], {
			ignored: new Set(['note', 'N']),
			numberColumns: new Set(['spend', 'm']),
		}),
	];

	it('are told, where each item is a row', async () => {
		const remedy = 'Correct these names, or remove them.';
		expect(await hintsOf({ source: { columns } })).toEqual([
			`"Fields to Ignore" names fields that no input item has: note. ${remedy}`,
			`"Number Columns" names fields that no input item has: spend. ${remedy}`,
		]);
		for (const mode of ['json', 'binary', 'defineBelow'])
			expect(await hintsOf({ mode, source: { columns } })).toEqual([]);
	});

	it('are told with no more than the beginning of a long list', async () => {
		const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
		const long = [columnsOf([], { ignored: new Set(names) })];
		const [hint] = await hintsOf({ source: { columns: long } });
		expect(hint).toContain(` has: ${names.join(', ').slice(0, 200)}. Correct`);
	});
});

it('what this node wrote into items at an earlier push is told to be left out, each name once', async () => {
	const error = { message: '400: no', outcome: 'rejected' };
	const items = [{ error }, { error }, { pushOutcome: 'accepted', pushStatus: 200 }];
	const told =
		'Left out, because this node wrote them at an earlier push: error, pushOutcome, pushStatus. To send such a column as data, rename it before this node.';
	expect(await hintsOf({ items })).toEqual([told]);
	expect(await hintsOf({ items, mode: 'json' })).toHaveLength(1);
	expect(await hintsOf({ items, mode: 'json' })).not.toContain(told);
	expect(await hintsOf({ items: [{ error: 'none' }, { pushOutcome: 'won' }] })).toEqual([]);
});

it.each<[what: string, Given, isTold: boolean]>([
	['fixed rows', {}, true],
	['fixed rows of one item', { items: [{}] }, false],
	['rows of an expression', { parameters: { rowsJson: '={{ $json.rows }}' } }, false],
	['rows that are the items', { mode: 'defineBelow' }, false],
])('%s are told to go out once for each item: %s', async (_, given, isTold) => {
	const parameters = { rowsJson: '[{ "n": 1 }]' };
	const hints = await hintsOf({ mode: 'json', parameters, items: [{}, {}, {}], ...given });
	expect(hints).toEqual(
		isTold
			? [
					'"Rows" is the same for all 3 input items, so its rows are sent 3 times. To send them once, turn on "Execute Once" in the node\'s settings; to send each item\'s own rows, use an expression.',
				]
			: [],
	);
});

it.each(['plain', 'decimalComma'] as const)(
	'columns all of whose numbers look like thousands are asked about: %s',
	async (numberFormat) => {
		const [example, text] = numberFormat === 'plain' ? ['1234.56', '1.234'] : ['1234,56', '1,234'];
		const columns = columnsOf(['spend', 'other'], {
			numberColumns: new Set(['spend', 'other']),
			numberFormat,
		});
		for (const value of [text, text]) columns.write(columns.of('spend'), value);
		for (const value of [text, '5']) columns.write(columns.of('other'), value);
		expect(
			await hintsOf({
				mode: 'binary',
				parameters: { numberFormat },
				source: { columns: [columns] },
			}),
		).toEqual([
			`All values of "spend" look like thousands, such as ${text}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
		]);
	},
);

describe('texts that look like numbers', () => {
	const TEXTS = 'Sent as text although they look like numbers: ';

	it.each([
		['autoMapInputData', 'list them in "Number Columns"'],
		['binary', 'list them in "Number Columns"'],
		['defineBelow', 'choose the type Number for them'],
		['json', 'write them without quotes'],
	])('are told by the names of their columns, in the mode %s', async (mode, remedy) => {
		const rows = rowsOf(
			{ clicks: '6120', spend: '17,35', name: 'Spring', n: 5 },
			{ clicks: '0', spend: '-12.50', name: '5', n: 6 },
		);
		expect(await hintsOf({ mode, rows })).toEqual([
			`${TEXTS}clicks, spend. To send numbers, ${remedy}.`,
		]);
	});

	it.each(['6120', '12.50', '17,35', '-5', '1,234.50', '1.234,50', '123456789012345', ' 7 '])(
		'are such as "%s"',
		async (text) => {
			const rows = rowsOf({ a: '' }, { a: text }, { a: null }, { a: 5 });
			expect(await hintsOf({ rows })).toHaveLength(1);
		},
	);

	it.each<[unknown]>([
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
		const count = async (...rows: object[]) => (await hintsOf({ rows: rowsOf(...rows) })).length;
		const isNumber = Number(value === '' || value === 5);
		expect(await count({ a: value })).toBe(0);
		expect(await count({ a: '5' }, { a: value })).toBe(isNumber);
		expect(await count({ a: value }, { a: '5' })).toBe(isNumber);
	});

	it('are looked for in the first 1,000 rows that can be sent', async () => {
		const last = rowsOf({ a: 'x', b: '5' });
		const others = (count: number) => rowsOf(...Array<object>(count).fill({ a: 'x' }));
		expect(await hintsOf({ rows: [...others(1_000), ...last] })).toEqual([]);
		const rows = () => [others(500), others(499), last, others(1)];
		expect(await hintsOf({ source: { rows } })).toHaveLength(1);
		expect(await hintsOf({ rows: [refused(0, { json: '{"b":"5"}' })] })).toEqual([]);
	});
});

describe('names that are not camelCase', () => {
	it('are told', async () => {
		const rows = rowsOf({
			Date: 'x',
			'Campaign Name': 'x',
			row_number: 2,
			campaignName: 'x',
			größe2: 1,
			'0': 1,
		});
		expect(await hintsOf({ rows })).toEqual([
			'Names that are not camelCase: 0, Date, Campaign Name, row_number.',
		]);
	});

	it('are told with no more than the beginning of a long list', async () => {
		const names = Array.from({ length: 60 }, (_, n) => `Name ${n}`);
		const rows = rowsOf(Object.fromEntries(names.map((name) => [name, 1])));
		expect(await hintsOf({ rows })).toEqual([
			`Names that are not camelCase: ${names.join(', ').slice(0, 200)}.`,
		]);
	});
});
