import type { NamedValues } from '../../../../nodes/MerchantData/rows/columns.ts';
import {
	type FileRecord,
	type RecordReader,
	Unread,
	Unreadable,
} from '../../../../nodes/MerchantData/rows/files/records.ts';
import type { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import type { FileBytes } from '../../../../nodes/MerchantData/rows/files/text.ts';

/** Ways in which a file comes in pieces. */

/** What is found in pieces of a text; `end` is what ends the reading. */
export type Parsed = Omit<FileRecord, 'fields'> & { fields?: object; end?: 'file' | 'rest' };

const objectOf = ({ names, values }: NamedValues): object =>
	Object.fromEntries(names.map((name, index) => [name, values[index]])) as object;

export function parse(
	readerOf: (unread: Unread) => RecordReader,
	pieces: readonly string[],
	firstLine = 1,
): Parsed[] {
	const unread = new Unread(firstLine);
	const reader = readerOf(unread);
	const all: Parsed[] = [];
	for (const [index, text] of [...pieces, ''].entries()) {
		unread.add({ text, isLast: index === pieces.length });
		try {
			for (let { value } = reader.next(); value; { value } = reader.next()) {
				const { fields, ...rest } = value;
				all.push(fields ? { ...rest, fields: objectOf(fields) } : rest);
			}
		} catch (end) {
			const problem = end as InvalidInput;
			return end instanceof Unreadable
				? [...all, { line: end.line, problem, end: 'rest' }]
				: [...all, { line: 0, problem, end: 'file' }];
		}
	}
	return all;
}

/** The text cut at every place in turn, and cut everywhere at once. */
export function cuts(text: string): string[][] {
	const halves = [...text].map((_, at) => [text.slice(0, at), text.slice(at)]);
	return [...halves, [...text]];
}

/** The same for bytes. */
export function byteCuts(bytes: Buffer): Buffer[][] {
	const halves = [...bytes.keys()].map((at) => [bytes.subarray(0, at), bytes.subarray(at)]);
	return [...halves, [...bytes].map((byte) => Buffer.of(byte)), [bytes]];
}

export async function* stream(pieces: readonly Uint8Array[]): FileBytes {
	yield* pieces;
}

/** What records hold; of those that cannot be read, what they spoil. */
export const contents = (found: readonly Parsed[]) =>
	found.map(({ header, fields, problem, end }) =>
		problem ? (end ?? 'record') : (header ?? fields ?? 'blank'),
	);

/** Each result once. One comparison of many is much faster than many of one. */
export const distinct = (results: readonly unknown[]): unknown[] =>
	[...new Set(results.map((each) => JSON.stringify(each)))].map((each) =>
		each === undefined ? undefined : (JSON.parse(each) as unknown),
	);
