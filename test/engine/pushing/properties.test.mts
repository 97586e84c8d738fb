import fc from 'fast-check';
import { outcomesIn } from '../../kit/outcomes.mts';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { createStage, shop, SHOP_OF_ITEM, type Stage } from '../../kit/stage.mts';
import { FIRST, push, SECOND, THIRD } from '../../kit/pushing.mts';

let stage: Stage;

beforeAll(async () => {
	stage = await createStage();
});
afterAll(async () => await stage.close());

const RUNS = 40;
jest.setTimeout(120_000);

/** A row that can be told from every other by `id`, whatever its other columns are called. */
type Row = IDataObject & { id: number };

const columns = fc.dictionary(
	fc.oneof(
		fc.constantFrom('error', 'message', 'details', 'outcome', 'shop', 'row', 'json', 'pairedItem'),
		fc
			.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
			.filter((name) => name !== '__proto__'),
	),
	fc.oneof(
		fc.string({ maxLength: 300, unit: 'grapheme' }),
		fc.integer(),
		// JavaScript writes -0 as 0.
		fc
			.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
			.map((value) => value + 0),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
	),
	{ maxKeys: 4, noNullPrototype: true },
);

const items = fc
	.array(
		fc.record({
			shop: fc.constantFrom(FIRST, SECOND, THIRD),
			rows: fc.array(columns, { maxLength: 6 }),
		}),
		{ minLength: 1, maxLength: 12 },
	)
	.map((drawn) => {
		let id = 0;
		return drawn.map(({ shop, rows }) => ({
			shop,
			rows: rows.map((row) => ({ ...row, id: id++ }) as Row),
		}));
	});

const answers = fc.array(
	fc.constantFrom<FaultLike>(
		'ok',
		'ok',
		400,
		413,
		500,
		{ status: 500, taken: true },
		502,
		503,
		{ status: 429, headers: { 'retry-after': '0.01' } },
		'reset',
		'lostAnswer',
		'expireToken',
	),
	{ maxLength: 25 },
);

const options = fc.record({
	batchSize: fc.integer({ min: 1, max: 9 }),
	isolateRejectedRows: fc.boolean(),
	maxParallelRequests: fc.constantFrom(1, 2, 16),
});

const begin = (faults: FaultLike[]) => {
	stage.sandbox.reset();
	stage.renew();
	stage.sandbox.fail('ads', ...faults);
};
const parameters = (chosen: IDataObject) =>
	push(chosen, { shop: SHOP_OF_ITEM, dataMode: 'json', rowsJson: '={{ $json.rows }}' });
const stored = (shop?: string) => stage.sandbox.pushed('ads', shop).map(({ row }) => row as Row);
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

it('every row has one outcome, order is kept, accepted is what the service stored', async () => {
	await fc.assert(
		fc.asyncProperty(items, options, answers, async (input, chosen, faults) => {
			begin(faults);
			const { success, error, thrown } = await stage.run({
				parameters: parameters({ ...chosen, output: 'rows' }),
				items: input,
				onError: 'continueErrorOutput',
			});
			expect(thrown).toBeUndefined();

			const outcomes = new Map<number, string>();
			for (const { json, pairedItem } of [...success, ...error]) {
				const told = (json.error ?? json) as { row: Row; outcome: string; shop: string };
				const { item } = pairedItem as { item: number };
				expect(input[item]!.rows).toContainEqual(told.row);
				expect(told.shop).toBe(input[item]!.shop);
				expect(outcomes.has(told.row.id)).toBe(false);
				outcomes.set(told.row.id, told.outcome);
			}
			const all = input.flatMap(({ rows }) => rows);
			expect(sorted(outcomes.keys())).toEqual(idsOf(all));
			expect(new Set(success.map(({ json }) => json.outcome)).size).toBeLessThanOrEqual(1);

			const which = (outcome: string) => idsOf(all).filter((id) => outcomes.get(id) === outcome);
			const unknown = new Set(which('unknown'));
			expect(sorted(idsOf(stored()).filter((id) => !unknown.has(id)))).toEqual(which('accepted'));
			for (const row of stored()) expect(all).toContainEqual(row);
			for (const shop of [FIRST, SECOND, THIRD]) {
				const ids = idsOf(stored(shop));
				const isInOrder = chosen.maxParallelRequests === 1;
				expect(isInOrder ? ids : sorted(ids)).toEqual(sorted(new Set(ids)));
			}
		}),
		{ numRuns: RUNS },
	);
});

