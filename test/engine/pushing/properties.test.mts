import { parse, stringify } from 'flatted';
import fc from 'fast-check';
import type { IRunExecutionData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultLike, LogEntry } from '../../../sandbox/index.mts';
import type { RunResult } from '../../kit/engine.mts';
import { outcomesIn } from '../../kit/outcomes.mts';
import {
	ascending,
	create,
	itemsOf,
	links,
	numbers,
	push,
	RETRY,
	rows,
	storedNumbers,
} from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';
import {
	arrivedRows,
	begin,
	expectOnce,
	expectTruth,
	faults,
	type Input,
	inputs,
	options,
	outcomesOf,
	parametersOf,
	ROADS,
	SHOPS,
	shopsOf,
} from './drawn.mts';

/** What holds whatever is pushed and answered, and wherever the process dies. */

const stage = sharedStage();
jest.setTimeout(120_000);

const RUNS = 40;
const onError = 'continueErrorOutput';

describe.each(ROADS)('%s, whatever the service answers', (_, { endpoint, drawn, arrived }) => {
	afterEach(() => stage.sandbox.clearFaults());

	it('have one outcome each, order is kept, no more requests are open than allowed', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, faults, async ({ shops, options: chosen, run, told }, script) => {
				begin(stage, script, endpoint);
				const result = await stage.run({ ...(await run()), onError });
				expect(result.thrown).toBeUndefined();
				const here = arrived(stage);
				expectTruth(await told(stage, result), here, shops);
				expect(result.success.filter(({ json }) => json.error)).toEqual([]);
				for (const branch of [result.success, result.error]) {
					const places = branch.map((item) => itemsOf(item)[0]!);
					expect(places).toEqual(ascending(places));
				}
				for (const { open } of stage.sandbox.requests(endpoint))
					expect(open).toBeLessThanOrEqual(chosen.maxParallelRequests);
				if (chosen.maxParallelRequests > 1) return;
				for (const name of SHOPS) {
					const own = here.flatMap(({ shop, n }) => (shop === name ? [n] : []));
					expect(own).toEqual(ascending(own));
				}
			}),
			{ numRuns: RUNS },
		);
	});

	it('are neither doubled nor lost by tries and "Retry execution", and all are counted', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, faults, async ({ shops, run, told }, script) => {
				begin(stage, script, endpoint);
				const total = shops.length;
				let result = await stage.run({ ...(await run()), ...RETRY });
				for (let again = 0; again < 3 && result.thrown; again++) {
					const here = arrived(stage);
					expectOnce(here, shops);
					const counts = outcomesIn(result.thrown.message)!;
					const { accepted, rejected, unknown, notSent } = counts;
					expect([counts.total, accepted + rejected + unknown + notSent]).toEqual([total, total]);
					expect(here.length).toBeGreaterThanOrEqual(accepted);
					expect(here.length).toBeLessThanOrEqual(accepted + unknown);
					result = await stage.engine.retry(result);
				}
				const here = arrived(stage);
				expectOnce(here, shops);
				if (result.thrown) return;
				expect(ascending(here.map(({ n }) => n))).toEqual(numbers(0, total));
				// What earlier tries sent is told, too.
				expectTruth(await told(stage, result), here, shops);
			}),
			{ numRuns: RUNS },
		);
	});
});

it('requests say which items they hold, and how many rows', async () => {
	await fc.assert(
		fc.asyncProperty(inputs(1, 12), options(9), async (input, chosen) => {
			begin(stage, []);
			const { success } = await stage.run({
				parameters: parametersOf(chosen),
				items: input,
				onError,
			});
			const requests = stage.sandbox.requests('ads');
			const place = new Map(input.flatMap(({ rows }, item) => rows.map(({ n }) => [n, item])));
			const received = requests.map(({ body, rows: count, bytes }) => {
				const { shop: name, data } = body as { shop: string; data: Array<{ n: number }> };
				const from = [...new Set(data.map(({ n }) => place.get(n)))].map((item) => ({ item }));
				return { first: data[0]!.n, told: [name, count, bytes, from] };
			});
			received.sort((a, b) => a.first - b.first);
			expect(
				success.map(({ json, pairedItem }) => [json.shop, json.rows, json.bytes, pairedItem]),
			).toEqual(received.map(({ told }) => told));
			for (const { rows } of requests) expect(rows).toBeLessThanOrEqual(chosen.batchSize);
		}),
		{ numRuns: RUNS },
	);
});

const sent = () => stage.sandbox.requests('ads');
const mostOpen = (entries: LogEntry[]) => Math.max(...entries.map(({ open }) => open));

it.each([
	['ads', push({ batchSize: 5 }), 5],
	['compliance', create(), 1],
] as const)(
	'requests overlap, and come out in input order, whatever was answered first: %s',
	async (endpoint, parameters, size) => {
		// What was sent first is answered last.
		const delays = numbers(0, 8).map((index) => ({ delayMs: 500 + (8 - index) * 30 }));
		stage.sandbox.fail(endpoint, ...delays);
		const people = numbers(0, 8 * size).map((n) => ({ n, emails: `person${n}@example.com` }));
		const items = people.map((each) => ({ ...each, phones: '' }));
		const { success } = await stage.run({ parameters, items });
		const asked = stage.sandbox.requests(endpoint);
		expect(mostOpen(asked)).toBe(8);
		const ends = asked.map(({ time, durationMs }) => time + durationMs!);
		expect(ends[0]).toBeGreaterThan(ends[7]!);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual(
			numbers(0, 8).map((batch) => links(size * batch, size * batch + size)),
		);
	},
);

it.each([1, 3, 16])('as many pushes are under way as the option says: %i', async (most) => {
	// The first answers take so long that all that may be under way is, on a slow machine too.
	stage.sandbox.fail('ads', ...Array<FaultLike>(most).fill({ delayMs: 1_000 }));
	const parameters = push({ batchSize: 1, maxParallelRequests: most });
	await stage.run({ parameters, items: rows(40) });
	expect(mostOpen(sent())).toBe(most);
	expect(ascending(storedNumbers(stage))).toEqual(numbers(0, 40));
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

type Entry = Record<'shop' | 'ranges' | 'state', string>;

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
