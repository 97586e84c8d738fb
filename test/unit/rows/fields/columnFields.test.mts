import type { Field } from '../../../../nodes/MerchantData/shared/field.ts';
import { DateReader } from '../../../../nodes/MerchantData/rows/dateFormat.ts';
import {
	columnFields,
	formatFields,
	tableOptions,
} from '../../../../nodes/MerchantData/rows/fields/columnFields.ts';
import { pushFields } from '../../../../nodes/MerchantData/rows/fields/fields.ts';
import { numberIn } from '../../../../nodes/MerchantData/rows/numberFormat.ts';

const [numberFormat, dateFormat] = formatFields;

it('the menu shows each number format by its example, in the order that n8n wants', () => {
	expect(numberFormat.options.map(({ name, value }) => [name, value])).toEqual([
		['1 234,56', 'spaceComma'],
		['1,234.56', 'commaPoint'],
		['1.234,56', 'pointComma'],
		["1'234.56", 'apostrophePoint'],
		['1234,56', 'decimalComma'],
		['1234.56', 'plain'],
	]);
	for (const { name, value } of numberFormat.options) expect(numberIn(name, value)).toBe('1234.56');
});

it('the menu shows each date format by its example, in the order that n8n wants', () => {
	expect(dateFormat.options.map(({ name, value }) => [name, value])).toEqual([
		['01/31/2026', 'monthSlashes'],
		['2026-01-31', 'iso'],
		['20260131', 'compact'],
		['31 Jan 2026', 'dayMonthName'],
		['31.01.2026', 'dayDots'],
		['31/01/2026', 'daySlashes'],
		['46053', 'spreadsheet'],
		['Jan 31, 2026', 'monthName'],
	]);
	for (const { name, value } of dateFormat.options)
		expect(new DateReader(value, 'UTC').read(name)).toBe('2026-01-31');
});

/** Fields that stand in the entries of others, too. */
const deep = (fields: readonly Field[]): Field[] =>
	fields.flatMap((field) => {
		const groups = (field.options ?? []) as ReadonlyArray<{ values?: readonly Field[] }>;
		return [field, ...groups.flatMap(({ values = [] }) => deep(values))];
	});

it('a part of an entry takes no expression, but for a column that is dropped there', () => {
	const parts = deep([...columnFields, ...tableOptions]).filter(({ displayName }) =>
		['Column', 'Field Name', 'Send As', 'Text', 'When Its Value'].includes(displayName),
	);
	expect(
		parts.map(({ name, noDataExpression, requiresDataPath }) => [
			name,
			noDataExpression,
			requiresDataPath,
		]),
	).toEqual([
		['name', undefined, 'single'],
		['field', true, undefined],
		['sendAs', true, undefined],
		['column', undefined, 'single'],
		['when', true, undefined],
		['text', true, undefined],
	]);
});

it('the fields about columns are those of tables', () => {
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
