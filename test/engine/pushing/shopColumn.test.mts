import fc from 'fast-check';
import { parse, stringify } from 'flatted';
import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { RunOptions, RunResult } from '../../kit/engine.mts';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { FIRST, IN_TURN, numbers, pushFiles, SECOND, THIRD } from '../../kit/pushing.mts';
import { sharedStage, shop } from '../../kit/stage.mts';

const stage = sharedStage();

const SHOPS = [FIRST, SECOND, THIRD] as const;
const arrived = (shop?: string) =>
	stage.sandbox.pushed('ads', shop).map(({ row }) => row as IDataObject);
const numbersOf = (shop?: string) => arrived(shop).map(({ n }) => n as number);
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);

async function run(file: string, options: IDataObject = {}, more: Partial<RunOptions> = {}) {
	const { shopColumn = 'shop', numberColumns = 'n', ...others } = options;
	return await stage.run({
		parameters: pushFiles(others, { numberColumns, shopColumn }),
		files: [{ data: await stored(file) }],
		onError: 'continueErrorOutput',
		...more,
	});
}

type Result = Awaited<ReturnType<typeof run>>;
const failuresOf = ({ error }: Result) => error.map(({ json }) => json.error as IDataObject);
const failedRows = async ({ success }: Result) => await contentOf(success[0]!.binary?.failedRows);

/** Rows told apart by `n`, of the shops in turn. */
const alternating = (count: number, header = 'shop,n\n') =>
	header +
	numbers(0, count)
		.map((n) => `${SHOPS[n % 2]},${n}\n`)
		.join('');
const even = (count: number) => numbers(0, count).filter((n) => n % 2 === 0);
const odd = (count: number) => numbers(0, count).filter((n) => n % 2 === 1);

describe('each row goes to the shop that its column names', () => {
	it.each<[format: string, file: string]>([
		['CSV', `n,shop\n0,${FIRST}\n1,${SECOND}\n2,\n3,https://${SECOND}/\n4,Berlin\n5,${THIRD}\n`],
		[
			'NDJSON',
			`{"n":0,"shop":"${FIRST}"}\n{"n":1,"shop":"${SECOND}"}\n{"n":2}\n{"shop":"https://${SECOND}/","n":3}\n{"n":4,"shop":"Berlin"}\n{"n":5,"shop":"${THIRD}"}\n`,
		],
		[
			'JSON',
			`[{"n":0,"shop":"${FIRST}"},{"n":1,"shop":"${SECOND}"},{"n":2,"shop":null},{"shop":"https://${SECOND}/","n":3},{"n":4,"shop":"Berlin"},{"n":5,"shop":"${THIRD}"}]`,
		],
	])('of a %s file, and is rejected where it is empty or no domain', async (_, file) => {
		const result = await run(file);
		expect([FIRST, SECOND, THIRD].map((shop) => arrived(shop))).toEqual([
			[{ n: 0 }],
			[{ n: 1 }, { n: 3 }],
			[{ n: 5 }],
		]);
		expect(result.success[0]!.json).toMatchObject({ rows: 6, accepted: 4, rejected: 2 });
		expect(result.success[0]!.json.shops).toEqual([FIRST, SECOND, THIRD]);
		expect(failuresOf(result)).toMatchObject([
			{ message: expect.stringMatching(/^"shop" is /), rowIndex: 2, shop: null },
			{
				...{ message: '"shop" is not a plain shop domain: "Berlin"', rowIndex: 4, shop: null },
				row: { shop: 'Berlin' },
			},
		]);
		const again = (await failedRows(result)).trim().split('\n');
		expect(again.map((line) => Number((JSON.parse(line) as IDataObject).n))).toEqual([2, 4]);
		expect(JSON.parse(again[1]!)).toHaveProperty('shop', 'Berlin');

		stage.sandbox.clearLog();
		const stopped = await run(file, {}, { onError: undefined });
		expect(stopped.thrown?.message).toMatch(
			/^2 of 6 rows cannot be sent\. First, line \d: "shop" is /,
		);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('and what was refused of a shop can be pushed again as it is', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const result = await run(alternating(20), { ...IN_TURN, batchSize: 5 });
		expect(result.success[0]!.json).toMatchObject({ rows: 20, accepted: 15, rejected: 5 });
		const refused = failuresOf(result);
		const [{ shop }] = refused as [IDataObject];
		const rest = (shop === FIRST ? even(20) : odd(20)).slice(0, 5);
		expect(refused.map(({ rowIndex, line }) => [rowIndex, line])).toEqual(
			rest.map((n) => [n, n + 2]),
		);
		expect(refused.every((failure) => failure.shop === shop)).toBe(true);
		const again = await failedRows(result);
		expect(again).toBe(rest.map((n) => `{"shop":"${String(shop)}","n":${n}}\n`).join(''));
		expect((await run(again)).success[0]!.json).toMatchObject({ rows: 5, accepted: 5 });
		expect(ascending(numbersOf(FIRST))).toEqual(even(20));
		expect(ascending(numbersOf(SECOND))).toEqual(odd(20));
	});

	it('and after rows were sent, another Shop Column is refused: their places would be others', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const options = { ...IN_TURN, batchSize: 4 };
		const stopped = await run(alternating(20), options, { onError: undefined });
		expect(stopped.thrown?.message).toContain('Of 20 rows: 4 accepted, 4 rejected');
		const ways = [
			{ shop: shop(FIRST), shopColumn: '', fieldsToIgnore: 'shop' },
			{ shopColumn: 'n' },
		];
		for (const parameters of ways) {
			const { thrown } = await stage.engine.retry(changed(stopped, parameters));
			expect(thrown?.message).toContain('or is read in another way');
			expect(arrived()).toHaveLength(4);
		}
		expect((await stage.engine.retry(stopped)).thrown).toBeUndefined();
		expect(ascending(numbersOf(FIRST))).toEqual(even(20));
		expect(ascending(numbersOf(SECOND))).toEqual(odd(20));
	});

	it('as a preview shows', async () => {
		const { success } = await stage.run({
			parameters: pushFiles({}, { preview: true, shopColumn: 'shop' }),
			files: [{ data: await stored(`shop,n\n${FIRST},0\n${SECOND},1\n${FIRST},2\nBerlin,3\n`) }],
		});
		expect(success.map(({ json }) => [json.shop, json.rows, json.firstRow, json.problem])).toEqual(
			expect.arrayContaining([
				[FIRST, 2, { n: '0' }, undefined],
				[SECOND, 1, { n: '1' }, undefined],
				[
					null,
					1,
					{ shop: 'Berlin', n: '3' },
					expect.stringMatching(/^"shop" is not a plain shop domain: "Berlin"\. Give/),
				],
			]),
		);
	});
});

