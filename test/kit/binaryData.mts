import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Container } from '@n8n/di';
import type { IBinaryData } from 'n8n-workflow';
import { type BinaryData, BinaryDataService } from 'n8n-core';

/** Files as n8n keeps them in its modes. */

const service = () => Container.get(BinaryDataService);
const inside = () => service() as unknown as { mode: string; managers: Record<string, object> };

/** A store that takes and gives files whole, as n8n's database and S3 do. */
function wholeFiles(): Pick<BinaryData.Manager, 'store' | 'getAsBuffer' | 'getAsStream'> {
	const files = new Map<string, Buffer>();
	return {
		async store(_location, content) {
			// n8n's own reads a stream by its events.
			const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
			const fileId = `file-${files.size}`;
			files.set(fileId, bytes);
			return { fileId, fileSize: bytes.length };
		},
		getAsBuffer: async (id) => files.get(id)!,
		getAsStream: async (id) => Readable.from([files.get(id)!]),
	};
}

/** Has n8n keep files in a mode until the tests around have ended. */
export function useMode(mode: string): void {
	let before: string;
	beforeAll(async () => {
		await service().init();
		before = inside().mode;
		inside().managers.database = wholeFiles();
		if (mode === 'default' || mode === 'database') inside().mode = mode;
	});
	afterAll(() => void (inside().mode = before));
}

export async function stored(content: Buffer | string, fileName = 'rows.csv') {
	const location = { type: 'execution', workflowId: 'workflow', executionId: 'before' } as const;
	const file = { fileName, mimeType: 'text/plain', data: '' };
	return await service().store(location, Buffer.from(content), file);
}

/** What stands in a file that left a node. */
export const bytesOf = async (file: IBinaryData | undefined): Promise<Buffer> =>
	await service().getAsBuffer(file!);
