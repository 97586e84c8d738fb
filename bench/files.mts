import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeLargeFile } from '../scripts/largeFile.mts';
import { CACHE } from '../scripts/paths.mts';
import { push, pushFile } from './contestants.mts';
import {
	type BenchHost,
	type BenchNode,
	HEAP_MB,
	type Measurement,
	SMALL_HEAP,
	startBenchHost,
} from './host.mts';
import type { Bench } from './race.mts';
import { megabytes, type Section, time } from './section.mts';

/** Pushing CSV files, on an n8n that has little memory, against what users have otherwise. */

const MANY = 1_000_000;
const MORE = 5_000_000;
const MEGABYTE = 1_024 * 1_024;
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

/** Without reading the file from disk, which both do. */
const timeOf = ({ milliseconds }: Measurement) =>
	Object.entries(milliseconds)
		.filter(([name]) => name === extract.name || name === push.name)
		.reduce((sum, [, ms]) => sum + ms, 0);

const above = ({ peakBytes = NaN, restBytes = NaN }: Measurement) => peakBytes - restBytes;

async function fileOf(rows: number): Promise<string> {
	mkdirSync(FOLDER, { recursive: true });
	const path = join(FOLDER, `${rows}.csv`);
	await writeLargeFile(path, rows, Infinity);
	return path;
}

/** The push of a file by an n8n of its own, which nothing has run in but a small file. */
async function pushAlone({ sink, credentials, onRun }: Bench, path: string, small: string) {
	const host: BenchHost = await startBenchHost(credentials, {
		name: 'bench-small',
		env: { ...SMALL_HEAP, N8N_RESTRICT_FILE_ACCESS_TO: FOLDER },
	});
	try {
		await host.run([readFile(small), pushFile]);
		await sink.take();
		const measured = await host.run([readFile(path), pushFile]);
		onRun(`this node, ${path}, ${HEAP_MB} MB heap`, timeOf(measured));
		return { ...measured, taken: await sink.take() };
	} finally {
		await host.close();
	}
}

export async function benchFiles(bench: Bench): Promise<Section> {
	const { sink, credentials, onRun } = bench;
	await sink.answer({ delayMs: 0, sqlRows: 0 });
	const [small, many, more] = [await fileOf(10_000), await fileOf(MANY), await fileOf(MORE)];
	const ours = await pushAlone(bench, many, small);
	const larger = await pushAlone(bench, more, small);
	const roomy = await startBenchHost(credentials, {
		name: 'bench-roomy',
		env: { N8N_RESTRICT_FILE_ACCESS_TO: FOLDER },
	});
	let theirs: Measurement;
	try {
		await roomy.run([readFile(small), extract, push]);
		theirs = await roomy.run([readFile(many), extract, push]);
		onRun('Extract From File + this node', timeOf(theirs));
	} finally {
		await roomy.close();
	}
	const size = megabytes(statSync(many).size);
	rmSync(FOLDER, { recursive: true, force: true });
	const line = (name: string, run: Measurement, requests = '') => [
		name,
		time(timeOf(run)),
		`${(timeOf(run) / timeOf(ours)).toFixed(2)} ×`,
		requests,
		megabytes(run.restBytes),
		megabytes(above(run)),
	];
	return {
		title: 'Pushing files',
		intro: `A CSV file of 1,000,000 rows and 7 columns (${size}), read from disk by n8n, to a server that answers at once. "Small" is n8n with a heap of ${HEAP_MB} MB; Extract From File needs more, and has n8n's default. Memory is resident size: at rest after a small file, and how much it rose above that during the run. One run each.`,
		tables: [
			[
				['', 'time', 'against this node', 'requests', 'memory at rest', 'above rest'],
				line('this node, *Binary File*, small n8n', ours, String(ours.taken.requests)),
				line('the same, 5,000,000 rows', larger, String(larger.taken.requests)),
				line('Extract From File + this node', theirs),
			],
		],
		bounds: [
			{
				text: '1,000,000 rows: memory above n8n at rest',
				measured: above(ours) / MEGABYTE,
				limit: 150,
				kind: 'most',
				unit: 'MB',
			},
			{
				text: '5,000,000 rows: memory against 1,000,000',
				measured: (larger.peakBytes ?? NaN) / (ours.peakBytes ?? NaN),
				limit: 1.2,
				kind: 'most',
				unit: '×',
			},
			{
				text: 'time of Extract From File + push against this node',
				measured: timeOf(theirs) / timeOf(ours),
				limit: 2,
				kind: 'least',
				unit: '×',
			},
		],
	};
}
