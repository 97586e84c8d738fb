import type { IBinaryData } from 'n8n-workflow';
import type { PushExecution } from '../../../../nodes/MerchantData/push/fields/fields.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { executionOf, type Fields } from '../rows/reading.mts';

export interface FileItem {
	/** The files of an item, by their fields. */
	binary?: Record<string, Partial<IBinaryData>>;
	/** Those that stand in its JSON, as `_files.data` does. */
	inJson?: Record<string, Partial<IBinaryData>>;
}

interface Host {
	/** Opens what n8n keeps outside of its memory. */
	stream?: (id: string, pieceBytes: number) => Promise<unknown>;
}

/** What the room of files asks of an execution. */
export function executionOfFiles(
	items: readonly FileItem[],
	fieldsOf: (item: number) => Fields,
	{ stream }: Host = {},
): PushExecution {
	const context = {
		getInputData: () => items.map(({ binary }) => ({ json: {}, binary })),
		getNode: () => ({ type: 'merchantData' }),
		helpers: {
			assertBinaryData(item: number, place: string) {
				const file = { ...items[item]!.binary, ...items[item]!.inJson }[place];
				if (file) return file;
				throw new Error(`No file at ${place}`);
			},
			getBinaryStream: stream,
		},
	};
	return {
		...executionOf(items, fieldsOf),
		context,
		nodeField(name: string) {
			const value = fieldsOf(0)[name];
			if (items.every((_, item) => fieldsOf(item)[name] === value)) return value;
			throw new InvalidValue(name, 'differs between items');
		},
	} as unknown as PushExecution;
}

export const inMemory = (content: Buffer | string) =>
	Buffer.from(content as string).toString('base64');
