import { columnNames } from '../../shared/fieldValues';
import type { PushExecution } from '../fields/fields';
import { columnOptionsOf } from '../rows/columns';
import { openRowFile, type RowFile } from './rowFile';
import { type FileOptions, readFileSettings } from './settings';
import { fileOf } from './storedFile';

/**
 * Opens the files of all input items, so that bad input is found before anything is sent.
 * @param onFailure is called for each item whose file cannot be opened, with its shop if that is known,
 *   and may throw to end the reading
 * @throws InvalidValue
 */
export async function openFiles(
	execution: PushExecution,
	options: Partial<FileOptions> & Pick<FileOptions, 'maxBodyKb'>,
	onFailure: (error: unknown, item: number, shop: string | null) => void,
): Promise<RowFile[]> {
	const settings = readFileSettings(execution.nodeField('fileFormat'), {
		...options,
		...columnOptionsOf(execution),
	});
	const files: RowFile[] = [];
	for (const item of execution.context.getInputData().keys()) {
		let shop: string | null = null;
		try {
			shop = execution.shop(item);
			const ignored = columnNames('Fields to Ignore', execution.field('fieldsToIgnore', item));
			files.push(await openRowFile(fileOf(execution, item), settings, { item, shop, ignored }));
		} catch (error) {
			onFailure(error, item, shop);
		}
	}
	return files;
}
