import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { RunResult } from '../../kit/engine.mts';
import { ascending, FIRST, itemsOf, push, SECOND, THIRD } from '../../kit/pushing.mts';
import { SHOP_OF_ITEM, type Stage } from '../../kit/stage.mts';

/** Pushes as fast-check draws them, and what holds for each whatever the service does. */

export const SHOPS = [FIRST, SECOND, THIRD] as const;

/** A row that can be told from every other by `id`, whatever its other columns are called. */
export type Row = IDataObject & { id: number };
export type Input = Array<{ shop: string; rows: Row[] }>;

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

/** Input items, each with rows of one shop. */
export const inputs = (minLength: number, maxLength: number): fc.Arbitrary<Input> =>
	fc
		.array(
			fc.record({ shop: fc.constantFrom(...SHOPS), rows: fc.array(columns, { maxLength: 6 }) }),
			{ minLength, maxLength },
		)
		.map((drawn) => {
			let id = 0;
			return drawn.map(({ shop, rows }) => ({
				shop,
				rows: rows.map((row) => ({ ...row, id: id++ }) as Row),
			}));
		});

export const options = (mostRows: number) =>
	fc.record({
		batchSize: fc.integer({ min: 1, max: mostRows }),
		isolateRejectedRows: fc.boolean(),
		maxParallelRequests: fc.constantFrom(1, 2, 5, 16),
		// With the shorter one, rows that meet too many refusals are given up.
		maxWait: fc.constantFrom(0.5, 60),
	});

/** What the service does with the first requests; mostly it takes them. */
export const faults = fc.array(
	fc
		.tuple(
			fc.constantFrom(0, 0, 10, 30),
			fc.constantFrom<IDataObject>(
				...[{}, {}, {}, { status: 400 }, { status: 413 }, { status: 502 }, { status: 503 }],
				...[{ status: 500 }, { status: 500, taken: true }, { connection: 'reset' }],
				{ connection: 'reset', taken: true },
				{ status: 429, headers: { 'retry-after': '0.01' } },
				{ state: 'expireUsedAccessTokens' },
			),
		)
		.map(([delayMs, fault]) => ({ delayMs, ...fault }) as FaultLike),
	{ maxLength: 30 },
);

export const begin = (stage: Stage, script: FaultLike[]): void => {
	stage.sandbox.reset();
	stage.renew();
	stage.sandbox.fail('ads', ...script);
};

export const parametersOf = (chosen: IDataObject): IDataObject =>
	push(chosen, {
		...{ shop: SHOP_OF_ITEM, dataMode: 'json', rowsJson: '={{ $json.rows }}' },
		// With its default, because a death is made of the node as it is saved.
		preview: false,
	});

export const storedRows = ({ sandbox }: Stage, shop?: string): Row[] =>
	sandbox.pushed('ads', shop).map(({ row }) => row as Row);

export const idsOf = (rows: Row[]): number[] => rows.map(({ id }) => id);

/**
 * What the node says of each row, by `id`. Each is told once, with its own item and shop, and what is said
 * is what the service has: all that was accepted, nothing that was refused, no row twice or changed.
 */
export function outcomesOf(stage: Stage, { success, error }: RunResult, input: Input) {
	const told = new Map<number, { outcome: string; message: string }>();
	for (const item of [...success, ...error]) {
		const { row, shop, outcome, message } = (item.json.error ?? item.json) as unknown as {
			row: Row;
		} & Record<'shop' | 'outcome' | 'message', string>;
		const own = input[itemsOf(item)[0]!]!;
		expect(own.rows).toContainEqual(row);
		expect(shop).toBe(own.shop);
		expect(told.has(row.id)).toBe(false);
		told.set(row.id, { outcome, message });
	}
	const all = input.flatMap(({ rows }) => rows);
	expect(ascending(told.keys())).toEqual(idsOf(all));

	const here = storedRows(stage);
	for (const row of here) expect(all).toContainEqual(row);
	expect(new Set(idsOf(here)).size).toBe(here.length);
	const isOf = (outcome: string) => (id: number) => told.get(id)!.outcome === outcome;
	const isKnown = (id: number) => !isOf('unknown')(id);
	expect(ascending(idsOf(here).filter(isKnown))).toEqual(idsOf(all).filter(isOf('accepted')));
	return told;
}
