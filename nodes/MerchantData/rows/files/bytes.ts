import { through } from '../../service/nodeStream';
import { InvalidValue } from '../../shared/invalidValue';
import { peek } from '../../shared/textEncoding';

/** The bytes of a file, in pieces. */
export type Bytes = AsyncIterable<Uint8Array>;

/** The label of the field that names the file. */
export const FILE_FIELD = 'Input Binary Field';

const GZIP = [0x1f, 0x8b];
/** Workbooks are ZIP archives too. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const beginsWith = (bytes: Uint8Array, mark: number[]) =>
	mark.every((byte, index) => bytes[index] === byte);

/**
 * The bytes of a file, decompressed where it begins as gzip does.
 * @throws InvalidValue where it is not whole, or a ZIP archive
 */
export async function* plainBytes(bytes: Bytes): AsyncGenerator<Uint8Array> {
	const { head, whole } = await peek(bytes, ZIP.length);
	if (beginsWith(head, GZIP)) return yield* decompressed(whole);
	const isZip = beginsWith(head, ZIP);
	for await (const piece of whole) {
		// Thrown while it is read, so that its stream is closed.
		if (isZip) throw zipped();
		yield piece;
	}
}

const zipped = () =>
	new InvalidValue(
		FILE_FIELD,
		'holds a ZIP archive, as Excel workbooks are too',
		'Unpack it, or read a workbook with the node "Extract From File".',
	);

async function* decompressed(bytes: Bytes): AsyncGenerator<Uint8Array> {
	/** What reading threw: it is not the fault of the file. */
	let unread: { error: unknown } | undefined;
	async function* watched(): AsyncGenerator<Uint8Array> {
		try {
			yield* bytes;
		} catch (error) {
			unread = { error };
		}
	}
	try {
		yield* through(new DecompressionStream('gzip'), watched());
	} catch (error) {
		if (!unread) throw brokenGzip(error);
	}
	if (unread) throw (unread as { error: Error }).error;
}

function brokenGzip(error: unknown): InvalidValue {
	const isFollowed = (error as { code?: unknown }).code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END';
	return isFollowed
		? new InvalidValue(
				FILE_FIELD,
				'holds a gzip file of several parts, which n8n cannot decompress as a stream',
				'Decompress it before this node, or compress it in one go.',
			)
		: new InvalidValue(
				FILE_FIELD,
				'holds a gzip file that is cut off or damaged',
				'Create the file again.',
			);
}
