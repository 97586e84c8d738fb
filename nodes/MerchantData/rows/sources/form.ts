import { listedNames } from '../../n8n/parameters';
import { InvalidValue } from '../../shared/invalidValue';
import { type Column, type ColumnSettings, plain } from '../columns';
import type { PushExecution } from '../fields/fields';
import { NUMBER_FORMATS } from '../numberFormat';
import type { Source } from '../row';

/** What the form of a push says of columns and files, and hints at what may be a mistake in it. */

/** What the form says of the columns of rows. @throws InvalidValue */
export function readColumnSettings({ nodeField }: PushExecution): ColumnSettings {
	const { booleanColumns, emptyValues } = nodeField('options');
	const namedIn = (field: string, typed: unknown, use: Column['use']) => {
		const names = listedNames(field, typed);
		return { field, names, use };
	};
	const numbers = namedIn('Number Columns', nodeField('numberColumns'), 'number');
	const booleans = namedIn('Boolean Columns', booleanColumns, 'boolean');
	const twice = [...booleans.names].find((name) => numbers.names.has(name));
	if (twice !== undefined)
		throw new InvalidValue(booleans.field, `names "${twice}", as "${numbers.field}" does`);
	return {
		uses: [
			namedIn('Shop Column', nodeField('shopColumn'), 'shop'),
			namedIn('Fields to Ignore', nodeField('fieldsToIgnore'), 'ignored'),
			numbers,
			booleans,
		],
		emptyValues: new Set([...listedNames('Values That Mean Empty', emptyValues)].map(plain)),
		numberFormat: nodeField('numberFormat'),
	};
}

/** How files are read. What is empty or undefined is detected. @throws InvalidValue */
export function readFileSettings(execution: PushExecution) {
	const { delimiter, encoding, fromLine } = execution.nodeField('options');
	const format = execution.nodeField('fileFormat');
	const [shopColumn] = listedNames('Shop Column', execution.nodeField('shopColumn'));
	const separator = delimiter === '\\t' ? '\t' : delimiter;
	if (separator.length > 1 || /["\r\n]/.test(separator))
		throw new InvalidValue('Delimiter', 'must be one character, or \\t for a tab');
	return {
		columns: readColumnSettings(execution),
		/** The column that names the shop of each row, which is not sent; undefined where none does. */
		shopColumn: shopColumn as string | undefined,
		format: format === 'autodetect' ? undefined : format,
		delimiter: separator,
		encoding,
		fromLine,
	};
}

const REMEDIES = {
	autoMapInputData: 'list them in "Number Columns"',
	binary: 'list them in "Number Columns"',
	defineBelow: 'choose the type Number for them',
	json: 'write them without quotes',
};

/** Hints at columns that the form may get wrong. What they hold is known once all rows were read. */
export function hintAtColumns(
	{ hint, nodeField }: PushExecution,
	{ columns = [], isInput }: Source,
): void {
	// Of a file, this is an error.
	const unknown = isInput ? columns.flatMap((each) => each.unknown()) : [];
	for (const { field, names } of unknown) {
		hint(
			`"${field}" names fields that no input item has: ${shown(names)}. Correct these names, or remove them.`,
		);
	}
	const suspects = columns.flatMap((each) => each.suspects());
	const { example } = NUMBER_FORMATS[nodeField('numberFormat')];
	for (const { name, use, suspect } of suspects) {
		if (use !== 'number') continue;
		// 1.234 is one and a bit here.
		hint(
			`All values of "${name}" look like thousands, such as ${suspect}, but in the format "${example}" they are smaller than 1,000. If thousands are meant, choose another "Number Format".`,
		);
	}
	const texts = new Set(suspects.flatMap(({ name, use }) => (use === 'number' ? [] : name)));
	if (texts.size > 0) {
		hint(
			`Sent as text although they look like numbers: ${shown([...texts])}. To send numbers, ${REMEDIES[nodeField('dataMode')]}.`,
		);
	}
}

const shown = (names: readonly string[]): string => names.join(', ').slice(0, 200);
