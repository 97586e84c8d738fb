import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { sentAs } from '../../kit/columns.mts';
import type { RunOptions, RunResult } from '../../kit/engine.mts';
import {
	ascending,
	create,
	FIRST,
	itemsOf,
	numbers,
	push,
	pushFiles,
	SECOND,
	storedRows,
	THIRD,
} from '../../kit/pushing.mts';
import { SHOP_OF_ITEM, type Stage } from '../../kit/stage.mts';

/** Pushes and deletion requests as fast-check draws them, and what holds for each whatever the service does. */

export const SHOPS = [FIRST, SECOND, THIRD] as const;

/** Told from every other by `n`, whatever its other columns are called. */
type Row = IDataObject & { n: number };
type Input = Array<{ shop: string; rows: Row[] }>;

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
const inputs: fc.Arbitrary<Input> = fc
	.array(fc.tuple(fc.constantFrom(...SHOPS), fc.array(columns, { maxLength: 6 })), {
		minLength: 1,
		maxLength: 12,
	})
	.map((drawn) => {
		let n = 0;
		return drawn.map(([shop, rows]) => ({ shop, rows: rows.map((row) => ({ ...row, n: n++ })) }));
	});

const options = (mostRows: number) =>
	fc.record({
		batchSize: fc.integer({ min: 1, max: mostRows }),
		isolateRejectedRows: fc.boolean(),
		maxParallelRequests: fc.constantFrom(1, 2, 5, 16),
		// With the shorter one, rows that meet too many refusals are given up.
		maxWait: fc.constantFrom(0.5, 60),
	});

/** Otherwise the node waits for seconds. */
const SOON = { headers: { 'retry-after': '0.01' } };

/** What the service does with the first requests; mostly it takes them. */
export const faults = fc.array(
	fc
		.tuple(
			fc.constantFrom(0, 0, 10, 30),
			fc.constantFrom<IDataObject>(
				{},
				{},
				{},
				{ status: 400 },
				{ status: 413 },
				{ status: 502, ...SOON },
				{ status: 503, ...SOON },
				{ status: 500 },
				{ status: 500, taken: true },
				{ connection: 'reset' },
				{ connection: 'reset', taken: true },
				{ status: 200, body: '<html>Log in</html>' },
				{ status: 429, ...SOON },
				{ state: 'expireUsedAccessTokens' },
			),
		)
		.map(([delayMs, fault]) => ({ delayMs, ...fault }) as FaultLike),
	{ maxLength: 30 },
);

export const begin = (
	{ sandbox, renew }: Stage,
	script: FaultLike[],
	endpoint: Road['endpoint'],
): void => {
	sandbox.reset();
	renew();
	sandbox.fail(endpoint, ...script);
};

/** What the node says of each row or contact, by its number. */
type Told = Map<number, string>;

/** What it says of each row: once, with its own item and shop. None was changed on its way. */
function outcomesOf(stage: Stage, { success, error }: RunResult, input: Input): Told {
	const told: Told = new Map();
	for (const item of [...success, ...error]) {
		const { row, shop, outcome } = (item.json.error ?? item.json) as unknown as {
			row: Row;
		} & Record<'shop' | 'outcome', string>;
		const own = input[itemsOf(item)[0]!]!;
		expect(own.rows).toContainEqual(row);
		expect(shop).toBe(own.shop);
		expect(told.has(row.n)).toBe(false);
		told.set(row.n, outcome);
	}
	const all = input.flatMap(({ rows }) => rows);
	for (const row of storedRows(stage)) expect(all).toContainEqual(row);
	return told;
}

/** A row or contact that the service has, by its number. */
interface Arrived {
	shop: string;
	n: number;
}

/** Checks that nothing arrived twice or at another shop. @param shops by number, where it names one */
export function expectOnce(here: Arrived[], shops: Array<string | undefined>): void {
	expect(new Set(here.map(({ n }) => n)).size).toBe(here.length);
	for (const { shop, n } of here) expect(shop).toBe(shops[n]);
}

/** Checks that each is told, and that the service has all that was accepted, and nothing that was refused. */
export function expectTruth(told: Told, here: Arrived[], shops: Array<string | undefined>): void {
	expect(ascending(told.keys())).toEqual(numbers(0, shops.length));
	expectOnce(here, shops);
	const isOf = (outcome: string) => (n: number) => told.get(n) === outcome;
	const known = here.map(({ n }) => n).filter((n) => !isOf('unknown')(n));
	expect(ascending(known)).toEqual(numbers(0, shops.length).filter(isOf('accepted')));
}

/** An execution, and the shops of its rows or contacts by their numbers. */
interface Drawn {
	options: { maxParallelRequests: number };
	shops: Array<string | undefined>;
	run(): Promise<RunOptions>;
	told(stage: Stage, result: RunResult): Told | Promise<Told>;
	/** What is shown of it if a property fails. */
	[fc.toStringMethod](): string;
}

/** A way to the service. */
interface Road {
	endpoint: 'ads' | 'compliance';
	drawn: fc.Arbitrary<Drawn>;
	/** In the order of arrival. */
	arrived(stage: Stage): Arrived[];
}

const arrivedRows = ({ sandbox }: Stage): Arrived[] =>
	sandbox.pushed('ads').map(({ shop, row }) => ({ shop, n: (row as Row).n }));

