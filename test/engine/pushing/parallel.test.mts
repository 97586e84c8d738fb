import { parse, stringify } from 'flatted';
import fc from 'fast-check';
import type { IRunExecutionData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultLike, LogEntry } from '../../../sandbox/index.mts';
import type { RunResult } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';
import { create } from '../deleting/deleting.mts';
import {
	ascending,
	itemsOf,
	links,
	numbers,
	push,
	rows,
	storedNumbers,
} from '../../kit/pushing.mts';
import {
	arrivedRows,
	begin,
	expectTruth,
	faults,
	type Input,
	inputs,
	options,
	outcomesOf,
	parametersOf,
	shopsOf,
} from './drawn.mts';

/** Requests side by side: what overlaps, what stays in order, and what a death in the middle leaves. */

const stage = sharedStage();
jest.setTimeout(120_000);

const sent = () => stage.sandbox.requests('ads');
const bodyOf = ({ body }: LogEntry) => body as { shop: string; data: Array<{ n: number }> };
const mostOpen = (entries: LogEntry[]) => Math.max(...entries.map(({ open }) => open));
const delays = (...ms: number[]): FaultLike[] => ms.map((delayMs) => ({ delayMs }));
/** The first answers take so long that all that may be under way is, on a slow machine too. */
const firstSlow = (count: number) => delays(...Array<number>(count).fill(1_000));
/** Delays so that what was sent first is answered last. */
const backwards = (count: number) =>
	delays(...numbers(0, count).map((index) => 500 + (count - index) * 30));

it.each([
	['ads', push({ batchSize: 5 }), 5],
	['compliance', create(), 1],
] as const)(
	'requests overlap, and come out in input order, whatever was answered first: %s',
	async (endpoint, parameters, size) => {
		stage.sandbox.fail(endpoint, ...backwards(8));
		const people = numbers(0, 8 * size).map((n) => ({ n, emails: `person${n}@example.com` }));
		const items = people.map((each) => ({ ...each, phones: '' }));
		const { success } = await stage.run({ parameters, items });
		const asked = stage.sandbox.requests(endpoint);
		expect(mostOpen(asked)).toBe(8);
		const endOf = ({ time, durationMs }: LogEntry) => time + durationMs!;
		expect(endOf(asked[0]!)).toBeGreaterThan(endOf(asked[7]!));
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual(
			numbers(0, 8).map((batch) => links(size * batch, size * batch + size)),
		);
	},
);

describe('pushes', () => {
	it.each([1, 3, 16])('are at most as many as the option says: %i', async (most) => {
		stage.sandbox.fail('ads', ...firstSlow(most));
		const parameters = push({ batchSize: 1, maxParallelRequests: most });
		await stage.run({ parameters, items: rows(40) });
		expect(mostOpen(sent())).toBe(most);
		expect(ascending(storedNumbers(stage))).toEqual(numbers(0, 40));
	});

	it('go on while the bad rows of another request are being isolated', async () => {
		stage.sandbox.set({ rejectRows: { field: 'bad' } });
		// The first request and its parts are slow.
		stage.sandbox.fail('ads', ...delays(60));
		const items = rows(80).map((row) => (row.n === 3 ? { ...row, bad: 1 } : row));
		const { success, error } = await stage.run({
			parameters: push({ batchSize: 8, isolateRejectedRows: true, maxParallelRequests: 2 }),
			items,
			onError: 'continueErrorOutput',
		});
		expect(ascending(storedNumbers(stage))).toEqual(numbers(0, 80).filter((n) => n !== 3));
		expect(error.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 3 }]);
		expect(ascending(success.flatMap(itemsOf))).toEqual(numbers(0, 80).filter((n) => n !== 3));
		const isOfFirst = (entry: LogEntry) => bodyOf(entry).data[0]!.n < 8;
		const lastOfFirst = sent().findLastIndex(isOfFirst);
		const others = sent().filter((entry, index) => index < lastOfFirst && !isOfFirst(entry));
		expect(others.length).toBeGreaterThanOrEqual(2);
	});
});

