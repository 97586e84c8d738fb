import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { outcomesIn } from '../../kit/outcomes.mts';
import { ascending, FIRST, itemsOf, push, RETRY, SECOND } from '../../kit/pushing.mts';
import { createStage, shop, type Stage } from '../../kit/stage.mts';
import {
	begin,
	faults,
	idsOf,
	inputs,
	options,
	outcomesOf,
	parametersOf,
	type Row,
	SHOPS,
	storedRows,
} from './drawn.mts';

let stage: Stage;

beforeAll(async () => {
	stage = await createStage();
});
afterAll(async () => await stage.close());

const RUNS = 40;
jest.setTimeout(120_000);

const items = inputs(1, 12);
const onError = 'continueErrorOutput';

it('every row has one outcome, order is kept, no more requests are open than allowed', async () => {
	await fc.assert(
		fc.asyncProperty(items, options(9), faults, async (input, chosen, script) => {
			begin(stage, script);
			const parameters = parametersOf({ ...chosen, output: 'rows' });
			const result = await stage.run({ parameters, items: input, onError });
			expect(result.thrown).toBeUndefined();
			outcomesOf(stage, result, input);
			expect(new Set(result.success.map(({ json }) => json.outcome)).size).toBeLessThanOrEqual(1);
			for (const branch of [result.success, result.error]) {
				const places = branch.flatMap(itemsOf);
				expect(places).toEqual(ascending(places));
			}
			for (const { open } of stage.sandbox.requests('ads'))
				expect(open).toBeLessThanOrEqual(chosen.maxParallelRequests);
			if (chosen.maxParallelRequests > 1) return;
			for (const name of SHOPS) {
				const ids = idsOf(storedRows(stage, name));
				expect(ids).toEqual(ascending(ids));
			}
		}),
		{ numRuns: RUNS },
	);
});

it('requests say which items they hold, and how many rows', async () => {
	await fc.assert(
		fc.asyncProperty(items, options(9), async (input, chosen) => {
			begin(stage, []);
			const { success } = await stage.run({
				parameters: parametersOf(chosen),
				items: input,
				onError,
			});
			const requests = stage.sandbox.requests('ads');
			const place = new Map(input.flatMap(({ rows }, item) => rows.map(({ id }) => [id, item])));
			const received = requests.map(({ body, rows: count, bytes }) => {
				const { shop: name, data } = body as { shop: string; data: Row[] };
				const from = [...new Set(data.map(({ id }) => place.get(id)))].map((item) => ({ item }));
				return { first: data[0]!.id, told: [name, count, bytes, from] };
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
		fc.asyncProperty(items, options(9), faults, async (input, chosen, script) => {
			begin(stage, script);
			const total = input.flatMap(({ rows }) => rows).length;
			const parameters = parametersOf(chosen);
			let result = await stage.run({ parameters, items: input, ...RETRY });
			for (let again = 0; again < 2; again++) {
				const here = idsOf(storedRows(stage));
				expect(new Set(here).size).toBe(here.length);
				if (!result.thrown) {
					expect(here).toHaveLength(total);
					return;
				}
				const counts = outcomesIn(result.thrown.message)!;
				const { accepted, rejected, unknown, notSent } = counts;
				expect([counts.total, accepted + rejected + unknown + notSent]).toEqual([total, total]);
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
		fc.asyncProperty(givenItems, options(9), onErrors, async (given, chosen, onError) => {
			const { mode, dataMode } = given;
			begin(stage, []);
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
			expect(ascending(arrived)).toEqual(good);
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
