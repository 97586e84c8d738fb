import { httpQuery, query, splitOut } from './contestants.mts';
import { type BenchNode, HEAP_MB, SMALL_HEAP, startBenchHost } from './host.mts';
import { type Bench, middle, peak, race, type Run, runNodes } from './race.mts';
import { type Bound, megabytes, type Section, time } from './section.mts';

/** A SQL answer of a million rows as a file: this package's node against what users have otherwise. */

const ROWS = 1_000_000;
/** As many as n8n's own nodes are asked to hold. */
const FEWER = 100_000;
const ROUNDS = 3;
const FORMATS = ['csv', 'ndjson', 'json'];
const MEGABYTE = 1024 * 1024;

const convertToFile: BenchNode = {
	name: 'Convert to File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'csv', options: {} },
};

const nameOf = (format: string, rows: number) =>
	`this node, ${format}, ${rows.toLocaleString('en')} rows`;

export async function benchSqlFiles(whole: Bench): Promise<Section> {
	// An n8n of its own, in which nothing else has run, and that cannot put off what it should give back.
	const host = await startBenchHost(whole.credentials, { name: 'bench-small', env: SMALL_HEAP });
	try {
		return await measure({ ...whole, host });
	} finally {
		await host.close();
	}
}

async function measure(bench: Bench): Promise<Section> {
	const asFile = (outputFormat: string) => async () => {
		const nodes = [query(undefined, {}, outputFormat)];
		return await runNodes(bench, { nodes, items: 1 });
	};
	const contestants = (formats: string[], rows: number) =>
		Object.fromEntries(formats.map((format) => [nameOf(format, rows), asFile(format)]));
	// Code that n8n loads at its first execution is not the file's.
	await bench.sink.answer({ delayMs: 0, sqlRows: 1_000 });
	for (const format of FORMATS) await asFile(format)();
	await bench.host.settle();

	await bench.sink.answer({ delayMs: 0, sqlRows: ROWS });
	const large = await race(bench, contestants(FORMATS, ROWS), ROUNDS, 0);
	await bench.sink.answer({ delayMs: 0, sqlRows: FEWER });
	const other = `HTTP Request + Split Out + Convert to File, csv, ${FEWER.toLocaleString('en')} rows`;
	const fewer = await race(
		bench,
		{
			...contestants(['csv'], FEWER),
			[other]: async () =>
				await runNodes(bench, {
					nodes: [httpQuery(bench.sink.url), splitOut, convertToFile],
					items: 1,
				}),
		},
		ROUNDS,
	);
	const { restBytes = NaN } = large[nameOf('csv', ROWS)]![0]!;
	const above = (runs: Run[]) => peak(runs) - restBytes;
	return {
		title: 'Answers as files',
		intro: `n8n with a heap of ${HEAP_MB} MB. A SQL answer of ${ROWS.toLocaleString('en')} rows as a file on disk, and of ${FEWER.toLocaleString('en')} beside n8n's own nodes, which hold all rows as items. The median of ${ROUNDS} runs in turn. Memory is resident size: how much it rose, in any of them, above that of n8n at rest (${megabytes(restBytes)}).`,
		tables: [
			[
				['', 'time', 'memory above rest'],
				...Object.entries({ ...large, ...fewer }).map(([name, runs]) => [
					name,
					time(middle(runs)),
					megabytes(above(runs)),
				]),
			],
		],
		bounds: [
			...['csv', 'ndjson'].map(
				(format): Bound => ({
					text: `memory above rest, ${ROWS.toLocaleString('en')} rows as ${format}`,
					measured: above(large[nameOf(format, ROWS)]!) / MEGABYTE,
					limit: 200,
					kind: 'most',
					unit: 'MB',
				}),
			),
			{
				text: `time of csv against json, ${ROWS.toLocaleString('en')} rows`,
				measured: middle(large[nameOf('csv', ROWS)]!) / middle(large[nameOf('json', ROWS)]!),
				limit: 3,
				kind: 'most',
				unit: '×',
			},
		],
	};
}
