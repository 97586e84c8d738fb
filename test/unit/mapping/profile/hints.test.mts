import type { ColumnSettings, DataMode } from '../../../../nodes/MerchantData/mapping/columns.ts';
import type { CellType } from '../../../../nodes/MerchantData/mapping/cells.ts';
import { entry } from '../settings.mts';
import { column, hintsIn, table } from './described.mts';

const ALL = { isForAgent: false, isPreview: false };

describe('a hint at a column', () => {
	const NUMBER = 'is sent as text. To send numbers, choose "Number" in "Columns".';
	const DAY =
		'is sent unchanged. To send YYYY-MM-DD, choose "Date" in "Columns", and set "Date Format".';
	const PROTECTED =
		'as spreadsheets protect text. To send the value alone, choose "Text" in "Columns".';
	const DATABASE =
		'as databases write "no value" or line breaks. Add NULL or \\N to "Values That Mean Empty", or export quoted CSV.';
	const LIST =
		'contains a list of objects, which is sent as one row. If each of them is a row, put a "Split Out" node before this one.';
	const looksLike = (what: string) => `looks like a ${what}, but`;

	it.each<[name: string, values: unknown[], beginning: string, rest: string]>([
		['Cost', ['6120', ' 5 ', '--'], looksLike('number, such as 6120'), NUMBER],
		['CTR', ['48.73%', '5%'], looksLike('number, such as 48.73%'), NUMBER],
		['Cost', ['5', 'Spring', '7'], looksLike('number, such as 5'), NUMBER],
		['Day', ['31.01.2026', '1.2.2026'], looksLike('day, such as 31.01.2026'), DAY],
		['x', ['2026-11-20 10:30 EST'], looksLike('day, such as 2026-11-20 10:30 EST'), DAY],
		['x', [new Date(0)], looksLike('day, such as 1970-01-01T00:00:00.000Z'), DAY],
		['x', ['Spring', "'0123"], "contains '0123,", PROTECTED],
		['x', [`="${'9'.repeat(60)}"`], `contains ="${'9'.repeat(48)},`, PROTECTED],
		['x', ['Spring', 'NULL'], 'contains NULL,', DATABASE],
		['x', ['two\\nlines'], 'contains two\\nlines,', DATABASE],
		['x', [[{ a: 1 }]], LIST, ''],
	])('"%s" with %j: it %s', (name, values, beginning, rest) => {
		const given = { stopsWhatLooksWrong: false };
		const hint = `"${name}" ${beginning} ${rest}`.trim();
		expect(hintsIn(column(name, values), given)).toEqual([hint]);
	});

	it.each<[name: string, values: unknown[]]>([
		['Name', ['5', 'Spring']],
		['Cost', [5, 6.5]],
		['x', ['2026-01-31', '2026-02-01']],
		['x', ['C:\\new', 'a']],
	])('is not made for "%s" with %j', (name, values) => {
		expect(hintsIn(column(name, values), { stopsWhatLooksWrong: false })).toEqual([]);
	});

	it('is not made for a column that is sent as a type', () => {
		const types = [undefined, 'number', 'text', 'date'] as const;
		const hintsFor = (type?: CellType) =>
			hintsIn(column('Cost', ['5', '7']), { entries: [entry('Cost', { type })] });
		expect(types.map((type) => hintsFor(type).length)).toEqual([1, 0, 0, 0]);
	});

	it.each<[mode: DataMode, column: string, value: string, way: RegExp]>([
		['autoMapInputData', 'Cost', '5', /choose "Number" in "Columns"\.$/],
		['defineBelow', 'Cost', '5', /choose "Number" in "Fields"\.$/],
		['json', 'Cost', '5', /write them without quotes in "Rows"\.$/],
		['json', 'Day', '31.01.2026', /unchanged\. Write days as YYYY-MM-DD\.$/],
		['json', 'x', '="0123"', /alone, correct it before this node\.$/],
		['defineBelow', 'x', 'NULL', /line breaks\. Correct it before this node\.$/],
		['defineBelow', 'cost_micros', '12500000', /as 12\.5, correct it before this node\.$/],
	])('has words that fit the data mode %s: "%s" with %j', (dataMode, name, value, way) => {
		const hints = hintsIn(column(name, [value]), { dataMode });
		expect(hints.at(-1)).toMatch(way);
	});

	it('names three columns, and counts the others', () => {
		const names = ['a', 'b', 'c', 'd', 'e'];
		const given = { names, rows: [['5', '6', '7', '8', '9.5']] };
		const [hint] = hintsIn(given);
		expect(hint).toContain('"a", "b", "c" and 2 more look like numbers, such as 5');
	});

	it('is made in a preview only if no setting is proposed, and not for micros that are sent as such', () => {
		const micros = column('cost_micros', ['12500000']);
		const hint =
			'"cost_micros" seems to be in millionths. To send 12500000 as 12.5, choose "Micros".';
		const entries = [entry('cost_micros', { type: 'number' })];
		const inPreview = { ...ALL, isPreview: true };
		expect(hintsIn(micros, { entries })).toEqual([hint]);
		expect(hintsIn(micros, { entries }, inPreview)).toEqual([hint]);
		expect(hintsIn(micros, {}, inPreview)).toEqual([]);
		expect(hintsIn(micros, { dataMode: 'defineBelow' }, inPreview)).toHaveLength(2);
		expect(hintsIn(micros, { entries: [entry('cost_micros', { type: 'micros' })] })).toEqual([]);
	});
});

