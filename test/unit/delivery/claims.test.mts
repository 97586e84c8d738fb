import fc from 'fast-check';
import { createContext, useFakeTime } from '../../kit/execution.mts';
import {
	createNode,
	fateOf,
	type Meeting,
	meetingsWith,
	numbersOf,
	ok,
	type Row,
	rows,
	type SentPush,
	type Service,
} from '../../kit/pushNode.mts';
import { MemoryProcessedData } from '../../kit/processedData.mts';

useFakeTime();

const SKIPPING = { skipSentRows: true };

/** A node whose executions are one after another. */
function createSkippingNode() {
	const processed = new MemoryProcessedData(async () => {
		await new Promise<void>((end) => setTimeout(end, 5));
	});
	const shared = { number: createContext({}).number, processed };
	const execution = () => createNode(shared);
	type Given = Parameters<ReturnType<typeof createNode>['run']>[0];
	return {
		processed,
		execution,
		/** One execution, of one try. */
		run: async (given: Given) =>
			await execution().run({ ...given, parameters: { ...SKIPPING, ...given.parameters } }),
	};
}

const four = { items: rows(4), options: { rowsToRemember: 3 } };

/** What one run after another of a node sends, of two rows if nothing is said. */
it.each<[what: string, ...Array<[sent: number[], run: object]>]>([
	['it again if that is off', [[0, 1], {}], [[0, 1], { parameters: { skipSentRows: false } }]],
	['the first of more rows than it remembers', [[0, 1, 2, 3], four], [[0], four]],
])('sends %s', async (_, ...runs) => {
	const node = createSkippingNode();
	for (const [expected, given] of runs) {
		const { sent } = await node.run({ items: rows(2), service: ok, ...given });
		expect(numbersOf(sent).flat()).toEqual(expected);
	}
});

it('counts what it leaves out, in items and in a file', async () => {
	const node = createSkippingNode();
	await node.run({ items: rows(1), service: ok });
	const { items, hints } = await node.run({ items: rows(3), service: ok });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 1 }, { item: 2 }]]);
	expect(hints[0]).toBe('1 of 3 rows were sent before, and not again.');
	const { jsons, hints: more } = await node.run({ items: rows(4), isFile: true, service: ok });
	expect(more[0]).toBe('3 of 4 rows were sent before, and not again.');
	expect(jsons).toMatchObject([{ rows: 4, accepted: 1, notSent: 0, alreadySent: 3, requests: 1 }]);
});

it('puts the batches that wait into one call at a time, which waits for none that cannot follow', async () => {
	const node = createSkippingNode();
	const { sent } = await node.run({
		items: rows(64),
		service: () => ({ afterMs: 100 }),
		options: { batchSize: 2, maxParallelRequests: 16 },
	});
	expect([sent.length, node.processed.calls]).toEqual([32, 2]);
	expect(sent[31]!.request.at).toBeLessThan(165);
	expect(node.processed.count('node')).toBe(64);
});

it('a preview neither asks nor notes, and says so', async () => {
	const node = createSkippingNode();
	const { hints } = await node.run({ items: rows(2), service: ok, parameters: { preview: true } });
	expect(hints).toContain('A preview does not look at earlier runs.');
	expect(node.processed.calls).toBe(0);
});

describe('if n8n fails', () => {
	/** A node for which n8n fails once, after so many calls. */
	const failing = (name: 'checkProcessedAndRecord' | 'removeProcessed', goodCalls = 0) => {
		const node = createSkippingNode();
		const real = node.processed[name].bind(node.processed) as () => Promise<never>;
		const spy = jest.spyOn(node.processed, name);
		for (let call = 0; call < goodCalls; call++) spy.mockImplementationOnce(real);
		spy.mockRejectedValueOnce(new Error('no workflow'));
		return node;
	};

	it('to note rows, they are not sent, and the next run sends them', async () => {
		const node = failing('checkProcessedAndRecord', 1);
		const options = { batchSize: 1, maxParallelRequests: 1 };
		const given = { items: rows(3), service: ok };
		const { sent, error } = await node.run({ ...given, continues: false, options });
		expect(numbersOf(sent)).toEqual([[0]]);
		expect(error?.message).toMatch(/n8n could not note the rows.*1 accepted, 2 not sent/);
		expect(numbersOf((await node.run(given)).sent)).toEqual([[1, 2]]);
	});

	it('to forget rows, a hint says so', async () => {
		const node = failing('removeProcessed');
		const { hints } = await node.run({ items: rows(2), service: () => ({ status: 400 }) });
		expect(hints.join()).toContain('n8n could not forget them');
	});
});

