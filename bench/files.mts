import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import axios from 'axios';
import { parse } from 'csv-parse';
import { CACHE } from '../scripts/paths.mts';
import { pushExtracted, pushFile } from './contestants.mts';
import { type BenchNode, HEAP_MB, SMALL_HEAP, startBenchHost } from './host.mts';
import { BATCH, SHOP } from './nodes/rows.mts';
import { csvLines } from './largeFile.mts';
import { PUSH_PATH } from './nullSink.mts';
import { type Bench, middle, peak, race, type Run, runNodes, runOutside } from './race.mts';
import { atLeast, atMost, MEGABYTE, megabytes, type Section, time } from './section.mts';

/** Pushing CSV files, on an n8n that has little memory, against what users have otherwise. */

const MANY = 1_000_000;
const MORE = 5_000_000;
const ROUNDS = 5;
const FOLDER = join(CACHE, 'bench-files');

const readFile = (path: string): BenchNode => ({
	name: 'Read File',
	type: 'n8n-nodes-base.readWriteFile',
	parameters: { fileSelector: path, options: {} },
});

const extract: BenchNode = {
	name: 'Extract From File',
	type: 'n8n-nodes-base.extractFromFile',
	parameters: { options: {} },
};

const NAMES = {
	node: 'this node, *Binary File*, small n8n',
	script: 'script with csv-parse and axios, the same mapping',
	extract: 'Extract From File + this node',
} as const;

/** A row as the service wants it, as the node's *Columns* say. */
const mapped = ({ date, ...record }: Record<string, string>) => ({
	event_date: /^\d{4}-\d\d-\d\d$/.test(date!) ? date : undefined,
	campaign: { id: record.campaignId, name: record.campaignName },
	metrics: {
		impressions: Number(record.impressions),
		clicks: Number(record.clicks),
		spend: Number(record.spend),
		conversions: Number(record.conversions),
	},
	currency_code: record.currency,
});

/** What somebody would write in an afternoon: it reads the file and posts its rows, one request after another. */
async function pushByScript(url: string, path: string): Promise<void> {
	const records = createReadStream(path).pipe(parse({ columns: true }));
	let data: object[] = [];
	const post = async () => await axios.post(url + PUSH_PATH, { shop: SHOP, data });
	for await (const record of records) {
		if (data.push(mapped(record as Record<string, string>)) < BATCH) continue;
		await post();
		data = [];
	}
	if (data.length > 0) await post();
}

async function fileOf(rows: number): Promise<string> {
	mkdirSync(FOLDER, { recursive: true });
	const path = join(FOLDER, `${rows}.csv`);
	await pipeline(Readable.from(csvLines(rows)), createWriteStream(path));
	return path;
}

/** An n8n of its own, in which nothing has run but the nodes with a small file. */
async function startWith(
	bench: Bench,
	name: string,
	env: Record<string, string>,
	nodes: BenchNode[],
	small: string,
) {
	const access = { N8N_RESTRICT_FILE_ACCESS_TO: FOLDER };
	const host = await startBenchHost(bench.credentials, name, { ...env, ...access });
	/** Reading the file from disk, which all do, is not counted. */
	const push = async (path: string) =>
		await runNodes({ ...bench, host }, { source: readFile(path), nodes });
	await push(small);
	await host.settle();
	return { push, settle: host.settle, close: host.close };
}

export async function benchFiles(bench: Bench): Promise<Section> {
	await bench.sink.answer({ delayMs: 0, sqlRows: 0 });
	const [small, many, more] = [await fileOf(10_000), await fileOf(MANY), await fileOf(MORE)];
	const ours = await startWith(bench, 'bench-small', SMALL_HEAP, [pushFile], small);
	const theirs = await startWith(bench, 'bench-roomy', {}, [extract, pushExtracted], small);
	let runs: Record<string, Run[]>;
	let larger: Run[];
	try {
		runs = await race(
			bench,
			{
				[NAMES.node]: async () => await ours.push(many),
				[NAMES.script]: async () =>
					await runOutside(bench, () => pushByScript(bench.sink.url, many)),
				// What it leaves is collected in the background, and would take time from the run that follows.
				[NAMES.extract]: async () => await theirs.push(many).finally(theirs.settle),
			},
			ROUNDS,
			0,
		);
		larger = [await ours.push(more)];
	} finally {
		await ours.close();
		await theirs.close();
	}
	const own = runs[NAMES.node]!;
	const script = runs[NAMES.script]!;
	const extracted = runs[NAMES.extract]!;
	const size = megabytes(statSync(many).size);
	rmSync(FOLDER, { recursive: true, force: true });
	const line = (name: string, those: Run[], rest = those[0]!.restBytes) => [
		name,
		time(middle(those)),
		`${(middle(those) / middle(own)).toFixed(2)} ×`,
		String(those[0]!.requests),
		megabytes(rest),
		megabytes(peak(those) - (rest ?? NaN)),
	];
	return {
		title: 'Pushing files',
		intro: `A CSV file of 1,000,000 rows and 8 columns (${size}): all get other names, six in objects, one is a day and four are numbers. It is read from disk by n8n, to a server that answers at once. "Small" is n8n with a heap of ${HEAP_MB} MB; Extract From File needs more, and has n8n's default. Memory is resident size: at rest after a small file, and how much it rose above that in any run. The median of ${ROUNDS} runs in turn; the larger file once, after them.`,
		tables: [
			[
				['', 'time', 'against this node', 'requests', 'memory at rest', 'above rest'],
				line(NAMES.node, own),
				line('the same, 5,000,000 rows', larger, own[0]!.restBytes),
				line(NAMES.script, script),
				line(NAMES.extract, extracted),
			],
		],
		bounds: [
			atMost(
				'1,000,000 rows: memory above n8n at rest',
				(peak(own) - (own[0]!.restBytes ?? NaN)) / MEGABYTE,
				250,
				'MB',
			),
			atMost('1,000,000 rows: time against the script', middle(own) / middle(script), 1.2),
			atMost('5,000,000 rows: memory against 1,000,000', peak(larger) / peak(own), 1.2),
			atLeast(
				'time of Extract From File + push against this node',
				middle(extracted) / middle(own),
				1,
			),
		],
	};
}
