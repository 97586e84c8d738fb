import type { ColumnSettings, DataMode } from '../../../../nodes/MerchantData/mapping/columns.ts';
import type { CellType } from '../../../../nodes/MerchantData/mapping/cells.ts';
import { entry } from '../settings.mts';
import { column, hintsIn, type Table, table } from './described.mts';

const ALL = { isForAgent: false, isPreview: false };

describe('what may be a mistake in a column', () => {
	it.each<[name: string, values: unknown[], hint: string | undefined]>([
		[
			'Cost',
			['6120', ' 5 ', '--'],
			'"Cost" looks like a number, such as 6120, but is sent as text. To send numbers, choose "Number" in "Columns".',
		],
		[
			'CTR',
			['48.73%', '5%'],
			'"CTR" looks like a number, such as 48.73%, but is sent as text. To send numbers, choose "Number" in "Columns".',
		],
		[
			'Cost',
			['5', 'Spring', '7'],
			'"Cost" looks like a number, such as 5, but is sent as text. To send numbers, choose "Number" in "Columns".',
		],
		['Name', ['5', 'Spring'], undefined],
		['Cost', [5, 6.5], undefined],
		[
			'Day',
			['31.01.2026', '1.2.2026'],
			'"Day" looks like a day, such as 31.01.2026, but is sent unchanged. To send YYYY-MM-DD, choose "Date" in "Columns", and set "Date Format".',
		],
		[
			'x',
			['2026-11-20 10:30 EST'],
			'"x" looks like a day, such as 2026-11-20 10:30 EST, but is sent unchanged. To send YYYY-MM-DD, choose "Date" in "Columns", and set "Date Format".',
		],
		[
			'x',
			[new Date('2026-11-19T23:00:00Z')],
			'"x" looks like a day, such as 2026-11-19T23:00:00.000Z, but is sent unchanged. To send YYYY-MM-DD, choose "Date" in "Columns", and set "Date Format".',
		],
		['x', ['2026-01-31', '2026-02-01'], undefined],
		[
			'x',
			['Spring', "'0123"],
			'"x" contains \'0123, as spreadsheets protect text. To send the value alone, choose "Text" in "Columns".',
		],
		[
			'x',
			[`="${'9'.repeat(60)}"`],
			`"x" contains ="${'9'.repeat(48)}, as spreadsheets protect text. To send the value alone, choose "Text" in "Columns".`,
		],
		[
			'x',
			['Spring', 'NULL'],
			'"x" contains NULL, as databases write "no value" or line breaks. Add NULL or \\N to "Values That Mean Empty", or export quoted CSV.',
		],
		['x', ['C:\\new', 'a'], undefined],
		[
			'x',
			['two\\nlines'],
			'"x" contains two\\nlines, as databases write "no value" or line breaks. Add NULL or \\N to "Values That Mean Empty", or export quoted CSV.',
		],
		[
			'x',
			['Spring', '1.20208E+17'],
			'"x" contains 1.20208E+17, so the last digits are lost. Export the file again, and do not open it in a spreadsheet.',
		],
		[
			'x',
			[[{ a: 1 }]],
			'"x" contains a list of objects, which is sent as one row. If each of them is a row, put a "Split Out" node before this one.',
		],
	])('%s: %j: %s', (name, values, hint) => {
		const given = { stopsWhatLooksWrong: false };
		expect(hintsIn(column(name, values), given)).toEqual(hint === undefined ? [] : [hint]);
	});

	it.each<[type: CellType | undefined, count: number]>([
		[undefined, 1],
		['number', 0],
		['text', 0],
		['date', 0],
	])('is told of what is sent as %s: %d', (type, count) => {
		const entries = [entry('Cost', { type })];
		expect(hintsIn(column('Cost', ['5', '7']), { entries })).toHaveLength(count);
	});

	it.each<[mode: DataMode, way: string]>([
		['autoMapInputData', 'choose "Number" in "Columns"'],
		['binary', 'choose "Number" in "Columns"'],
		['defineBelow', 'choose "Number" in "Fields"'],
		['json', 'write them without quotes in "Rows"'],
	])('has the words of the data mode %s', (dataMode, way) => {
		expect(hintsIn(column('Cost', ['5', '7']), { dataMode })).toEqual([
			expect.stringContaining(way),
		]);
	});

	it('names three columns, and counts the others', () => {
		const names = ['a', 'b', 'c', 'd', 'e'];
		const given = { names, rows: [['5', '6', '7', '8', '9.5']] };
		expect(hintsIn(given)).toEqual([
			expect.stringContaining('"a", "b", "c" and 2 more look like numbers, such as 5'),
		]);
	});

	it('is not told in a preview if a setting is proposed, nor of micros that are sent so', () => {
		const micros = column('cost_micros', ['12500000']);
		const hint =
			'"cost_micros" seems to be in millionths. To send 12500000 as 12.5, choose "Micros".';
		const entries = [entry('cost_micros', { type: 'number' })];
		expect(hintsIn(micros, { entries })).toEqual([hint]);
		expect(hintsIn(micros, { entries }, { ...ALL, isPreview: true })).toEqual([]);
		expect(hintsIn(micros, { entries: [entry('cost_micros', { type: 'micros' })] })).toEqual([]);
	});
});

