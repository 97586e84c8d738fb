import { Columns, type ColumnSettings } from '../../../../nodes/MerchantData/mapping/columns.ts';
import { Learned } from '../../../../nodes/MerchantData/mapping/profile/learned.ts';
import { Row } from '../../../../nodes/MerchantData/mapping/row.ts';
import { entry, settingsOf } from '../settings.mts';

/** What is learned of rows with these names. */
function learn(rows: string[][], settings: Partial<ColumnSettings> = {}) {
	const all = settingsOf(settings);
	const columns = new Columns(all);
	const learned = new Learned(all, ({ line }: Row) => `line ${line}`);
	for (const names of rows) learned.seeLayout(columns.layoutOf(names, []));
	return learned;
}

const say = (learned: Learned<Row>, isPreview = false, isForAgent = false) =>
	learned.sentences(isForAgent, isPreview);

describe('columns that the form names', () => {
	it('are refused if no row has any of them, whatever else names them', () => {
		const [x, long] = ['x'.repeat(100), 'a'.repeat(400)];
		const entries = [entry(`${x}yz`), entry('y', { isLeftOut: true })];
		expect(learn([['b', 'a']], { entries: [entry('a'), entries[1]!] }).refusal).toMatchObject({
			message: 'There is no column "y" (Columns)',
		});
		const isLeftOut = { entries: [entry('a', { isLeftOut: true }), entry('c')] };
		expect(learn([['b'], ['a']], isLeftOut).refusal).toBeUndefined();
		expect(learn([['b'], ['b', long]], { entries }).refusal).toMatchObject({
			message: `There are no columns "${x}" (Columns), "y" (Columns)`,
			remedy: `Correct or remove it in the form. The columns are: b, ${long.slice(0, 297)}.`,
		});
		const skipRules = [{ column: `${x}yz` }, { column: 'y' }];
		expect(learn([['a']], { entries, skipRules, shopColumn: 's' }).refusal).toBeDefined();
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
		const skipRules = [{ column: 'k' }, { column: '' }, { column: 'b' }];
		const settings = { entries: [entry('a'), entry('x')], shopColumn: 's', skipRules };
		expect(say(learn([['a'], ['B']], settings))).toEqual([
			'No row has the columns s, k, x, which the form names: check their names.',
		]);
		expect(say(learn([['a', 's', 'k', 'x'], ['b']], settings))).toEqual([]);
	});
});

it.each([
	['binary', true],
	['json', false],
] as const)('columns that the form does not name are told in a preview: %s', (dataMode, isTold) => {
	const settings = { dataMode, entries: [entry('a')], shopColumn: 's' };
	const rows = ['a, b ', 'c,s'].map((names) => names.split(','));
	const learned = learn(rows, settings);
	const hint = '"Columns" does not name these, so they would be sent under their own names: b, c.';
	expect(say(learned, true)).toEqual(isTold ? [hint] : []);
	expect(say(learned)).toEqual([]);
	const none = learn([['a', 'b']], { ...settings, shopColumn: undefined, sendsOthers: false });
	expect(say(none, true)).toEqual([]);
});

describe('rows that look like totals', () => {
	function seen(...all: unknown[][]) {
		const learned = learn([]);
		for (const [at, values] of all.entries()) learned.seeTotal(values, new Row(0, at, '', at + 2));
		return say(learned);
	}
	const ADVICE = 'If that is so, leave them out with "Rows to Skip" in the options.';

	const TOTALS = ['TOTALS: Account', ' Grand total', 'Sub-total', 'Summe', 'Gesamt', '© 2026'];
	it.each(TOTALS)('are told: %j', (text) => {
		expect(seen(['a', 5], ['', 5, text], ['x', 'Total'])).toEqual([
			`1 row looks like a total (line 3 "${text}"). ${ADVICE}`,
		]);
		expect(seen([text], [5, 'subtotal'])[0]).toMatch(/^2 rows look like totals \(.+, line 3 /);
	});

	it.each(['The total', 'Toto', 'Sum', 'x'])('are none: %j', (text) => {
		expect(seen([text], [], [5], [''])).toEqual([]);
	});
});
