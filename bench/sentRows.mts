import { push, pushSkipping, ROWS, source } from './contestants.mts';
import { type Bench, middle, race, runNodes } from './race.mts';
import { type Section, time } from './section.mts';

/** "Skip Rows Already Sent" at the answer time of a real service: what it costs, and what it saves. */

const DELAY_MS = 300;
const ROUNDS = 7;
/** As many as the node remembers by default. */
const REMEMBERED = 100_000;
const FEW = 100;

const NAMES = {
	few: '100 rows, without it',
	known: '20,000 rows of which 19,900 are known, 100,000 remembered',
	without: '20,000 rows, without it',
	fresh: '20,000 new rows, with it',
} as const;

export async function benchSentRows(bench: Bench): Promise<Section> {
	await bench.sink.answer({ delayMs: DELAY_MS, sqlRows: 0 });
	const rows = source(ROWS);
	const runs = await race(
		bench,
		{
			[NAMES.few]: () => runNodes(bench, { source: source(FEW), nodes: [push] }),
			[NAMES.known]: () =>
				runNodes(bench, {
					before: source(REMEMBERED, 'rows', FEW),
					source: rows,
					nodes: [pushSkipping],
				}),
			[NAMES.without]: () => runNodes(bench, { source: rows, nodes: [push] }),
			[NAMES.fresh]: () => runNodes(bench, { source: rows, nodes: [pushSkipping] }),
		},
		ROUNDS,
	);
	const took = (name: string) => middle(runs[name]!);
	return {
		title: 'Skip Rows Already Sent',
		intro: `Rows of about 200 bytes to a service that answers after ${DELAY_MS} ms: the median of ${ROUNDS} runs in turn. What is known was sent by a run of the same workflow before.`,
		tables: [[['', 'time'], ...Object.keys(runs).map((name) => [name, time(took(name))])]],
		bounds: [
			{
				text: 'time with 19,900 known rows, less 2 s, against 100 rows',
				measured: (took(NAMES.known) - 2_000) / took(NAMES.few),
				limit: 3,
				kind: 'most',
				unit: '×',
			},
			{
				text: 'time of 20,000 new rows against without it',
				measured: took(NAMES.fresh) / took(NAMES.without),
				limit: 1.5,
				kind: 'most',
				unit: '×',
			},
		],
	};
}
