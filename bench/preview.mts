import './inProcess.mts';
import { Readable } from 'node:stream';
import type { RequestFormat } from '../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../nodes/MerchantData/mapping/row.ts';
import { csvLines } from './largeFile.mts';
import { atMost, median, MEGABYTE } from './section.mts';

/** Times *Preview* of a file against a first reading of it. `node bench/preview.mts` prints bounds. */

const { FilesSource } = await import('../nodes/MerchantData/input/files.ts');
const { previewRows } = await import('../nodes/MerchantData/resources/push/previewRows.ts');
const { readFileSettings } = await import('../nodes/MerchantData/resources/push/settings.ts');
const { executionOf } = await import('../test/kit/pushRows.mts');

const FORMAT = {
	limit: { rows: 500, size: MEGABYTE },
	sizeOf: ({ bytes }: Row) => bytes,
} as RequestFormat;
const ROWS = 1_000_000;
const ROUNDS = 5;

const file = { binary: { data: { id: 'file', fileName: 'spend.csv', mimeType: 'text/csv' } } };
const openStored = async () => Readable.from(Iterator.from(csvLines(ROWS)).map(Buffer.from));

async function read(isPreview: boolean): Promise<number> {
	const execution = executionOf([{}], { dataMode: 'binary' }, { files: [file], openStored });
	const settings = { ...readFileSettings(execution), isPreview };
	const source = new FilesSource(execution.context, settings);
	const started = performance.now();
	const inspection = await source.inspect();
	const sent = isPreview ? (await previewRows(source, inspection, FORMAT)).sent : inspection.total;
	if (sent !== ROWS) throw new Error(`${sent} rows were read`);
	return performance.now() - started;
}

await read(false);
await read(true);
const restBytes = process.memoryUsage().rss;
const [once, previews]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
	once.push(await read(false));
	previews.push(await read(true));
}
const risen = process.resourceUsage().maxRSS * 1_024 - restBytes;
console.log(
	JSON.stringify([
		atMost(
			'1,000,000 rows: time of Preview against reading them once',
			median(previews) / median(once),
			1.5,
		),
		atMost('1,000,000 rows: memory above that after a reading', risen / MEGABYTE, 250, 'MB'),
	]),
);