/** What people do with a sheet between two runs, and what the runs meet. */
const days = fc.array(
	fc.record({
		added: fc.array(fc.constantFrom('a.example', 'b.example', 'twice'), { maxLength: 5 }),
		corrected: fc.array(fc.nat(30), { maxLength: 3 }),
		options: fc.record({
			batchSize: fc.integer({ min: 1, max: 4 }),
			maxParallelRequests: fc.integer({ min: 1, max: 5 }),
			isolateRejectedRows: fc.boolean(),
			maxWait: fc.constantFrom(1, 20),
		}),
		script: fc.array(meetingsWith(400, 401, 413, 500, 502, 503), { minLength: 1, maxLength: 8 }),
		isFile: fc.boolean(),
		continues: fc.boolean(),
		tries: fc.integer({ min: 1, max: 2 }),
		cancelledAt: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined, freq: 2 }),
	}),
	{ minLength: 1, maxLength: 5 },
);

it('whatever runs meet, each content arrives at most once, and what was not taken goes out in a later run', async () => {
	await fc.assert(
		fc.asyncProperty(days, async (drawn) => {
			const node = createSkippingNode();
			let sheet: Row[] = [];
			const stored = new Map<string, number>();
			/** Nobody on the node's side can know whether it was taken. */
			const unclear = new Set<string>();
			const contentsOf = ({ request }: SentPush) => {
				const { shop, data } = JSON.parse(String(request.options.body)) as {
					shop: string;
					data: object[];
				};
				return data.map((row) => JSON.stringify([shop, row]));
			};
			const serviceOf =
				(script: Meeting[], cancelledAt = Infinity): Service =>
				(sent, index) => {
					const met = script[index % script.length]!;
					const { isLost, isStored } = fateOf(met);
					for (const content of contentsOf(sent)) {
						if (isStored) stored.set(content, (stored.get(content) ?? 0) + 1);
						else if (isLost || sent.request.at + met.afterMs >= cancelledAt) unclear.add(content);
					}
					return { ...met.reply, afterMs: met.afterMs };
				};
			for (const [day, ofDay] of drawn.entries()) {
				const { added, corrected, script, tries, cancelledAt, options, ...given } = ofDay;
				const news = added.map((shop, at): Row => {
					const last = sheet.at(-1) ?? { n: 0, shop: 'a.example' };
					return shop === 'twice' ? last : { n: 100 * (day + 1) + at, shop };
				});
				sheet = [...sheet, ...news].map((row, at) =>
					corrected.includes(at) ? { ...row, filler: `day ${day}` } : row,
				);
				if (sheet.length === 0) continue;
				const execution = node.execution();
				for (let attempt = 0; attempt < tries; attempt++) {
					const { error } = await execution.run({
						...given,
						items: sheet,
						options,
						cancelledAt,
						parameters: SKIPPING,
						service: serviceOf(script, cancelledAt),
					});
					if (!error) break;
				}
				expect([...stored.values()].filter((times) => times > 1)).toEqual([]);
			}
			if (sheet.length === 0) return;
			const clear = [{ reply: {}, afterMs: 1, isTaken: true }];
			await node.run({ items: sheet, service: serviceOf(clear), options: { maxWait: 600 } });
			for (const { shop, ...row } of sheet) {
				const content = JSON.stringify([shop, row]);
				const times = stored.get(content) ?? 0;
				if (unclear.has(content)) expect(times).toBeLessThanOrEqual(1);
				else expect([content, times]).toEqual([content, 1]);
			}
		}),
		{ numRuns: 300 },
	);
}, 120_000);
