import { isAgentCall } from '../../n8n/agentCall';
import { listedNames, readDelimiter } from '../../n8n/parameters';
import { InvalidValue } from '../../errors/invalidInput';
import { type Formats, isCellType, writeCell } from '../../mapping/cells';
import {
	type AddedField,
	type ColumnEntry,
	columnOf,
	type ColumnSettings,
	isTable,
	type SetField,
	type SkipRule,
} from '../../mapping/columns';
import type { FileSettings } from '../../input/fileOfRows';
import type { ItemsSettings } from '../../input/items';
import { checkedPattern, DateReader } from '../../mapping/dateFormat';
import type { PushExecution } from './form';
import { OBJECT_AS_TEXT } from '../../input/itemData';
import { columnInForm, comparable, entryNamed, fieldPath, fieldTree } from '../../mapping/names';

/** @throws InvalidValue */
export function readItemsSettings(execution: PushExecution): ItemsSettings {
	const { field, isFixed } = execution;
	return {
		...commonSettings(execution),
		hasFixedRows: isFixed('rowsJson'),
		fieldsOf: (item) => setFields(field('fields', item), 'Fields'),
		rowsOf: (item) => field('rowsJson', item),
	};
}

/** @throws InvalidValue */
export function readFileSettings(execution: PushExecution): FileSettings {
	const { delimiter, encoding, fromLine, quotes, shortLines } = execution.nodeField('options');
	const format = execution.nodeField('fileFormat');
	return {
		...commonSettings(execution),
		fieldOf: (item) => execution.field('binaryPropertyName', item),
		format: format === 'autodetect' ? undefined : format,
		delimiter: readDelimiter(delimiter, true),
		encoding,
		fromLine,
		hasShortLines: shortLines,
		hasPlainQuotes: quotes === 'text' || undefined,
	};
}

function commonSettings(execution: PushExecution) {
	const { nodeField, shop } = execution;
	const columns = readColumnSettings(execution);
	return {
		columns,
		rowsAtMost: nodeField('options').rowsAtMost,
		isPreview: nodeField('preview'),
		shopOf: shop,
		addedTo: addedFields(execution, columns.formats),
	};
}

/** @throws InvalidValue */
export function readColumnSettings(execution: PushExecution): ColumnSettings {
	const { nodeField } = execution;
	const { emptyValues, ifRowsLookWrong, skipRows } = nodeField('options');
	const dataMode = nodeField('dataMode');
	// If an expression chooses the Data Mode, n8n keeps the values of the fields of other modes.
	const shopColumn = dataMode === 'binary' ? nodeField('shopColumn') : '';
	if (typeof shopColumn !== 'string')
		throw new InvalidValue('value.wrongType', 'Shop Column', 'is not a text');
	const entries = columnEntries(nodeField('columns').column);
	const sendsOthers = !isTable(dataMode) || nodeField('otherColumns') === 'send';
	const sendsNone = !sendsOthers && entries.every(({ isLeftOut }) => isLeftOut);
	if (sendsNone) throw new InvalidValue('setting.incomplete', 'Other Columns', SENDS_NONE);
	return {
		dataMode,
		entries,
		sendsOthers,
		shopColumn: columnInForm(shopColumn, 'Shop Column') || undefined,
		skipRules: skipRows.rule.map(skipRule),
		emptyValues: new Set([...listedNames('Values That Mean Empty', emptyValues)].map(comparable)),
		formats: { number: nodeField('numberFormat'), date: dateReader(execution) },
		isCompared: comparesRows(execution),
		stopsWhatLooksWrong: isTable(dataMode) && ifRowsLookWrong === 'stop',
	};
}

const SENDS_NONE = 'is "Leave Out", and "Columns" sends none';

/** Whether only changed rows are sent. An agent may always send its rows again, and its calls may be parallel. */
export const comparesRows = ({ nodeField, context }: PushExecution): boolean =>
	nodeField('ifSentAgain') === 'replaces' && nodeField('onlyChanged') && !isAgentCall(context);

function dateReader({ nodeField, context }: PushExecution): DateReader {
	const format = nodeField('dateFormat');
	const pattern = format === 'custom' ? checkedPattern(String(nodeField('datePattern'))) : '';
	return new DateReader(format, context.getTimezone(), pattern);
}

