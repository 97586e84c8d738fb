import { query } from './contestants.mts';
import { HEAP_MB, SMALL_HEAP, startBenchHost } from './host.mts';
import { type Bench, middle, peak, race, type Run, runNodes } from './race.mts';
import { atMost, MEGABYTE, megabytes, type Section, time } from './section.mts';

/** A SQL answer of a million rows as a file: this package's node against what users have otherwise. */

const ROWS = 1_000_000;
const ROUNDS = 3;
const FORMATS = ['csv', 'ndjson', 'json'];

const nameOf = (format: string) => `this node, ${format}, ${ROWS.toLocaleString('en')} rows`;

export async function benchSqlFiles(whole: Bench): Promise<Section> {
	// An n8n of its own, in which nothing else has run, and that cannot put off what it should give back.
	const host = await startBenchHost(whole.credentials, 'bench-small', SMALL_HEAP);
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
	// Code that n8n loads at its first execution is not the file's.
	await bench.sink.answer({ delayMs: 0, sqlRows: 1_000 });
	for (const format of FORMATS) await asFile(format)();
	await bench.host.settle();

	await bench.sink.answer({ delayMs: 0, sqlRows: ROWS });
	const contestants = FORMATS.map((format) => [nameOf(format), asFile(format)]);
	const runs = await race(bench, Object.fromEntries(contestants), ROUNDS, 0);
	const of = (format: string) => runs[nameOf(format)]!;
	const { restBytes = NaN } = of('csv')[0]!;
	const above = (those: Run[]) => peak(those) - restBytes;
	return {
		title: 'Answers as files',
		intro: `n8n with a heap of ${HEAP_MB} MB. A SQL answer of ${ROWS.toLocaleString('en')} rows as a file on disk. The median of ${ROUNDS} runs in turn. Memory is resident size: how much it rose, in any of them, above that of n8n at rest (${megabytes(restBytes)}).`,
		tables: [
			[
				['', 'time', 'memory above rest'],
				...Object.entries(runs).map(([name, those]) => [
					name,
					time(middle(those)),
					megabytes(above(those)),
				]),
			],
		],
		bounds: [
			...['csv', 'ndjson'].map((format) =>
				atMost(
					`memory above rest, ${ROWS.toLocaleString('en')} rows as ${format}`,
					above(of(format)) / MEGABYTE,
					200,
					'MB',
				),
			),
			atMost(
				`time of csv against json, ${ROWS.toLocaleString('en')} rows`,
				middle(of('csv')) / middle(of('json')),
				3,
			),
		],
	};
}