it('requests say which items they hold, and how many rows', async () => {
	await fc.assert(
		fc.asyncProperty(items, options, async (input, chosen) => {
			begin([]);
			const { success } = await stage.run({
				parameters: parameters(chosen),
				items: input,
				onError: 'continueErrorOutput',
			});
			const requests = stage.sandbox.requests('ads');
			const place = new Map(
				input.flatMap(({ rows }, item) => rows.map(({ id }): [number, number] => [id, item])),
			);
			const received = requests.map(({ body, rows: count, bytes }) => {
				const { shop, data } = body as { shop: string; data: Row[] };
				const from = [...new Set(data.map(({ id }) => place.get(id)))].map((item) => ({ item }));
				return { first: data[0]!.id, told: [shop, count, bytes, from] };
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

it('tries and "Retry execution" double nothing and lose nothing, and count all rows', async () => {
	await fc.assert(
		fc.asyncProperty(items, options, answers, async (input, chosen, faults) => {
			begin(faults);
			const total = input.flatMap(({ rows }) => rows).length;
			let result = await stage.run({
				parameters: parameters(chosen),
				items: input,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1,
			});
			for (let again = 0; again < 2; again++) {
				const here = idsOf(stored());
				expect(new Set(here).size).toBe(here.length);
				if (!result.thrown) {
					expect(here).toHaveLength(total);
					return;
				}
				const {
					total: of,
					accepted,
					rejected,
					unknown,
					notSent,
				} = outcomesIn(result.thrown.message)!;
				expect([of, accepted + rejected + unknown + notSent]).toEqual([total, total]);
				expect(here.length).toBeGreaterThanOrEqual(accepted);
				expect(here.length).toBeLessThanOrEqual(accepted + unknown);
				result = await stage.engine.retry(result);
			}
		}),
		{ numRuns: RUNS },
	);
});

/** What may be wrong with a row; `empty` has no value. The same for rows of files is in filesChecked. */
type Kind = 'good' | 'wrongValue' | 'otherShop' | 'empty';

/** A data mode: the fields that say so, and an input item with rows of these kinds, the first of which is `n`. */
interface Mode {
	fields: IDataObject;
	mostRows: number;
	bad: readonly Kind[];
	itemOf(kinds: readonly Kind[], n: number): IDataObject;
}

const columnsOf = (kind: Kind, n: number, wrong: unknown): IDataObject => {
	if (kind === 'empty') return {};
	const shop = kind === 'otherShop' ? { shop: SECOND } : {};
	return { n: kind === 'wrongValue' ? (wrong as number) : n, ...shop };
};
const MODES: Record<string, Mode> = {
	autoMapInputData: {
		fields: { numberColumns: 'n', fieldsToIgnore: 'to' },
		mostRows: 1,
		bad: ['wrongValue', 'otherShop'],
		itemOf: ([kind], n) => columnsOf(kind!, n, `x${n}`),
	},
	defineBelow: {
		fields: {
			fields: {
				assignments: [
					{ id: '1', name: 'n', type: 'number', value: '={{ $json.n }}' },
					{ id: '2', name: 'Shop', type: 'string', value: '={{ $json.shop ?? "" }}' },
				],
			},
		},
		mostRows: 1,
		// An expression that gives nothing is a mistake.
		bad: ['wrongValue', 'otherShop', 'empty'],
		itemOf: ([kind], n) => columnsOf(kind!, n, `x${n}`),
	},
	json: {
		fields: { rowsJson: '={{ $json.rows }}' },
		mostRows: 4,
		bad: ['wrongValue', 'otherShop'],
		itemOf: (kinds, n) => ({ rows: kinds.map((kind, at) => columnsOf(kind, n + at, 2 ** 60)) }),
	},
};

const givenItems = fc.constantFrom(...Object.values(MODES)).chain((mode) =>
	fc.record({
		mode: fc.constant(mode),
		dataMode: fc.constant(Object.keys(MODES).find((name) => MODES[name] === mode)!),
		items: fc.array(
			fc.record({
				kinds: fc.array(
					// Most inputs are good, or wrong in one row.
					fc.oneof(
						{ weight: 12, arbitrary: fc.constant<Kind>('good') },
						fc.constantFrom<Kind>('wrongValue', 'otherShop', 'empty'),
					),
					{ minLength: 1, maxLength: mode.mostRows },
				),
				hasShop: fc.oneof({ weight: 20, arbitrary: fc.constant(true) }, fc.constant(false)),
			}),
			{ minLength: 1, maxLength: 12 },
		),
	}),
);
const onErrors = fc.constantFrom(undefined, 'continueErrorOutput', 'continueRegularOutput');

it('nothing is sent where a row is wrong and the node stops; else exactly the good ones', async () => {
	const stops = new Set<string>();
	await fc.assert(
		fc.asyncProperty(givenItems, options, onErrors, async (given, chosen, onError) => {
			const { mode, dataMode } = given;
			begin([]);
			const others = { ...mode.fields, dataMode, shop: shop('={{ $json.to }}') };
			let n = 0;
			const told = given.items.map(({ kinds, hasShop }) => {
				const first = n;
				n += kinds.length;
				const json = { to: hasShop ? FIRST : 'a b', ...mode.itemOf(kinds, first) };
				const which = (isMeant: (kind: Kind) => boolean) =>
					kinds.flatMap((kind, at) => (isMeant(kind) ? [at] : []));
				return {
					json,
					good: hasShop ? which((kind) => kind === 'good').map((at) => first + at) : [],
					// An item without a shop is rejected as a whole.
					bad: hasShop ? which((kind) => mode.bad.includes(kind)) : [0],
				};
			});
			const good = told.flatMap((each) => each.good);
			const bad = told.flatMap((each, item) => each.bad.map((rowIndex) => ({ item, rowIndex })));
			const { success, error, thrown } = await stage.run({
				parameters: push(chosen, others),
				items: told.map(({ json }) => json),
				onError,
			} as Parameters<typeof stage.run>[0]);
			const arrived = stage.sandbox.pushed('ads', FIRST).map(({ row }) => (row as Row).n as number);
			if (good.length + bad.length === 0 || (onError === undefined && bad.length > 0)) {
				expect(stage.sandbox.requests('ads')).toEqual([]);
				if (bad.length === 0) return;
				stops.add(dataMode);
				const [first] = bad;
				const place =
					dataMode === 'json'
						? `row ${first!.rowIndex + 1} of item ${first!.item + 1}`
						: `row ${first!.item + 1}`;
				expect(thrown!.message).toContain(
					`${bad.length} of ${good.length + bad.length} rows cannot be sent. First, ${place}: `,
				);
				return;
			}
			expect(thrown).toBeUndefined();
			expect(sorted(arrived)).toEqual(good);
			const failures = [...success, ...error].flatMap(({ json, pairedItem }) => {
				const { outcome, rowIndex } = (json.error ?? {}) as { outcome?: string; rowIndex: number };
				const { item } = pairedItem as { item: number };
				return outcome ? [{ outcome, item, rowIndex }] : [];
			});
			expect(failures).toEqual(bad.map((each) => ({ outcome: 'rejected', ...each })));
		}),
		{ numRuns: 100 },
	);
	expect([...stops].sort()).toEqual(Object.keys(MODES).sort());
});
