import './inProcess.mts';
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { csvLines } from './largeFile.mts';
import { atMost, median, MEGABYTE } from './section.mts';

/** Times *Preview* of a file against a first reading of it. `node bench/preview.mts` prints bounds. */

const { FilesSource } = await import('../nodes/MerchantData/input/files.ts');
const { DateReader } = await import('../nodes/MerchantData/mapping/dateFormat.ts');

const ROWS = 1_000_000;
const ROUNDS = 5;

const file = { id: 'file', fileName: 'spend.csv', mimeType: 'text/csv', data: '' };
const context = {
	getInputData: () => [{ json: {}, binary: { data: file } }],
	getExecutionCancelSignal: () => undefined,
	getNode: () => ({ type: 'merchantData' }),
	helpers: {
		assertBinaryData: () => file,
		getBinaryStream: async () => Readable.from(Iterator.from(csvLines(ROWS)).map(Buffer.from)),
	},
} as unknown as IExecuteFunctions;

const settings = {
	columns: {
		dataMode: 'binary',
		entries: [],
		sendsOthers: true,
		skipRules: [],
		emptyValues: new Set<string>(),
		formats: { number: 'plain', date: new DateReader('iso', 'utc') },
		isCompared: false,
		stopsWhatLooksWrong: true,
	},
	delimiter: '',
	encoding: '',
	fromLine: 1,
	hasShortLines: false,
	rowsAtMost: Infinity,
	shopOf: () => 'bench.example',
	fieldOf: () => 'data',
	addedTo: () => [],
} as const;

async function read(isPreview: boolean): Promise<number> {
	const source = new FilesSource(context, { ...settings, isPreview });
	const started = performance.now();
	const { total } = await source.inspect(isPreview ? () => {} : undefined);
	if (total !== ROWS) throw new Error(`${total} rows were read`);
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
