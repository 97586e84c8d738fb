import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { type NodeStream, streamOf } from '../service/nodeStream';
import { quoted } from '../lib/counted';
import { InvalidValue } from '../errors/invalidInput';
import { FILE_FIELD } from './formats/records';
import type { FileBytes } from './formats/text';

/** Bytes in a piece. With twice as many, V8 gives each text pages of its own: six times as slow. */
const PIECE_BYTES = 64 * 1_024;
/** Bytes that n8n reads at once: with as few as a piece has, reading takes ten times as long. */
const READ_BYTES = 16 * PIECE_BYTES;

const TABLE = /\.(?:csv|tsv|json|ndjson|jsonl|jsonlines)(?:\.gz)?$/i;

/** The file that a field of the node names, wherever n8n keeps it. */
export class StoredFile {
	readonly name: string;
	private readonly file?: IBinaryData;
	/** n8n's last stream, from which streams of other files are made. */
	private opened?: NodeStream;

	/** @param named the name of its input field */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly item: number,
		private readonly named: unknown,
	) {
		this.file = this.found(this.named) ?? this.found(`_files.${String(this.named)}`);
		this.name = this.file?.fileName ?? '';
	}

	/** Its bytes, from the beginning. @throws InvalidValue if there is no file */
	async *open(): FileBytes {
		const { file } = this;
		if (!file) throw this.missing();
		if (file.id) {
			this.opened = await this.context.helpers.getBinaryStream(file.id, READ_BYTES);
			for await (const bytes of this.opened as AsyncIterable<Buffer>) {
				for (let at = 0; at < bytes.length; at += PIECE_BYTES)
					yield bytes.subarray(at, at + PIECE_BYTES);
			}
			return;
		}
		// Four characters of base64 are three bytes, so pieces have a multiple of four.
		for (let at = 0; at < file.data.length; at += PIECE_BYTES)
			yield Buffer.from(file.data.slice(at, at + PIECE_BYTES), 'base64');
	}

	/** A hint if its input item has other files that may be meant. */
	get hints(): string[] {
		const { binary = {} } = this.context.getInputData()[this.item];
		const isOther = (field: string) =>
			field !== this.named && TABLE.test(binary[field].fileName ?? '');
		const others = Object.keys(binary).filter(isOther);
		if (others.length === 0) return [];
		return [
			`The input item has other files, which are not pushed: ${quoted(others, 3)}. To push them, put each file into an item of its own.`,
		];
	}

	/** The content of another file: a stream, unless n8n would keep it in memory anyway. */
	async content(parts: AsyncIterable<Buffer>): Promise<Buffer | NodeStream> {
		if (this.opened) return streamOf(this.opened, parts);
		const list: Buffer[] = [];
		for await (const part of parts) list.push(part);
		return Buffer.concat(list);
	}

	/** n8n's helper knows where the workflow keeps files: beside an item's JSON, or in it. */
	private found(place: unknown): IBinaryData | undefined {
		try {
			return this.context.helpers.assertBinaryData(this.item, place as string);
		} catch {
			return undefined;
		}
	}

	private missing(): InvalidValue {
		const files = Object.keys(this.context.getInputData()[this.item].binary ?? {});
		const problem = `names "${String(this.named).slice(0, 100)}", but the input item has no such file`;
		const remedy = `The files of the input item: ${quoted(files).slice(0, 200) || 'none'}.`;
		return new InvalidValue('file.missing', FILE_FIELD, problem, remedy);
	}
}
