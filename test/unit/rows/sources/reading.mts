import type { PushExecution } from '../../../../nodes/MerchantData/rows/fields/fields.ts';
import type { Row, Source } from '../../../../nodes/MerchantData/rows/row.ts';
import { filesSource, pushedFile } from '../../../../nodes/MerchantData/rows/sources/files.ts';
import { settingsOf } from '../../delivery/road.mts';
import type { FileItem, Script } from '../../../kit/execution.mts';
import { executionOf as pushOf, type Fields } from '../../../kit/pushRows.mts';

/** Reads files as a push does. */

const FIELDS: Fields = {
	dataMode: 'binary',
	binaryPropertyName: 'data',
	fileFormat: 'autodetect',
	shopColumn: '',
};

/** The execution of a push of files whose every field holds an expression. */
export function executionOf(
	files: readonly FileItem[],
	fields: Fields | ((item: number) => Fields) = {},
	more: Script = {},
): PushExecution {
	const of = typeof fields === 'function' ? fields : () => fields;
	const items = files.map((_, n) => ({ n }));
	return pushOf(items, (item) => ({ ...FIELDS, ...of(item) }), { ...more, files });
}

export const fileItem = (content: Buffer | string, fileName = ''): FileItem => ({
	binary: { data: { data: Buffer.from(content as string).toString('base64'), fileName } },
});

/** A row: its ordinal, its line, its JSON, why it is not sent. */
export const told = ({ ordinal, line, json, problem }: Row) =>
	problem ? [ordinal, line, json, problem.message] : [ordinal, line, json];

export async function all(chunks: ReturnType<Source['rows']>) {
	const rows: Row[] = [];
	for await (const chunk of chunks) rows.push(...chunk);
	return rows;
}

/** Reads one file once. */
export async function read(content: Buffer | string, fields: Fields = {}, fileName = '') {
	const source = filesSource(executionOf([fileItem(content, fileName)], fields));
	const rows = await all(source.rows());
	const [file] = source.files;
	return { source, file: file!, rows, refusal: file!.refusal?.message };
}

/** Reads pieces; the reading of a number breaks off before a piece of a number, both from 0. */
export function fileOfPieces(pieces: string[], breaksOff = { reading: -1, piece: 0 }) {
	let readings = 0;
	async function* open() {
		const isBroken = readings++ === breaksOff.reading;
		for (const [at, piece] of pieces.entries()) {
			if (isBroken && at === breaksOff.piece) throw new Error('It is gone');
			yield Buffer.from(piece);
		}
	}
	const content = () => Promise.reject(new Error('Nobody asks for another file'));
	const settings = { columns: settingsOf(), delimiter: '', encoding: '' as const, fromLine: 1 };
	const form = { ...settings, shopColumn: undefined, format: undefined };
	return Object.assign(pushedFile({ name: '', open, content }, form, 0), { shop: 'a.example' });
}