describe('rows that are left out', () => {
	const RULES = [{ column: '', text: 'Total' }, { column: 'b' }];
	const ROWS = table('a|b\nTotal|x\ntotal 2|x\nTOTAL|x\nTotal|x\nx|\n|');

	it('are told with their places and first values', () => {
		const told = [
			'Left out 4 rows whose first column begins with "Total": line 2 "Total", line 3 "total 2", line 4 "TOTAL", …',
			'Left out 2 rows whose "b" is empty: line 6 "x", line 7',
		];
		expect(hintsIn(ROWS, { skipRules: RULES })).toEqual(told);
		expect(hintsIn(ROWS, { skipRules: RULES }, { ...ALL, isForAgent: true })).toEqual(told);
		expect(hintsIn(table('a|b\n|'))).toEqual(['Left out 1 row without any value: line 2']);
	});

	it('are missed if a rule fits none', () => {
		const skipRules = [{ column: '', text: 'zzz' }, { column: 'a' }];
		expect(hintsIn(table('a\nx'), { skipRules })).toEqual(['No row begins with "zzz"']);
	});
});

it.each<[what: string, given: Table, settings: Partial<ColumnSettings>, hints: string[]]>([
	[
		'columns that no row has',
		table('a\nx'),
		{ entries: [entry('a'), entry('b')], shopColumn: 's' },
		['The form names "s" and "b", which no row has. Check the names.'],
	],
	[
		'a total that is sent',
		table('C|Cost\nA|x\nTotal|'),
		{ stopsWhatLooksWrong: false },
		['Line 3 may be a total: ("Total")'],
	],
	[
		'a notice',
		table('C|D\nA|x\n©2026 Firm|'),
		{},
		['Line 3 is a notice of the platform. Leave it out with "Rows to Skip": text "©".'],
	],
	[
		'a report of several days',
		table('Reporting starts|Reporting ends\n2026-11-01|2026-11-22'),
		{},
		[
			'"Reporting starts" and "Reporting ends" differ, so a row covers several days. Split the report by day.',
		],
	],
	[
		'such a report in another language',
		table('Berichtsstart|Berichtsende\n2026-11-01|2026-11-22'),
		{},
		[
			'"Berichtsstart" and "Berichtsende" differ, so a row covers several days. Split the report by day.',
		],
	],
	['other days', table('Day|Order end\n2026-11-01|2026-11-22'), {}, []],
	['a report of one day', table('Reporting starts|Reporting ends\n2026-11-01|2026-11-01'), {}, []],
])('%s: %#', (_, given, settings, hints) => {
	expect(hintsIn(given, settings).filter((hint) => !hint.includes('look'))).toEqual(hints);
});

it('tells an agent of rows that are left out alone', () => {
	expect(hintsIn(column('Cost', ['5']), {}, { ...ALL, isForAgent: true })).toEqual([]);
});
