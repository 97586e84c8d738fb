import type { IDataObject } from 'n8n-workflow';
import { hintAtRows } from '../../../../nodes/MerchantData/rows/sources/hints.ts';
import type { Source } from '../../../../nodes/MerchantData/rows/row.ts';
import { columnsOf, sourceOf, startRoad } from '../../delivery/road.mts';

interface Given {
	mode?: string;
	parameters?: IDataObject;
	items?: IDataObject[];
	source?: Partial<Source>;
}

function hintsOf({ mode = 'autoMapInputData', parameters, items = [{}], source }: Given) {
	const { execution, hints } = startRoad({ parameters: { dataMode: mode, ...parameters }, items });
	hintAtRows(execution, sourceOf([], source));
	return hints();
}

describe('names that no input item has', () => {
	const columns = [
		columnsOf(['n', 'm'], {
			ignored: new Set(['note', 'N']),
			numberColumns: new Set(['spend', 'm']),
		}),
	];

	it('are told, where each item is a row', () => {
		const remedy = 'Correct these names, or remove them.';
		expect(hintsOf({ source: { columns } })).toEqual([
			`"Fields to Ignore" names fields that no input item has: note. ${remedy}`,
			`"Number Columns" names fields that no input item has: spend. ${remedy}`,
		]);
		for (const mode of ['json', 'binary', 'defineBelow'])
			expect(hintsOf({ mode, source: { columns } })).toEqual([]);
	});

	it('are told with no more than the beginning of a long list', () => {
		const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
		const long = [columnsOf([], { ignored: new Set(names) })];
		const [hint] = hintsOf({ source: { columns: long } });
		expect(hint).toContain(` has: ${names.join(', ').slice(0, 200)}. Correct`);
	});
});

it('what this node wrote into items at an earlier push is told to be left out, each name once', () => {
	const error = { message: '400: no', outcome: 'rejected' };
	const items = [{ error }, { error }, { pushOutcome: 'accepted', pushStatus: 200 }];
	const told =
		'Left out, because this node wrote them at an earlier push: error, pushOutcome, pushStatus. To send such a column as data, rename it before this node.';
	expect(hintsOf({ items })).toEqual([told]);
	expect(hintsOf({ items, mode: 'json' })).toHaveLength(1);
	expect(hintsOf({ items, mode: 'json' })).not.toContain(told);
	expect(hintsOf({ items: [{ error: 'none' }, { pushOutcome: 'won' }] })).toEqual([]);
});

it.each<[what: string, Given, isTold: boolean]>([
	['fixed rows', {}, true],
	['fixed rows of one item', { items: [{}] }, false],
	['rows of an expression', { parameters: { rowsJson: '={{ $json.rows }}' } }, false],
	['rows that are the items', { mode: 'defineBelow' }, false],
])('%s are told to go out once for each item: %s', (_, given, isTold) => {
	const parameters = { rowsJson: '[{ "n": 1 }]' };
	const hints = hintsOf({ mode: 'json', parameters, items: [{}, {}, {}], ...given });
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
	(numberFormat) => {
		const [example, text] = numberFormat === 'plain' ? ['1234.56', '1.234'] : ['1234,56', '1,234'];
		const columns = columnsOf(['spend', 'other'], {
			numberColumns: new Set(['spend', 'other']),
			numberFormat,
		});
		for (const value of [text, text]) columns.write(columns.of('spend'), value);
		for (const value of [text, '5']) columns.write(columns.of('other'), value);
		expect(
			hintsOf({
				mode: 'binary',
				parameters: { numberFormat },
				source: { columns: [columns] },
			}),
		).toEqual([
			`All values of "spend" look like thousands, such as ${text}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
		]);
	},
);

it.each([
	['autoMapInputData', 'list them in "Number Columns"'],
	['binary', 'list them in "Number Columns"'],
	['defineBelow', 'choose the type Number for them'],
	['json', 'write them without quotes'],
])('texts that look like numbers are told by their columns, in the mode %s', (mode, remedy) => {
	const file = () => {
		const columns = columnsOf(['clicks', 'spend', 'name']);
		for (const [name, value] of [
			['clicks', '6120'],
			['spend', '17,35'],
			['name', '5'],
			['name', 'Spring'],
		] as const)
			columns.write(columns.of(name), value);
		return columns;
	};
	expect(hintsOf({ mode, source: { columns: [file(), file()] } })).toEqual([
		`Sent as text although they look like numbers: clicks, spend. To send numbers, ${remedy}.`,
	]);
});
