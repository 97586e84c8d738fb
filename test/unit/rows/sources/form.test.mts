import type { IDataObject } from 'n8n-workflow';
import type { Columns } from '../../../../nodes/MerchantData/rows/columns.ts';
import {
	hintAtColumns,
	readColumnSettings,
} from '../../../../nodes/MerchantData/rows/sources/form.ts';
import { columnOf, columnsOf, settingsOf, sourceOf, startRoad } from '../../delivery/road.mts';
import { executionOf } from './reading.mts';

const read = (fields: Record<string, unknown>) => readColumnSettings(executionOf([{}], fields));

it('the settings of columns are read', () => {
	const columns = { shopColumn: ' s ', numberColumns: 'a, b', fieldsToIgnore: 'c' };
	const options = { booleanColumns: 'd', emptyValues: '-, n/a' };
	const numberFormat = 'pointComma';
	expect(read({ ...columns, numberFormat, options })).toEqual(
		settingsOf({
			...{ shopColumn: 's', numberColumns: ['a', 'b'], ignored: ['c'], booleanColumns: ['d'] },
			...{ emptyValues: ['-', 'n/a'], numberFormat },
		}),
	);
	expect(read({})).toEqual(settingsOf());
});

it.each([
	[{ numberColumns: 5 }, '"Number Columns" is not a text'],
	[{ fieldsToIgnore: null }, '"Fields to Ignore" is not a text'],
	[{ options: { emptyValues: [] } }, '"Values That Mean Empty"'],
	[
		{ numberColumns: 'a, b', options: { booleanColumns: 'b' } },
		'"Boolean Columns" names "b", as "Number Columns" does',
	],
	[{ numberFormat: 'x' }, '"Number Format" must be one of spaceComma, '],
])('the settings of columns are refused: %j', (fields, message) => {
	expect(() => read(fields)).toThrow(message);
});

function hintsOf(mode: string, columns: Columns[], parameters: IDataObject = {}) {
	const { execution, hints } = startRoad({ parameters: { dataMode: mode, ...parameters } });
	hintAtColumns(execution, sourceOf([], { columns, isInput: mode === 'autoMapInputData' }));
	return hints();
}

describe('names that no input item has', () => {
	const typed = { ignored: ['note', 'N'], numberColumns: ['spend', 'm'] };
	const columns = [columnsOf(['n', 'm'], typed)];

	it('are told, where each item is a row', () => {
		const remedy = 'Correct these names, or remove them.';
		expect(hintsOf('autoMapInputData', columns)).toEqual([
			`"Fields to Ignore" names fields that no input item has: note. ${remedy}`,
			`"Number Columns" names fields that no input item has: spend. ${remedy}`,
		]);
		for (const mode of ['json', 'binary', 'defineBelow'])
			expect(hintsOf(mode, columns)).toEqual([]);
	});

	it('are told with no more than the beginning of a long list', () => {
		const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
		const long = [columnsOf([], { ignored: names })];
		const [hint] = hintsOf('autoMapInputData', long);
		expect(hint).toContain(` has: ${names.join(', ').slice(0, 200)}. Correct`);
	});
});

it.each(['plain', 'decimalComma'] as const)('thousands are asked about: %s', (numberFormat) => {
	const [example, text] = numberFormat === 'plain' ? ['1234.56', '1.234'] : ['1234,56', '1,234'];
	const numberColumns = ['spend', 'other'];
	const columns = columnsOf(numberColumns, { numberColumns, numberFormat });
	for (const value of [text, text]) columns.write(columnOf(columns, 'spend'), value);
	for (const value of [text, '5']) columns.write(columnOf(columns, 'other'), value);
	expect(hintsOf('binary', [columns], { numberFormat })).toEqual([
		`All values of "spend" look like thousands, such as ${text}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
	]);
});

it.each([
	['autoMapInputData', 'list them in "Number Columns"'],
	['binary', 'list them in "Number Columns"'],
	['defineBelow', 'choose the type Number for them'],
	['json', 'write them without quotes'],
])('texts that look like numbers are told by their columns, in the mode %s', (mode, remedy) => {
	const file = () => {
		const columns = columnsOf(['clicks', 'spend', 'name']);
		const values = { clicks: ['6120'], spend: ['17,35'], name: ['5', 'Spring'] };
		for (const [name, all] of Object.entries(values))
			for (const value of all) columns.write(columnOf(columns, name), value);
		return columns;
	};
	expect(hintsOf(mode, [file(), file()])).toEqual([
		`Sent as text although they look like numbers: clicks, spend. To send numbers, ${remedy}.`,
	]);
});
