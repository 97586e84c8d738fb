import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import { columns } from '../../../kit/columns.mts';
import { useFakeTime } from '../../../kit/execution.mts';
import {
	createNode,
	fateOf,
	meetingsWith,
	numbersOf,
	ok,
	type Row,
	rows,
	type SentPush,
	type Service,
} from '../../../kit/pushNode.mts';

useFakeTime();

const bodyOf = ({ request }: SentPush) => String(request.options.body);

describe('a request', () => {
	it('holds rows of a shop as the specification has them, and says so', async () => {
		const items = [...rows(3), { n: 3, shop: 'b.example' }];
		const node = await createNode().run({
			items,
			service: () => ({ status: 201, body: '{"id":7}' }),
			options: { batchSize: 2 },
		});
		expect(node.sent.map(bodyOf)).toEqual([
			'{"shop":"a.example","data":[{"n":0},{"n":1}]}',
			'{"shop":"a.example","data":[{"n":2}]}',
			'{"shop":"b.example","data":[{"n":3}]}',
		]);
		expect(node.told).toEqual(items.map(({ n }) => [n, 'accepted']));
		const { bytes } = node.sent[0]!;
		const receipt = { shop: 'a.example', rows: 2, bytes, status: 201, response: { id: 7 } };
		expect(node.jsons[0]).toEqual(receipt);
	});

	it('has the same receipt after a retry with another output, with the row that was tried', async () => {
		const node = createNode();
		const tried = { firstRow: { n: 0 } };
		const given = { items: rows(2), isFile: true, service: ok, options: { rowsAtMost: 1 } };
		const { sent, jsons } = await node.run(given);
		expect(jsons).toMatchObject([{ rows: 1, ...tried }]);
		const again = await node.run({ ...given, options: { rowsAtMost: 1, output: 'requests' } });
		const { bytes } = sent[0]!;
		expect(again.jsons).toMatchObject([{ rows: 1, bytes, status: 200, ...tried }]);
		// A service may repeat all rows of a large file.
		expect(again.jsons[0]).not.toHaveProperty('response');
	});

	it('has at most 1 MiB in bytes, and a row that is larger goes alone', async () => {
		const MIB = 1_024 * 1_024;
		const sizes = [400_000, 400_000, 200_000, 400_000, 600_000, 1_100_000, 10];
		const items = sizes.map((size, n) => ({ ...rows(1)[0]!, n, filler: 'é'.repeat(size / 2) }));
		const { sent } = await createNode().run({ items, service: ok });
		expect(numbersOf(sent)).toEqual([[0, 1, 2], [3, 4], [5], [6]]);
		for (const { bytes } of sent.filter(({ rows: [n] }) => n !== 5))
			expect(bytes).toBeLessThanOrEqual(MIB);
	});

	it('is told to the support by the fields of its first row and their types, with no value', async () => {
		const filler = { a: 'ada@example.com', b: 1.5, c: true, e: ['x'], f: { g: 1 } };
		const { jsons } = await createNode().run({
			items: [{ n: 1, shop: 'a.example', ...filler } as Row],
			service: () => ({ status: 500 }),
		});
		const fields = 'n (number), a (string), b (number), c (boolean), e (array), f (object)';
		expect(jsons[0]!.description).toContain(`Payload: 1 row. Fields of the first: ${fields}`);
		expect(jsons[0]!.description).not.toContain('ada@');
	});
});

it('sixteen requests at most are side by side, unless told otherwise', async () => {
	const given = { items: rows(20), options: { batchSize: 1 } };
	const run = await createNode().run({ ...given, service: () => ({ afterMs: 300 }) });
	// With fake timers, a turn of the event loop between two starts takes up to a millisecond.
	expect([run.mostOpen, run.tookMs]).toEqual([16, 602]);
});

const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b);

