import {
	readColumnSettings,
	readFileSettings,
	setFields,
} from '../../../../nodes/MerchantData/resources/push/settings.ts';
import { columns, skipRows } from '../../../kit/columns.mts';
import { executionOf, type Fields } from '../../../kit/pushRows.mts';
import { refusal } from '../../../kit/refusal.mts';
import { entry, settingsOf } from '../../mapping/settings.mts';
const BINARY = { dataMode: 'binary' };
const read = (fields: Fields = {}) =>
	readColumnSettings(executionOf([{}], { ...BINARY, ...fields }));

describe('the settings of columns', () => {
	it.each([
		['binary', {}, true],
		['autoMapInputData', {}, true],
		['binary', { ifRowsLookWrong: 'send' }, false],
		// Rows of expressions are not a table.
		['json', {}, false],
	])('stop what looks wrong in the mode %s with %j: %s', (dataMode, options, stops) => {
		expect(read({ dataMode, options }).stopsWhatLooksWrong).toBe(stops);
	});

	it('have columns, formats, empty values and rules', () => {
		const settings = read({
			columns: columns(
				[' Cost (EUR) ', ' metrics.spend ', 'number'],
				["['CPM [EUR]']", 'Cost (incl. VAT)', 'text'],
				['d', '', 'leaveOut'],
				['e'],
				// An empty entry is ignored.
				[' ', ' '],
			),
			otherColumns: 'leaveOut',
			shopColumn: " ['my shop [1]'] ",
			numberFormat: 'pointComma',
			dateFormat: 'dayDots',
			options: {
				emptyValues: ' -, N/A,, no  value',
				skipRows: skipRows({ text: ' Total  a ' }, { column: ' b ', text: '©' }, { column: 'c' }),
			},
		});
		expect(settings).toMatchObject({
			sendsOthers: false,
			shopColumn: 'my shop [1]',
			emptyValues: new Set(['-', 'n/a', 'no value']),
			formats: { number: 'pointComma', date: { format: 'dayDots' } },
		});
		expect(settings.entries).toEqual([
			entry('Cost (EUR)', { path: ['metrics', 'spend'], type: 'number' }),
			entry('CPM [EUR]', { path: ['Cost (incl. VAT)'], type: 'text' }),
			entry('d', { isLeftOut: true }),
			entry('e'),
		]);
		const rules = [{ column: '', text: 'Total  a' }, { column: 'b', text: '©' }, { column: 'c' }];
		expect(settings.skipRules).toEqual(rules);
	});

	it('have a pattern of dates, if the format is one', () => {
		const dateOf = (fields: Fields) => read(fields).formats.date;
		const custom = dateOf({ dateFormat: 'custom', datePattern: ' d-MMM-yy ' });
		// The pattern of another format is ignored.
		const dots = dateOf({ dateFormat: 'dayDots', datePattern: 'mm' });
		expect([custom.read('20-Nov-26'), dots.read('1.2.2026')]).toEqual(['2026-11-20', '2026-02-01']);
	});

	it('ignore fields of tables in other modes', () => {
		// If an expression chooses the mode, n8n keeps what other modes hold.
		const fields = { shopColumn: 's', otherColumns: 'leaveOut', columns: columns(['a']) };
		const of = (dataMode: string) => read({ ...fields, dataMode });
		expect(of('autoMapInputData')).toMatchObject({ shopColumn: undefined, sendsOthers: false });
		for (const mode of ['json', 'defineBelow'])
			expect(of(mode)).toMatchObject({ shopColumn: undefined, sendsOthers: true, entries: [] });
	});

	const LEAVE_OUT = { columns: columns(['a', '', 'leaveOut']), otherColumns: 'leaveOut' };
	const skipping = (rule: object) => ({ options: { skipRows: skipRows(rule) } });

	it.each<[fields: Fields, message: string, remedy: string]>([
		[{ dateFormat: 'custom', datePattern: 'dd-mm-yy' }, '"Date Pattern" has no month', 'Write MM'],
		[{ dateFormat: 'custom' }, '"Date Pattern" has no year', 'Write yyyy or yy'],
		[{ columns: columns(['a'], ['', 'b']) }, '"Columns" has no name in entry 2', ''],
		[{ columns: columns(['a'], ['b'], [' A']) }, '"Columns" names "A" twice', 'Remove one entry.'],
		[LEAVE_OUT, '"Other Columns" is "Leave Out", and "Columns" sends none', ''],
		[{ columns: columns(['a', 'b'], ['b']) }, '"Columns" makes the field "b" twice', 'Give one'],
		[{ columns: columns(['a', 'm..n']) }, '"Columns" has the name "m..n"', 'Remove the dot'],
		[{ shopColumn: 5 }, '"Shop Column" is not a text', ''],
		[{ columns: columns(["a['b']"]) }, '"Columns" names a value within a column', 'drag'],
		[{ shopColumn: "a['b']" }, '"Shop Column" names a value within a column', 'drag'],
		[skipping({ column: "a['b']" }), '"Rows to Skip" names a value within a column', 'drag'],
		[skipping({ column: 'a', text: ' ' }), '"Rows to Skip" has a rule without', 'Set "Text"'],
	])('refuse %j', (fields, message, remedy) => {
		const found = refusal(() => read(fields));
		expect(found.message).toContain(message);
		expect(found.remedy).toContain(remedy);
	});
});