const items: Road = {
	endpoint: 'ads',
	drawn: fc.tuple(inputs, options(9)).map(([input, chosen]) => ({
		options: chosen,
		shops: input.flatMap(({ shop, rows }) => rows.map(() => shop)),
		run: async () => ({
			parameters: push(
				{ ...chosen, output: 'rows' },
				{ shop: SHOP_OF_ITEM, dataMode: 'json', rowsJson: '={{ $json.rows }}' },
			),
			items: input,
		}),
		told: (stage, result) => outcomesOf(stage, result, input),
		[fc.toStringMethod]: () => fc.stringify([input, chosen]),
	})),
	arrived: arrivedRows,
};

type FailedRow = { shop: string; n: unknown };
interface Format {
	write(cells: string[]): string;
	/** The rows in a file of those that were not accepted: a file of the same format. */
	read(text: string): FailedRow[];
}
const linesOf = (text: string) => text.trim().split('\n');
const FORMATS: Format[] = [
	{
		write: (cells) => `shop,n\n${cells.map((cell, n) => `${cell},${n}\n`).join('')}`,
		read(text) {
			const [names, ...rows] = linesOf(text).map((line) => line.split(','));
			expect(names).toEqual(['shop', 'n']);
			return rows.map(([shop, n]) => ({ shop: shop!, n }));
		},
	},
	{
		write: (cells) => cells.map((shop, n) => `{"n":${n},"shop":"${shop}"}\n`).join(''),
		read: (text) => linesOf(text).map((line) => JSON.parse(line) as FailedRow),
	},
	{
		write: (cells) => JSON.stringify(cells.map((shop, n) => ({ shop, n }))),
		read: (text) => JSON.parse(text.trim()) as FailedRow[],
	},
];
/** Cells of a column for the shop. */
const GOOD = [...SHOPS, `https://${SECOND}/`];
const cells = fc
	.constantFrom(GOOD, [...GOOD, '', 'Berlin'])
	.chain((of) => fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 30 }));

const fileWithShops: Road = {
	endpoint: 'ads',
	drawn: fc
		.tuple(cells, options(6), fc.constantFrom(...FORMATS))
		.map(([named, chosen, { write, read }]) => {
			const shops = named.map((cell) => SHOPS.find((shop) => cell.includes(shop)));
			return {
				options: chosen,
				shops,
				run: async () => ({
					parameters: pushFiles(chosen, { columns: sentAs('number', 'n'), shopColumn: 'shop' }),
					files: [{ data: await stored(write(named)) }],
				}),
				async told(stage, { success, error }) {
					for (const row of storedRows(stage)) expect(Object.keys(row)).toEqual(['n']);
					const told: Told = new Map(named.map((_, n) => [n, 'accepted']));
					for (const { json } of error) {
						const { outcome, shop, rowIndex } = json.error as IDataObject;
						expect(shop).toBe(shops[rowIndex as number] ?? null);
						expect(told.get(rowIndex as number)).toBe('accepted');
						told.set(rowIndex as number, outcome as string);
					}
					// What names no shop never arrives.
					for (const [n, shop] of shops.entries())
						if (shop === undefined) expect(told.get(n)).toBe('rejected');
					const { json, binary } = success[0]!;
					const counts = { rows: 0, accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
					for (const outcome of told.values()) {
						counts.rows++;
						counts[outcome as keyof typeof counts]++;
					}
					expect(json).toMatchObject(counts);
					const again = binary?.failedRows ? read(await contentOf(binary.failedRows)) : [];
					const failed = numbers(0, named.length).filter((n) => told.get(n) !== 'accepted');
					// They are in order, and as they came.
					expect(again.map(({ n }) => Number(n))).toEqual(failed);
					for (const { n, shop } of again) expect(shop).toBe(named[Number(n)]);
					return told;
				},
				[fc.toStringMethod]: () => fc.stringify([write(named), chosen]),
			};
		}),
	arrived: arrivedRows,
};

const personOf = (n: number) => `person${n}@example.com`;

const contacts: Road = {
	endpoint: 'compliance',
	drawn: fc
		.tuple(
			fc.array(fc.constantFrom(FIRST, SECOND), { minLength: 1, maxLength: 16 }),
			fc.record({
				combine: fc.boolean(),
				maxIdentifiers: fc.integer({ min: 1, max: 6 }),
				maxParallelRequests: fc.constantFrom(1, 2, 16),
			}),
		)
		.map(([shops, chosen]) => ({
			options: chosen,
			shops,
			run: async () => ({
				parameters: create(chosen, { shopDomain: '={{ $json.shop }}', phones: '' }),
				items: shops.map((shop, n) => ({ shop, emails: personOf(n) })),
			}),
			told(_, { success, error }) {
				const told: Told = new Map();
				for (const item of [...success, ...error]) {
					const { outcome = 'accepted' } = (item.json.error ?? {}) as { outcome?: string };
					for (const n of itemsOf(item)) {
						expect(told.has(n)).toBe(false);
						told.set(n, outcome);
					}
				}
				return told;
			},
			[fc.toStringMethod]: () => fc.stringify([shops, chosen]),
		})),
	arrived: ({ sandbox }) =>
		sandbox
			.deletionRequests()
			.flatMap(({ shop, emails }) =>
				emails.map((email) => ({ shop, n: Number(/\d+/.exec(email)![0]) })),
			),
};

export const ROADS: Array<[name: string, road: Road]> = [
	['the rows of items', items],
	['the rows of a file that name their shops', fileWithShops],
	['contacts to be deleted', contacts],
];
