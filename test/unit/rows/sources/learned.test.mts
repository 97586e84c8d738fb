import { Columns, type ColumnSettings } from '../../../../nodes/MerchantData/rows/columns.ts';
import {
	firstValue,
	Learned,
	noColumn,
	skipReason,
} from '../../../../nodes/MerchantData/rows/sources/learned.ts';
import { executionOf, type Fields } from '../../../kit/pushRows.mts';
import { entry, settingsOf } from '../settings.mts';

/** What is learned of rows with these names. */
function learn(rows: string[][], settings: Partial<ColumnSettings> = {}) {
	const all = settingsOf(settings);
	const columns = new Columns(all);
	const learned = new Learned(all);
	for (const names of rows) learned.seeColumns(columns.layoutOf(names));
	const refusal = learned.refusal(all);
	const told = refusal && { message: refusal.message, remedy: refusal.remedy };
	return { learned, columns, refusal: told };
}

const say = (learned: Learned, fields: Fields = {}, type?: string) =>
	learned.sentences(executionOf([{}], fields, { type }));

describe('columns that the form names', () => {
	it('are refused if no row has any of them', () => {
		const entries = [entry('x'), entry('y', { isLeftOut: true })];
		expect(learn([['a'], ['b', 'a']], { entries }).refusal).toEqual({
			message: '"Columns" names "x", "y": there are no columns of that name',
			remedy: 'Correct or remove it. The columns are: a, b.',
		});
		expect(learn([['s', 'a']], { entries, shopColumn: 's' }).refusal!.remedy).toContain(': s, a.');
		// Whatever else names them.
		const skipRules = [{ column: 'x' }, { column: 'y' }];
		expect(learn([['a']], { entries, skipRules, shopColumn: 'x' }).refusal).toBeDefined();
	});

	it.each<[rows: string[][], settings: Partial<ColumnSettings>]>([
		[[['a'], ['X']], { entries: [entry('x'), entry('y')] }],
		[[['a']], {}],
		[[['a']], { shopColumn: 'x', skipRules: [{ column: 'y' }] }],
		[[], { entries: [entry('x')] }],
		// What "Always Output Data" gives.
		[[[]], { entries: [entry('x')] }],
	])('are not refused in rows with %j: %j', (rows, settings) => {
		expect(learn(rows, settings).refusal).toBeUndefined();
	});

	it('are told if no row has them', () => {
		const settings = {
			entries: [entry('a'), entry('x')],
			shopColumn: 's',
			skipRules: [{ column: 'k' }, { column: '' }, { column: 'b' }],
		};
		const { learned } = learn([['a'], ['B']], settings);
		const [hint, ...others] = say(learned);
		expect(
			hint!
				.split(/[ ,]+/)
				.filter((word) => word.length === 1)
				.sort(),
		).toEqual(['k', 's', 'x']);
		expect(hint).toMatch(/^No row has the columns .*, which the form names: check their names\.$/);
		expect(others).toEqual([]);
		expect(say(learn([['a', 's', 'k', 'x'], ['b']], settings).learned)).toEqual([]);
	});
});

it.each([
	['autoMapInputData', true],
	['binary', true],
	['json', false],
	['defineBelow', false],
])('columns that the form does not name are told in a preview: %s', (dataMode, isTold) => {
	const settings = { entries: [entry('a')], shopColumn: 's' };
	const { learned } = learn(
		[
			['a', ' b '],
			['c', 's'],
		],
		settings,
	);
	const hint = '"Columns" does not name these, so they would be sent under their own names: b, c.';
	expect(say(learned, { dataMode, preview: true })).toEqual(isTold ? [hint] : []);
	expect(say(learned, { dataMode })).toEqual([]);
	const none = learn([['a', 'b']], { entries: [entry('a')], sendsOthers: false }).learned;
	expect(say(none, { dataMode, preview: true })).toEqual([]);
});