describe('fields that are set in the form', () => {
	const set = (...fields: object[]) => setFields({ assignments: fields }, 'Fields');

	it('have a name, a path, a type and a value', () => {
		expect(
			set(
				{ name: ' a ', value: 'x' },
				{ name: 'm.n', value: ' ', type: 'string' },
				{ name: 7, value: null, type: 'number' },
				{ name: 'b', value: ' ', type: 'number' },
			),
		).toEqual([
			{ name: 'a', at: 0, path: ['a'], origin: 'the field "a"', type: 'string', value: 'x' },
			expect.objectContaining({ name: 'm.n', at: 1, path: ['m', 'n'], value: ' ' }),
			expect.objectContaining({ name: '7', path: ['7'], type: 'number', value: null }),
			expect.objectContaining({ name: 'b', value: undefined }),
		]);
		for (const none of [{}, { assignments: 'a' }, null, undefined])
			expect(setFields(none, 'Fields')).toEqual([]);
	});

	const CORRECT_IT = 'Correct the expression, or let it return null if there is no value.';
	it.each<[field: object, message: string, remedy: string]>([
		[{ name: ' ', value: 2 }, 'has no name in field 2', ''],
		[{ name: 'c', value: 'x', type: 'toString' }, 'has an unknown type for "c"', ''],
		[{ name: 'b' }, 'has no value for "b", because its expression returns nothing', CORRECT_IT],
	])('are refused: %j', (field, message, remedy) => {
		const assignments = [{ name: 'a', value: 1, type: 'number' }, field];
		const refused = { message: `"Fields to Add" ${message}`, remedy };
		expect(refusal(() => setFields({ assignments }, 'Fields to Add'))).toEqual(refused);
	});
});

describe('the settings of files', () => {
	const readFile = (fields: Fields = {}) =>
		readFileSettings(executionOf([{}], { ...BINARY, ...fields }));

	it('say how files are read', () => {
		const given = { encoding: 'big5', fromLine: 3 };
		const options = { ...given, delimiter: '\\t', quotes: 'text', shortLines: true };
		expect(readFile({ fileFormat: 'csv', options, columns: columns(['a']) })).toMatchObject({
			...given,
			columns: settingsOf({ entries: [entry('a')] }),
			format: 'csv',
			delimiter: '\t',
			hasShortLines: true,
			hasPlainQuotes: true,
		});
		expect(readFile({ options: { delimiter: '§' } }).delimiter).toBe('§');
	});
});
