import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import type { PushExecution } from '../fields/fields';
import type { Row, RowFile, Source } from '../row';
import { readColumnSettings } from './form';
import { type FileSettings, rowFile } from './rowFile';
import { storedFile } from './storedFile';

/** The rows of the files of all input items. @throws InvalidValue where the form cannot be followed */
export function filesSource(execution: PushExecution): Source & { files: readonly RowFile[] } {
	const settings = readFileSettings(execution);
	const items = [...execution.context.getInputData().keys()];
	const files = items.map((item) =>
		rowFile(storedFile(execution, item), settings, item, shopOf(execution, item, settings)),
	);
	const { cancelSignal } = execution.client.context;
	async function* rows(): AsyncGenerator<readonly Row[]> {
		for (const file of files) {
			for await (const chunk of file.rows()) {
				if (cancelSignal?.aborted) return execution.hint(CUT_SHORT);
				yield chunk;
			}
		}
	}
	return {
		rows,
		files,
		columns: files.map(({ columns }) => columns),
		skipped: () => files.reduce((sum, { skipped }) => sum + skipped, 0),
		placeOf: ({ item, line }: Row) =>
			[
				...(files.length > 1 || line === undefined ? [`item ${item + 1}`] : []),
				...(line === undefined ? [] : [`line ${line}`]),
			].join(', '),
	};
}

const CUT_SHORT = 'The execution was stopped: what is left of its files was not read';

/** @throws InvalidValue */
function readFileSettings(execution: PushExecution): FileSettings {
	const { delimiter, encoding, fromLine } = execution.nodeField('options');
	const format = execution.nodeField('fileFormat');
	const shopColumn = execution.nodeField('shopColumn');
	if (typeof shopColumn !== 'string')
		throw new InvalidValue('Shop Column', 'is not a text', 'Give the name of one column.');
	const separator = delimiter === '\\t' ? '\t' : delimiter;
	if (typeof separator !== 'string' || separator.length > 1 || /["\r\n]/.test(separator))
		throw new InvalidValue('Delimiter', 'must be one character, or \\t for a tab');
	return {
		columns: readColumnSettings(execution),
		format: format === 'autodetect' ? undefined : format,
		delimiter: separator,
		encoding,
		fromLine,
		shopColumn: shopColumn.trim(),
	};
}

/** The shop of all rows of a file, or why it is refused. It is not read where each row names its own. */
function shopOf(
	execution: PushExecution,
	item: number,
	{ shopColumn }: FileSettings,
): { shop: string; refusal?: InvalidInput } {
	if (shopColumn !== '') return { shop: '' };
	try {
		return { shop: execution.shop(item) };
	} catch (error) {
		const isInput = error instanceof InvalidInput;
		return { shop: '', refusal: isInput ? error : new InvalidInput((error as Error).message) };
	}
}
