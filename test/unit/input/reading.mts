import type { ColumnSettings } from '../../../nodes/MerchantData/mapping/columns.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { InspectedInput } from '../../../nodes/MerchantData/input/source.ts';
import { FileOfRows, type FileSettings } from '../../../nodes/MerchantData/input/fileOfRows.ts';
import { FilesSource } from '../../../nodes/MerchantData/input/files.ts';
import { readFileSettings } from '../../../nodes/MerchantData/resources/push/settings.ts';
import type { StoredFile } from '../../../nodes/MerchantData/input/storedFile.ts';
import type { FileItem } from '../../kit/execution.mts';
import { executionOf, type Fields, rowsOf } from '../../kit/pushRows.mts';
import { settingsOf } from '../mapping/settings.mts';

/** Reads files: one that is made by hand, or those of items, as a push does. */

interface Settings extends Partial<Omit<FileSettings, 'columns'>> {
	columns?: Partial<ColumnSettings>;
}

interface Stored {
	/** What n8n keeps. */
	content: string | readonly Uint8Array[];
	name?: string;
	/** Each reading, or that of a number, breaks off before a piece of a number, both from 0. */
	breaksOff?: { reading?: number; piece: number };
}

/** A file that comes in pieces, and is read as the form says, or as more is known of it. */
export function fileOf(
	{ content, name = '', breaksOff }: Stored,
	{ columns, ...settings }: Settings = {},
	more: Partial<FileOfRows> = {},
): FileOfRows {
	let readings = 0;
	const pieces = typeof content === 'string' ? [Buffer.from(content)] : content;
	const stored = {
		name,
		hints: [],
		async *open() {
			const reading = readings++;
			const isBroken = (breaksOff?.reading ?? reading) === reading;
			for (const [at, piece] of pieces.entries()) {
				if (isBroken && at === breaksOff?.piece) throw new Error('It is gone');
				yield piece;
			}
		},
		// What is made of it is the text of another one.
		content: async (parts: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(parts)),
	};
	const execution = executionOf([{}], { dataMode: 'binary' });
	const all = { ...readFileSettings(execution), ...settings, columns: settingsOf(columns) };
	const file = new FileOfRows(execution.context, 0, all, ({ line }) => `line ${line}`);
	return Object.assign(file, { stored: stored as unknown as StoredFile, name, ...more });
}

/** A row: its ordinal, its line, its JSON, why it is not sent. */
export const told = ({ ordinal, line, json, problem }: Row) =>
	problem ? [ordinal, line, json, problem.message] : [ordinal, line, json];

/** What a reading of a file after the first gives. */
export async function rowsAgain(file: FileOfRows, input: InspectedInput): Promise<Row[]> {
	const rows: Row[] = [];
	for await (const chunk of file.rows(input)) rows.push(...chunk);
	return rows;
}

export const fileItem = (content: Buffer | string, fileName = ''): FileItem => ({
	binary: { data: { data: Buffer.from(content as string).toString('base64'), fileName } },
});

export function filesSource(
	files: readonly FileItem[],
	fields: Fields = {},
	more: Parameters<typeof executionOf>[2] = {},
): FilesSource {
	const items = files.map((_, n) => ({ n }));
	const parameters = { dataMode: 'binary', ...fields };
	const execution = executionOf(items, parameters, { ...more, files });
	return new FilesSource(execution.context, readFileSettings(execution));
}

/** Reads the files of items, as a push does. */
export async function readFiles(...given: Parameters<typeof filesSource>) {
	const source = filesSource(...given);
	const inspection = await source.inspect();
	const rows = await rowsOf(source, Promise.resolve(inspection));
	expect(rows).toHaveLength(inspection.total + inspection.left);
	return { source, inspection, hints: inspection.hints, rows };
}

/** Reads one file. */
export async function readFile(content: Buffer | string, fields: Fields = {}, name = '') {
	const found = await readFiles([fileItem(content, name)], fields);
	return { ...found, refusal: found.inspection.inputs.get(0)!.refusal?.code };
}