describe('rows that are left out', () => {
	const RULES = [{ column: '', text: 'Total' }, { column: 'b' }];
	const ROWS = table('a|b\nTotal|x\ntotal 2|x\nTOTAL|x\nTotal|x\nx|\n|');

	it('are listed with their places and first values', () => {
		const told = [
			'Left out 4 rows whose first column begins with "Total": line 2 "Total", line 3 "total 2", line 4 "TOTAL", …',
			'Left out 2 rows whose "b" is empty: line 6 "x", line 7',
		];
		expect(hintsIn(ROWS, { skipRules: RULES })).toEqual(told);
		expect(hintsIn(ROWS, { skipRules: RULES }, { ...ALL, isForAgent: true })).toEqual(told);
		expect(hintsIn(table('a|b\n|'))).toEqual(['Left out 1 row without any value: line 2']);
	});

	it('are missed by a hint if a rule fits none', () => {
		const skipRules = [{ column: '', text: 'zzz' }, { column: 'a' }];
		expect(hintsIn(table('a\nx'), { skipRules })).toEqual(['No row begins with "zzz"']);
	});
});

const MISSING = { entries: [entry('a'), entry('b')], shopColumn: 's' };
const NO_ROW = 'The form names "s" and "b", which no row has. Check the names.';
const TOTAL = 'Line 3 may be a total: ("Total")';
const NOTICE = 'Line 3 is a notice of the platform. Leave it out with "Rows to Skip": text "©".';
const FROM_TO = '"Reporting starts" and "Reporting ends" differ';
const VON_BIS = '"Berichtsstart" and "Berichtsende" differ';
const SPLIT = ', so a row covers several days. Split the report by day.';

it.each<[what: string, text: string, hints: string[], settings?: Partial<ColumnSettings>]>([
	['columns that no row has', 'a\nx', [NO_ROW], MISSING],
	['a total that is sent', 'C|Cost\nA|x\nTotal|', [TOTAL], { stopsWhatLooksWrong: false }],
	['a notice', 'C|D\nA|x\n©2026 Firm|', [NOTICE]],
	['days', 'Reporting starts|Reporting ends\n2026-11-01|2026-11-22', [FROM_TO + SPLIT]],
	['days in German', 'Berichtsstart|Berichtsende\n2026-11-01|2026-11-22', [VON_BIS + SPLIT]],
	['other days', 'Day|Order end\n2026-11-01|2026-11-22', []],
	['currencies', 'Cost\n5 €\n$6\n7', ['The amounts are in EUR and $. Split the file by currency.']],
	['a currency in a column', 'Cost|Currency\n5 €|EUR\n$6|USD', []],
	['days beside a total', 'Day|Reporting ends\n|2026-11-02\n2026-11-02|2026-11-02', []],
	['one day', 'Reporting starts|Reporting ends\n2026-11-01|2026-11-01', []],
])('a hint at %s: %j', (_, text, hints, settings = {}) => {
	expect(hintsIn(table(text), settings).filter((hint) => !hint.includes('look'))).toEqual(hints);
});

describe('a hint at midnight in a time zone', () => {
	const DAY = column('Day', ['2026-11-20 10:00 +0900', '2026-11-20 00:00:00 +0900']);
	const entries = [entry('Day', { type: 'date' })];
	const inPreview = { ...ALL, isPreview: true };

	it('is made if it is sent as the day before', () => {
		const hint =
			'"2026-11-20 00:00:00 +0900" in "Day" is sent as 2026-11-19: its day in the time zone of the workflow. You can change that in the settings of the workflow.';
		expect(hintsIn(DAY, { entries })).toEqual([hint]);
		expect(hintsIn(DAY, {}, inPreview)).toEqual([hint]);
	});

	it('is not made for other times, or if the text is sent as it is', () => {
		const others = ['2026-11-20 10:00 +0900', '2026-11-20T00:00:00Z', '2026-11-20 00:00'];
		expect(hintsIn(column('Day', others), { entries })).toEqual([]);
		expect(hintsIn(DAY)).toEqual([expect.stringContaining('sent unchanged')]);
	});
});