it.each([
	['autoMapInputData', 'add them to "Columns" and choose "Number"'],
	['binary', 'add them to "Columns" and choose "Number"'],
	['defineBelow', 'choose the type Number for them'],
	['json', 'write them without quotes'],
])('numbers that are sent as text are told in the mode %s', (dataMode, remedy) => {
	const { learned, columns } = learn([['n']]);
	const [column] = columns.layoutOf(['n']).columns;
	learned.hints.see(column!, '5');
	expect(say(learned, { dataMode })).toEqual([
		`Sent as text although they look like numbers: n. To send numbers, ${remedy}.`,
	]);
});

it('what is left out comes first, and is all that an agent is told', () => {
	const { learned, columns } = learn([['n']], { entries: [entry('n'), entry('x')] });
	learned.hints.see({ ...columns.layoutOf(['n']).columns[0]!, type: undefined }, '5');
	learned.leftOut.add('without any value', () => 'row 2');
	const hints = say(learned, { preview: true });
	expect(hints).toEqual([
		'1 row without any value, left out: row 2',
		'No row has the columns x, which the form names: check their names.',
		expect.stringMatching(/^Sent as text/),
	]);
	expect(say(learned, { preview: true }, 'merchantDataTool')).toEqual(hints.slice(0, 1));
});

describe('rows that look like totals', () => {
	function seen(...all: unknown[][]) {
		const { learned } = learn([]);
		for (const [at, values] of all.entries()) learned.seeRow(values, () => `line ${at + 2}`);
		return say(learned);
	}
	const ADVICE = 'If that is so, leave them out with "Rows to Skip" in the options.';

	it.each([
		['Total', 'Total'],
		['TOTALS: Account', 'TOTALS: Account'],
		[' Grand total', ' Grand total'],
		['Sub-total', 'Sub-total'],
		['subtotal', 'subtotal'],
		['Summe', 'Summe'],
		['Gesamt', 'Gesamt'],
		['© 2026', '© 2026'],
	])('are told: %j', (text, shown) => {
		expect(seen(['a', 5], ['', 5, text], ['x', 'Total'])).toEqual([
			`1 row looks like a total (line 3 "${shown}"). ${ADVICE}`,
		]);
	});

	it('are counted', () => {
		expect(seen(['Total'], [5, 'total'], ['Totals'])).toEqual([
			`3 rows look like totals (line 2 "Total", …). ${ADVICE}`,
		]);
	});

	it.each(['The total', 'Toto', 'Sum', 'x'])('are none: %j', (text) => {
		expect(seen([text], [], [5], [''])).toEqual([]);
	});
});

it('a column that is not there is told with those that there are', () => {
	expect(noColumn(['x'], 'Shop Column', ['a', 'b'])).toMatchObject({
		message: '"Shop Column" names "x": there is no column of that name',
		remedy: 'Correct or remove it. The columns are: a, b.',
	});
	const long = 'x'.repeat(400);
	const { message, remedy } = noColumn([long, 'y'], 'Columns', [long]);
	expect(message).toBe(
		`"Columns" names "${'x'.repeat(100)}", "y": there are no columns of that name`,
	);
	expect(remedy).toBe(`Correct or remove it. The columns are: ${'x'.repeat(300)}.`);
});

it.each([
	[{ column: '', text: 'Total' }, 'whose first column begins with "Total"'],
	[{ column: 'Name', text: '© 1' }, 'whose "Name" begins with "© 1"'],
	[{ column: '' }, 'whose first column is empty'],
	[{ column: 'Name' }, 'whose "Name" is empty'],
])('the rule %j leaves out rows %s', (rule, reason) => {
	expect(skipReason(rule)).toBe(reason);
});

it.each([
	[['row_number', '', ' ', null, undefined, ' x ', 'y'], ' " x "'],
	[[0], ' "0"'],
	[[false], ' "false"'],
	[['y'.repeat(60)], ` "${'y'.repeat(50)}"`],
	[[''], ''],
	[[], ''],
])('of the values %j people see%s', (values, shown) => {
	const dataAt = [...values.keys()].filter((at) => values[at] !== 'row_number');
	expect(firstValue({ dataAt }, values)).toBe(shown);
});