describe('whatever shops take turns, and whatever the service answers', () => {
	jest.setTimeout(120_000);

	const answers = fc.array(
		fc.constantFrom<FaultLike>(
			...(['ok', 'ok', 400, 413, 500, 503, 'reset', 'lostAnswer'] as const),
			{ status: 500, taken: true },
			{ status: 429, headers: { 'retry-after': '0.01' } },
		),
		{ maxLength: 20 },
	);
	const named = fc.array(fc.constantFrom(...SHOPS, '', 'Berlin'), { minLength: 1, maxLength: 30 });
	const options = fc.record({
		batchSize: fc.integer({ min: 1, max: 6 }),
		isolateRejectedRows: fc.boolean(),
		maxParallelRequests: fc.constantFrom(1, 2, 16),
	});
	const FORMATS = {
		csv: (rows: string[]) => `shop,n\n${rows.map((shop, n) => `${shop},${n}\n`).join('')}`,
		ndjson: (rows: string[]) => rows.map((shop, n) => `{"n":${n},"shop":"${shop}"}\n`).join(''),
	};
	const formats = fc.constantFrom(...Object.values(FORMATS));
	const begin = (faults: FaultLike[]) => {
		stage.sandbox.reset();
		stage.renew();
		stage.sandbox.fail('ads', ...faults);
	};
	const shopNamedBy = (cell: string) => SHOPS.find((shop) => shop === cell) ?? null;
	/** Checks that rows went to their shops alone, and none of them twice. */
	const expectOnce = (rows: string[]) => {
		for (const shop of SHOPS) {
			const here = ascending(numbersOf(shop));
			expect(here).toEqual(ascending([...new Set(here)]));
			for (const n of here) expect(rows[n]).toBe(shop);
		}
	};

	it('each row is accepted or told, with its shop, and in the file of failed rows', async () => {
		await fc.assert(
			fc.asyncProperty(named, options, answers, formats, async (rows, chosen, faults, fileOf) => {
				begin(faults);
				const result = await run(fileOf(rows), chosen);
				expect(result.thrown).toBeUndefined();
				expectOnce(rows);
				const failures = failuresOf(result);
				const told = failures.map(({ rowIndex }) => rowIndex as number);
				expect(new Set(told).size).toBe(told.length);
				for (const { rowIndex, shop } of failures)
					expect(shop).toBe(shopNamedBy(rows[rowIndex as number]!));
				// What names no shop never arrives.
				expect(told).toEqual(
					expect.arrayContaining(rows.flatMap((row, n) => (shopNamedBy(row) ? [] : [n]))),
				);
				const accepted = numbers(0, rows.length).filter((n) => !told.includes(n));
				const unknown = failures.flatMap(({ outcome, rowIndex }) =>
					outcome === 'unknown' ? [rowIndex as number] : [],
				);
				expect(ascending(numbersOf().filter((n) => !unknown.includes(n)))).toEqual(accepted);
				const counts = { rows: rows.length, accepted: accepted.length, unknown: unknown.length };
				expect(result.success[0]!.json).toMatchObject(counts);
				if (told.length === 0) return;
				const lines = (await failedRows(result)).trim().split('\n');
				const again = lines.map(
					(line) => JSON.parse(line) as { n: number | string; shop?: string },
				);
				expect(again.map(({ n }) => Number(n)).sort((x, y) => x - y)).toEqual(ascending(told));
				for (const { n, shop = '' } of again) expect(shop).toBe(rows[Number(n)]);
			}),
			{ numRuns: 40 },
		);
		stage.sandbox.reset();
	});
});

/** The failed execution with other parameters, as "Retry with currently saved workflow" runs it. */
function changed(failed: RunResult, parameters: IDataObject): RunResult {
	const data = parse(failed.stored) as IRunExecutionData;
	Object.assign(data.executionData!.nodeExecutionStack[0]!.node.parameters, parameters);
	return { ...failed, stored: stringify(data) };
}
