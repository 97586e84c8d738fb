import type { IBinaryData } from 'n8n-workflow';
import { type NodeStream, streamOf } from '../../service/nodeStream';
import { InvalidValue } from '../../shared/invalidValue';
import type { PushExecution } from '../fields/fields';
import { FILE_FIELD } from '../files/records';
import type { FileBytes } from '../files/text';

/** Bytes in a piece. With twice as many, V8 gives each text pages of its own: six times as slow. */
const PIECE_BYTES = 64 * 1_024;

/** The file that a field of the node names or gives, wherever n8n keeps it. */
export function storedFile({ context, field }: PushExecution, item: number) {
	const { helpers } = context;
	const named: unknown = field('binaryPropertyName', item);
	const file = [named, `_files.${String(named)}`].map(found).find((each) => each !== undefined);
	/** The last one that was opened, where n8n gives streams. */
	let opened: NodeStream | undefined;
	return {
		name: file?.fileName ?? '',
		/** Its bytes from the beginning, as often as they are asked for. They throw where there is no file. */
		open: (): FileBytes => (!file ? missing() : file.id ? stored(file.id) : inMemory(file.data)),
		/** Another file, as n8n takes it: a stream, unless n8n would keep it in memory anyway. */
		async content(parts: AsyncIterable<Buffer>) {
			if (opened) return streamOf(opened, parts);
			const list: Buffer[] = [];
			for await (const part of parts) list.push(part);
			return Buffer.concat(list);
		},
	};

	/** By n8n's helper, which knows where the workflow keeps files: beside an item's JSON, or in it. */
	function found(place: unknown): IBinaryData | undefined {
		try {
			return helpers.assertBinaryData(item, place as string);
		} catch {
			return undefined;
		}
	}

	function missing(): never {
		const there = Object.keys(context.getInputData()[item].binary ?? {}).join(', ');
		throw new InvalidValue(
			FILE_FIELD,
			`names "${String(named).slice(0, 100)}", which holds no file in the input item`,
			`The files of the input item: ${there.slice(0, 200) || 'none'}.`,
		);
	}

	async function* stored(id: string): AsyncGenerator<Uint8Array> {
		opened = await helpers.getBinaryStream(id, PIECE_BYTES);
		for await (const bytes of opened as AsyncIterable<Buffer>) {
			for (let at = 0; at < bytes.length; at += PIECE_BYTES)
				yield bytes.subarray(at, at + PIECE_BYTES);
		}
	}
}

/** Files that n8n keeps in memory, which have no id. @param data base64 */
async function* inMemory(data: string): AsyncGenerator<Uint8Array> {
	// Four characters hold three bytes, so it must be a multiple of four.
	for (let at = 0; at < data.length; at += PIECE_BYTES)
		yield Buffer.from(data.slice(at, at + PIECE_BYTES), 'base64');
}