/** A row with a filler cannot be sent while that is to be a number. */
const SHOPS = [
	{ shop: 'a.example' },
	{ shop: 'b.example' },
	{ shop: 'a.example', filler: 'x' },
	{ shop: 'a.example' },
];
const plans = fc.record({
	items: fc
		.array(fc.constantFrom(...SHOPS), { minLength: 1, maxLength: 14 })
		.map((drawn) => drawn.map((row, n): Row => ({ n, ...row }))),
	options: fc.record({
		batchSize: fc.integer({ min: 1, max: 4 }),
		maxParallelRequests: fc.integer({ min: 1, max: 5 }),
		isolateRejectedRows: fc.boolean(),
		maxWait: fc.constant(20),
	}),
	script: fc.array(meetingsWith(400, 413, 500, 502), { minLength: 1, maxLength: 12 }),
	isFile: fc.boolean(),
	continues: fc.boolean(),
	ifSentAgain: fc.constantFrom('mayDouble', 'replaces'),
	/** When the process dies in the first attempt, ms. */
	diesAt: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined, freq: 8 }),
});

it('gives rows one outcome wherever the process dies, and another attempt doubles and loses none', async () => {
	let [runs, deaths] = [0, 0];
	await fc.assert(
		fc.asyncProperty(plans, async ({ script, diesAt, ifSentAgain, ...given }) => {
			const { items, isFile, options, continues } = given;
			const node = createNode();
			const stored = new Map<number, number>();
			const take = ({ rows: numbers }: SentPush) => {
				for (const n of numbers) stored.set(n, (stored.get(n) ?? 0) + 1);
			};
			const good: number[] = [];
			const service: Service = (sent, index) => {
				const met = script[index % script.length]!;
				const { isGood, isStored } = fateOf(met);
				if (isStored) take(sent);
				if (isGood) good.push(...sent.rows);
				return { ...met.reply, afterMs: met.afterMs };
			};
			const isBad = (n: number) => items[n]!.filler !== undefined;
			const columnsOfForm = columns(['filler', '', 'number'], ['shop', '', 'leaveOut']);
			const parameters = { columns: columnsOfForm, ifSentAgain };
			const first = await node.run({ ...given, service, parameters, diesAt });
			expect(first.mostOpen).toBeLessThanOrEqual(options.maxParallelRequests);
			const before = [...stored.keys()];
			expect(numbersOf(first.sent).flat().filter(isBad)).toEqual([]);
			if (continues && !first.inFlight) {
				// In input order, the accepted ones first.
				const rowsOf = (isWanted: (outcome: string) => boolean) =>
					first.told.flatMap(([item, outcome]) => (isWanted(outcome) ? [item] : []));
				const accepted = rowsOf((outcome) => outcome === 'accepted');
				const others = rowsOf((outcome) => outcome !== 'accepted');
				expect(first.told.map(([item]) => item)).toEqual([...accepted, ...others]);
				expect(ascending([...accepted, ...others])).toEqual(items.map(({ n }) => n));
				expect(ascending(accepted)).toEqual(ascending(good));
				expect(others).toEqual(ascending(others));
				if (isFile) expect(first.jsons[0]).toMatchObject({ accepted: accepted.length });
			}

			// The setting has been corrected.
			const second = await node.run({
				...given,
				service: (sent) => (take(sent), {}),
				parameters: { ifSentAgain },
				continues: true,
			});
			expect(ascending(second.told.map(([item]) => item))).toEqual(items.map(({ n }) => n));
			const outcomes = new Map(second.told);
			const replaces = ifSentAgain === 'replaces';
			for (const { n } of items) {
				const outcome = outcomes.get(n);
				const times = stored.get(n) ?? 0;
				// What may have arrived is not sent again; a quota learned by the first may hold back.
				if (outcome === 'accepted') expect(replaces ? times > 0 : times === 1).toBe(true);
				else if (outcome === 'unknown') expect([replaces, times <= 1]).toEqual([false, true]);
				else expect([outcome, replaces || times === 0]).toEqual(['notSent', true]);
				if (isBad(n)) expect(['accepted', 'notSent']).toContain(outcome);
			}
			runs++;
			if (first.inFlight?.length) deaths++;
			if (!replaces)
				for (const n of first.inFlight ?? []) expect([n, outcomes.get(n)]).toEqual([n, 'unknown']);
			const sentAgain = new Set(numbersOf(second.sent).flat());
			// Rows that replace are sent again unless it is known that they arrived.
			const arrived = replaces ? (first.inFlight ? [] : good) : before;
			for (const n of arrived) expect(sentAgain.has(n)).toBe(false);
		}),
		{ numRuns: draws(360) },
	);
	// Many were really in the middle. Mutation testing makes fewer runs.
	expect(deaths).toBeGreaterThan(runs / 10);
});
