import { readColumnSettings } from '../../../../nodes/MerchantData/rows/sources/columnSettings.ts';
import type { Fields } from '../../../kit/pushRows.mts';
import { executionOf } from './reading.mts';

const read = (fields: Fields) => readColumnSettings(executionOf([{}], fields));

it('reads what the form says of columns', () => {
	expect(
		read({
			numberColumns: 'a, b',
			numberFormat: 'pointComma',
			fieldsToIgnore: 'c',
			options: { booleanColumns: 'd', emptyValues: '-, n/a' },
		}),
	).toEqual({
		numberColumns: new Set(['a', 'b']),
		booleanColumns: new Set(['d']),
		ignored: new Set(['c']),
		emptyValues: new Set(['-', 'n/a']),
		numberFormat: 'pointComma',
	});
	expect(read({})).toMatchObject({ booleanColumns: new Set(), emptyValues: new Set() });
});

it.each([
	[{ numberColumns: 5 }, '"Number Columns" is not a text'],
	[{ fieldsToIgnore: null }, '"Fields to Ignore" is not a text'],
	[{ options: { emptyValues: [] } }, '"Values That Mean Empty"'],
	[{ numberFormat: 'x' }, '"Number Format" must be one of '],
])('refuses %j', (fields, message) => {
	expect(() => read(fields)).toThrow(message);
});
