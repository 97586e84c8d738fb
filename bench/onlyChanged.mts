import { push, pushChanged, ROWS, source } from './contestants.mts';
import { type Bench, middle, race, runNodes } from './race.mts';
import { atMost, type Section, time } from './section.mts';

/** "Send Only What Changed" at the answer time of a real service: what it costs, and what it saves. */

const DELAY_MS = 300;
const ROUNDS = 5;
/** As many as are compared at most. */
const MANY = 100_000;
const FEW = 100;

const NAMES = {
	few: '100 rows, without it',
	unchanged: '20,000 rows of which 19,900 are unchanged',
	without: '100,000 rows, without it',
	fresh: '100,000 new rows, with it',
} as const;

export async function benchOnlyChanged(bench: Bench): Promise<Section> {
	await bench.sink.answer({ delayMs: DELAY_MS, sqlRows: 0 });
	const many = source(MANY);
	const runs = await race(
		bench,
		{
			[NAMES.few]: () => runNodes(bench, { source: source(FEW), nodes: [push] }),
			[NAMES.unchanged]: () =>
				runNodes(bench, {
					before: source(ROWS),
					source: source(ROWS, 'rows', FEW),
					nodes: [pushChanged],
				}),
			[NAMES.without]: () => runNodes(bench, { source: many, nodes: [push] }),
			[NAMES.fresh]: () => runNodes(bench, { source: many, nodes: [pushChanged] }),
		},
		ROUNDS,
	);
	const took = (name: string) => middle(runs[name]!);
	return {
		title: 'Send Only What Changed',
		intro: `Rows of about 200 bytes to a service that answers after ${DELAY_MS} ms: the median of ${ROUNDS} runs in turn. Unchanged rows were sent by a run of the same workflow before.`,
		tables: [[['', 'time'], ...Object.keys(runs).map((name) => [name, time(took(name))])]],
		bounds: [
			atMost(
				'time with 19,900 unchanged rows, less 1 s, against 100 rows',
				(took(NAMES.unchanged) - 1_000) / took(NAMES.few),
				1.5,
			),
			atMost(
				'time of 100,000 new rows against without it',
				took(NAMES.fresh) / took(NAMES.without),
				1.3,
			),
		],
	};
}