it('wherever the process dies: exactly what was in flight is unknown, nothing is lost or doubled', async () => {
	let deaths = 0;
	let inFlightAtDeath = 0;
	const drawn = [inputs(8, 24), options(4), faults] as const;
	const moment = [fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 25 })] as const;
	await fc.assert(
		fc.asyncProperty(...drawn, ...moment, async (items, chosen, script, afterRequests, afterMs) => {
			begin(stage, script);
			const death = new AbortController();
			const run = stage.run({
				parameters: parametersOf({ ...chosen, maxWait: 0.5, output: 'rows' }),
				items,
				onError: 'continueErrorOutput',
				signal: death.signal,
			});
			const ended = run.then(() => 'ended');
			while (sent().length < afterRequests) {
				if ((await Promise.race([ended, sleep(1)])) === 'ended') return;
			}
			await sleep(afterMs);
			death.abort();
			const cut = await run;
			if (cut.storedAtCancel === undefined) return;
			deaths++;
			const before = entriesOf(cut);
			const covered = (...states: string[]) =>
				ascending(
					before.flatMap((each) => (states.includes(each.state) ? rowsIn(each, items) : [])),
				);
			inFlightAtDeath += covered('inFlight').length;
			// What a dead process had under way may still arrive, but it sends nothing more.
			const known = sent().length;
			while (stage.sandbox.openRequests('ads') > 0) await sleep(1);
			expect(sent().length).toBeLessThanOrEqual(known + before.length);
			stage.sandbox.clearFaults();
			stage.sandbox.fail('ads', ...script.slice(20));

			const again = await stage.engine.retry(asAfterDeath(cut, items));
			expect(again.thrown).toBeUndefined();
			const told = outcomesOf(stage, again, items);
			expectTruth(told, arrivedRows(stage), shopsOf(items));
			const notAgain = [...told].flatMap(([n, { message }]) =>
				message?.startsWith('Sent by an earlier try') ? [n] : [],
			);
			expect(ascending(notAgain)).toEqual(covered('inFlight', 'unknown'));
			for (const n of covered('accepted')) expect(told.get(n)!.outcome).toBe('accepted');
		}),
		{ numRuns: 36 },
	);
	stage.sandbox.clearFaults();
	// The deaths were really in the middle.
	expect(deaths).toBeGreaterThan(12);
	expect(inFlightAtDeath).toBeGreaterThan(deaths / 2);
});

interface Entry {
	shop: string;
	ranges: string;
	state: string;
}

const CONTEXT = 'node:Merchant Data';

/** The ledger in the stored data of an execution. */
function entriesOf({ storedAtCancel }: RunResult): Entry[] {
	const { contextData } = (parse(storedAtCancel!) as IRunExecutionData).executionData!;
	const context = contextData[CONTEXT] as { merchantDataLedger?: { entries: Entry[] } } | undefined;
	return context?.merchantDataLedger?.entries ?? [];
}

/** The numbers of the rows that an entry of the ledger carries. */
function rowsIn({ shop, ranges }: Entry, items: Input): number[] {
	const runs = ranges.split(' ').map((range) => range.split(/[.-]/).map(Number));
	const isWithin = (item: number, row: number) =>
		runs.some(([of, from, to = from]) => of === item && from! <= row && row <= to!);
	return items.flatMap((each, item) =>
		each.shop === shop ? each.rows.filter((_, row) => isWithin(item, row)).map(({ n }) => n) : [],
	);
}

/** The execution as it is found after the process died in the node: its turn comes again. */
function asAfterDeath(cut: RunResult, items: Input): RunResult {
	const data = parse(cut.storedAtCancel!) as IRunExecutionData;
	const node = cut.workflow.nodes.find(({ name }) => `node:${name}` === CONTEXT)!;
	delete data.resultData.error;
	delete data.resultData.runData[node.name];
	data.resultData.lastNodeExecuted = node.name;
	const main = [items.map((json, item) => ({ json, pairedItem: { item } }))];
	data.executionData!.nodeExecutionStack = [
		{ node, data: { main }, source: { main: [{ previousNode: START }] } },
	];
	return { ...cut, thrown: new Error('The process died'), stored: stringify(data) };
}
