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
	const names = (is: (field: Field) => boolean) => all.filter(is).map(({ name }) => name);
	const fixed = names(({ noDataExpression }) => noDataExpression === true);
	expect(fixed).toEqual(expect.arrayContaining(['field', 'sendAs', 'when', 'text']));
	// It is the name that is dropped, not the value.
	const dropped = names(({ requiresDataPath }) => requiresDataPath === 'single');
	expect(dropped).toEqual(['shopColumn', 'name', 'column']);
	expect(fixed.filter((name) => dropped.includes(name))).toEqual([]);
});

it('the fields of columns are shown in the modes of tables', () => {
	const dataMode = ['autoMapInputData', 'binary'];
	const shownIn = (...names: string[]) =>
		(pushFields as readonly Field[]).flatMap((field) =>
			names.includes(field.name) ? [field.displayOptions?.show] : [],
		);
	const ofTables = shownIn('columns', 'otherColumns', 'dateFormat', 'fieldsToAdd');
	expect(ofTables).toEqual(Array(4).fill({ dataMode }));
	expect(shownIn('numberFormat')).toEqual([{ dataMode: [...dataMode, 'defineBelow'] }]);
});
