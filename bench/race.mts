import type { BenchHost, BenchNode, Measurement, startBenchHost } from './host.mts';
import type { NullSinkThread, Taken } from './nullSink.mts';
import { median } from './section.mts';

export interface Bench {
	host: BenchHost;
	sink: NullSinkThread;
	credentials: Parameters<typeof startBenchHost>[0];
	onRun(name: string, milliseconds: number): void;
}

export interface Run extends Taken, Pick<Measurement, 'restBytes' | 'peakBytes'> {
	/** Of the nodes named, without making what they get. */
	milliseconds: number;
}

/** Nodes that run one after another in n8n. */
interface Setup {
	/** Makes what they get; its time does not count. */
	source?: BenchNode;
	/** Makes what they get in a run before that, which is not measured. */
	before?: BenchNode;
	nodes: BenchNode[];
	/** How many come out, as a check. */
	items?: number;
}

export async function runNodes({ host, sink }: Bench, setup: Setup): Promise<Run> {
	const { source, before, nodes, items } = setup;
	const earlier = before ? [before, ...nodes] : undefined;
	const run = await host.run(source ? [source, ...nodes] : nodes, earlier);
	if (items !== undefined && run.items !== items) {
		throw new Error(`${nodes.map(({ name }) => name).join(', ')} gave ${run.items} items`);
	}
	const milliseconds = nodes.reduce((total, { name }) => total + run.milliseconds[name]!, 0);
	const { restBytes, peakBytes } = run;
	return { ...(await sink.take()), milliseconds, restBytes, peakBytes };
}

export async function runOutside({ sink }: Bench, work: () => Promise<unknown>): Promise<Run> {
	const started = performance.now();
	await work();
	const milliseconds = performance.now() - started;
	return { ...(await sink.take()), milliseconds };
}

/**
 * Runs the contestants in turn, so that whatever else the machine does falls on all of them.
 * @param warmUps first runs of each, which are not counted
 * @returns the runs by the contestant's name
 */
export async function race(
	bench: Bench,
	contestants: Record<string, Setup | (() => Promise<Run>)>,
	rounds: number,
	warmUps = 1,
): Promise<Record<string, Run[]>> {
	const runs: Record<string, Run[]> = {};
	for (let round = -warmUps; round < rounds; round++) {
		for (const [name, each] of Object.entries(contestants)) {
			const run = await (typeof each === 'function' ? each() : runNodes(bench, each));
			bench.onRun(name, run.milliseconds);
			if (round >= 0) (runs[name] ??= []).push(run);
		}
	}
	return runs;
}

export const middle = (runs: Run[]): number => median(runs.map(({ milliseconds }) => milliseconds));

/** The highest resident size of n8n's process in any of several runs; NaN if it cannot be read. */
export const peak = (runs: Run[]): number =>
	Math.max(...runs.map(({ peakBytes = NaN }) => peakBytes));