/** The entries of *Columns*, without those that have all defaults. @throws InvalidValue */
function columnEntries(
	given: ReadonlyArray<{ name: string; field: string; sendAs: string }>,
): ColumnEntry[] {
	const entries: ColumnEntry[] = [];
	for (const [index, { name: typed, field, sendAs }] of given.entries()) {
		const name = columnInForm(typed, 'Columns');
		const fieldName = field.trim();
		if (name === '' && fieldName === '' && sendAs === 'asIs') continue;
		if (name === '')
			throw new InvalidValue('setting.incomplete', 'Columns', `has no name in entry ${index + 1}`);
		if (entryNamed(entries, name)) {
			const problem = `names "${name}" twice`;
			throw new InvalidValue('column.clash', 'Columns', problem, 'Remove one entry.');
		}
		const path = fieldName === '' ? undefined : fieldPath(fieldName, 'Columns');
		const type = isCellType(sendAs) ? sendAs : undefined;
		entries.push({ name, path, type, isLeftOut: sendAs === 'leaveOut' });
	}
	const sent = entries.flatMap((entry, at) =>
		entry.isLeftOut ? [] : columnOf(entry.name, at, entry),
	);
	// It refuses columns that do not go together.
	fieldTree(sent, 'Columns');
	return entries;
}

function skipRule(rule: { column: string; when: string; text: string }): SkipRule {
	const column = columnInForm(rule.column, 'Rows to Skip');
	if (rule.when === 'isEmpty') return { column };
	if (comparable(rule.text) !== '') return { column, text: rule.text.trim() };
	const remedy =
		'Every value begins with an empty text, so all rows would be left out. Set "Text", or remove the rule.';
	throw new InvalidValue('setting.incomplete', 'Rows to Skip', 'has a rule without a text', remedy);
}

/** @param given the value of *Fields* or *Fields to Add* for an item. @throws InvalidValue */
export function setFields(given: unknown, label: 'Fields' | 'Fields to Add'): SetField[] {
	// Programs that write workflows may leave out the type of a text.
	return assignmentsIn(given).map(({ name: typed, type = 'string', value }, at) => {
		const name = String(typed ?? '').trim();
		if (name === '')
			throw new InvalidValue('setting.incomplete', label, `has no name in field ${at + 1}`);
		if (!isCellType(type))
			throw new InvalidValue('setting.wrongValue', label, `has an unknown type for "${name}"`);
		if (value === undefined) {
			const problem = `has no value for "${name}", because its expression returns nothing`;
			const remedy = 'Correct the expression, or let it return null if there is no value.';
			throw new InvalidValue('setting.givesNothing', label, problem, remedy);
		}
		if (typeof value === 'string' && value.includes(OBJECT_AS_TEXT))
			throw new InvalidValue(
				'value.objectAsText',
				label,
				`contains "${OBJECT_AS_TEXT}" for "${name}"`,
				'Its expression puts an object into a text. Name a value of the object, such as {{ $json.campaign.name }}.',
			);
		const isEmpty = typeof value === 'string' && value.trim() === '' && type !== 'string';
		const path = fieldPath(name, label);
		const origin = `the field "${name}"`;
		return { name, at, path, origin, type, value: isEmpty ? undefined : value };
	});
}

/** Writes *Fields to Add* for an item. Without an expression, they are read only once. */
function addedFields({ field, isFixed }: PushExecution, formats: Formats) {
	const read = (item: number): readonly AddedField[] =>
		setFields(field('fieldsToAdd', item), 'Fields to Add').map(({ name, path, type, value }) => {
			const json = writeCell(name, value, type, formats) ?? '';
			return { path, origin: '"Fields to Add"', json };
		});
	if (!isFixed('fieldsToAdd')) return read;
	let fixed: readonly AddedField[] | undefined;
	return (item: number) => (fixed ??= read(item));
}

function assignmentsIn(given: unknown): Array<Record<string, unknown>> {
	const fields = (given as { assignments?: unknown } | null | undefined)?.assignments;
	return Array.isArray(fields) ? (fields as Array<Record<string, unknown>>) : [];
}
