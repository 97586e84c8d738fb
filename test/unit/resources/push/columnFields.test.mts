import type { Field } from '../../../../nodes/MerchantData/n8n/field.ts';
import { columnFields } from '../../../../nodes/MerchantData/resources/push/columnFields.ts';
import { fileFields } from '../../../../nodes/MerchantData/resources/push/fileFields.ts';
import { pushFields } from '../../../../nodes/MerchantData/resources/push/form.ts';
import { tableOptions } from '../../../../nodes/MerchantData/resources/push/tableOptions.ts';

/** Fields that stand in the entries of others, too. */
const deep = (fields: readonly Field[]): Field[] =>
	fields.flatMap((field) => {
		const groups = (field.options ?? []) as ReadonlyArray<{ values?: readonly Field[] }>;
		return [field, ...groups.flatMap(({ values = [] }) => deep(values))];
	});

it('only the column of an entry takes an expression, because n8n drops one there', () => {
	const all = deep([...fileFields, ...columnFields, ...tableOptions]);
	const parts = all.filter(({ displayName }) =>
		['Column', 'Field Name', 'Send As', 'Text', 'When Its Value'].includes(displayName),
	);
	const names = (of: Field[]) => of.map(({ name }) => name);
	const isFixed = ({ noDataExpression }: Field) => noDataExpression === true;
	expect(names(parts.filter(isFixed))).toEqual(['field', 'sendAs', 'when', 'text']);
	// It is the name that is dropped, not the value.
	const dropped = all.filter(({ requiresDataPath }) => requiresDataPath === 'single');
	expect(names(dropped)).toEqual(['shopColumn', 'name', 'column']);
});

it('the fields of columns are shown in the modes of tables', () => {
	const tables = ['autoMapInputData', 'binary'];
	const shownIn = (names: string[]) =>
		pushFields
			.filter(({ name }) => names.includes(name))
			.map(({ displayOptions }: Field) => displayOptions?.show);
	expect(shownIn(['columns', 'otherColumns', 'dateFormat', 'fieldsToAdd'])).toEqual(
		Array(4).fill({ dataMode: tables }),
	);
	expect(shownIn(['numberFormat'])).toEqual([{ dataMode: [...tables, 'defineBelow'] }]);
});
