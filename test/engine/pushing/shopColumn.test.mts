import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, stringify } from 'flatted';
import type { IDataObject, IRunExecutionData } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { FIRST, IN_TURN, numbers, pushFiles, SECOND, THIRD } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

const SHOPS = [FIRST, SECOND, THIRD] as const;
const arrived = (shop?: string) =>
	stage.sandbox.pushed('ads', shop).map(({ row }) => row as IDataObject);
const numbersOf = (shop?: string) => arrived(shop).map(({ n }) => n as number);
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);

async function run(file: string, options: IDataObject = {}, more: Partial<RunOptions> = {}) {
	const parameters = { shopColumn: 'shop', ...options };
	return await stage.run({
		parameters: pushFiles(parameters, { numberColumns: 'n' }),
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
	it('in the file of the examples', async () => {
		const csv = readFileSync('examples/data/ad-spend.csv', 'utf8');
		const { success } = await run(csv);
		expect(success[0]!.json).toMatchObject({ rows: 2_208, accepted: 2_208 });
		expect(success[0]!.json.shop).toBeUndefined();
		const lines = csv.split('\n');
		const shops = [...new Set(lines.slice(1, -1).map((line) => line.split(',')[0]!))];
		expect(success[0]!.json.shops).toEqual(shops);
		for (const shop of shops)
			expect(arrived(shop)).toHaveLength(lines.filter((line) => line.startsWith(shop)).length);
		expect(arrived().some((row) => 'shop' in row)).toBe(false);
	});

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
	])('of a %s file, the chosen one where it is empty', async (_, file) => {
		const result = await run(file);
		expect([FIRST, SECOND, THIRD].map((shop) => arrived(shop))).toEqual([
			[{ n: 0 }, { n: 2 }],
			[{ n: 1 }, { n: 3 }],
			[{ n: 5 }],
		]);
		expect(result.success[0]!.json).toMatchObject({ rows: 6, accepted: 5, rejected: 1 });
		expect(result.success[0]!.json.shops).toEqual([FIRST, SECOND, THIRD]);
		expect(failuresOf(result)).toMatchObject([
			{ message: '"shop" is not a plain shop domain: "Berlin"', rowIndex: 4, row: { n: 4 } },
		]);
		expect(JSON.parse(await failedRows(result))).toEqual({ n: 4, shop: 'Berlin' });
	});

	it('and its item names no shop to which no row could go', async () => {
		const { success } = await run(`shop,n\nBerlin,0\n${SECOND},1\n`);
		expect(success[0]!.json).toMatchObject({ shops: [SECOND], accepted: 1, rejected: 1 });
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

	it('and halving a request that is too large, or refused, mixes no shops', async () => {
		stage.sandbox.set({ maxBodyBytes: 200, rejectRows: { field: 'bad' } });
		const csv = numbers(0, 40).map((n) => `${SHOPS[n % 2]},${n},${n === 7 || n === 20 ? 1 : ''}\n`);
		const result = await run(`shop,n,bad\n${csv.join('')}`, { isolateRejectedRows: true });
		expect(result.success[0]!.json).toMatchObject({ rows: 40, accepted: 38, rejected: 2 });
		expect(ascending(numbersOf(FIRST))).toEqual(even(40).filter((n) => n !== 20));
		expect(ascending(numbersOf(SECOND))).toEqual(odd(40).filter((n) => n !== 7));
		const told = failuresOf(result).map(({ rowIndex, shop }) => [rowIndex, shop]);
		expect(told).toHaveLength(2);
		expect(told).toEqual(
			expect.arrayContaining([
				[7, SECOND],
				[20, FIRST],
			]),
		);
		expect(await failedRows(result)).toBe(
			`{"shop":"${SECOND}","n":7,"bad":"1"}\n{"shop":"${FIRST}","n":20,"bad":"1"}\n`,
		);
	});

	it('and rows behind a record that cannot be read were not sent', async () => {
		const csv = `${alternating(5)}only\n${alternating(4, '')}`;
		const result = await run(csv);
		expect(result.success[0]!.json).toMatchObject({
			...{ rows: 10, accepted: 5, rejected: 1, notSent: 4 },
		});
		expect(failuresOf(result).map(({ rowIndex, shop }) => [rowIndex, shop])).toEqual([
			[5, FIRST],
			[6, FIRST],
			[7, SECOND],
			[8, FIRST],
			[9, SECOND],
		]);
	});

	it('once, where the answer to a request was lost and the node runs again', async () => {
		stage.sandbox.fail('ads', 'ok', 'lostAnswer');
		const { thrown } = await run(
			alternating(20),
			{ ...IN_TURN, batchSize: 4 },
			{ onError: undefined, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		expect(thrown?.message).toContain('Of 20 rows: 16 accepted, 4 unknown.');
		expect(ascending(numbersOf(FIRST))).toEqual(even(20));
		expect(ascending(numbersOf(SECOND))).toEqual(odd(20));
	});

	it.each([
		['Shop Column', {}, { shopColumn: 'shop' }, [even(20), odd(20)]],
		['Fields to Ignore', { fieldsToIgnore: 'shop' }, {}, [numbers(0, 20), []]],
	])(
		'once, where a node stopped at a row of another shop, and then has %s',
		async (_, parameters, options, [first, second]) => {
			const csv = alternating(20);
			const stopped = await run(
				csv,
				{ ...IN_TURN, shopColumn: '', batchSize: 1 },
				{ onError: undefined },
			);
			expect(stopped.thrown?.message).toContain(
				`"shop" is ${SECOND}, but the row would go to ${FIRST}. Of 20 rows: 1 accepted, `,
			);
			const data = parse(stopped.stored) as IRunExecutionData;
			// As "Retry with currently saved workflow" does.
			const { node } = data.executionData!.nodeExecutionStack[0]!;
			Object.assign(node.parameters, parameters);
			Object.assign(node.parameters.options as IDataObject, options);
			const { thrown } = await stage.engine.retry({ ...stopped, stored: stringify(data) });
			expect(thrown).toBeUndefined();
			expect(ascending(numbersOf(FIRST))).toEqual(first);
			expect(ascending(numbersOf(SECOND))).toEqual(second);
		},
	);

	it.each<[format: string, file: string, columns: string]>([
		['CSV', `store,n\n${SECOND},1\n`, 'The columns of the file: store, n.'],
		['NDJSON', `{"store":"${SECOND}","n":1}\n{"n":2}\n`, 'The columns of its first row: store, n.'],
		['JSON', `[{"store":"${SECOND}","n":1}]`, 'The columns of its first row: store, n.'],
	])(
		'unless a %s file has no such column, which is said before anything is sent',
		async (_, file, columns) => {
			const result = await run(file);
			expect(failuresOf(result)).toMatchObject([
				{
					message: '"Shop Column" names "shop", which is no column of the file',
					description: `Correct the name, or leave "Shop Column" empty to send all rows to the chosen shop. ${columns}`,
				},
			]);
			expect(stage.sandbox.requests('ads')).toEqual([]);
			const { thrown } = await run(file, {}, { onError: undefined });
			expect(thrown?.message).toContain('which is no column of the file');
			expect(stage.sandbox.requests('ads')).toEqual([]);
		},
	);

	it('and refused rows that name none, out of a file in which others do, can be pushed again', async () => {
		stage.sandbox.fail('ads', 400);
		const result = await run(`{"n":0}\n{"n":1}\n{"shop":"${SECOND}","n":2}\n`, IN_TURN);
		const again = await failedRows(result);
		expect(again).toBe('{"shop":null,"n":0}\n{"shop":null,"n":1}\n');
		expect((await run(again)).success[0]!.json).toMatchObject({ rows: 2, accepted: 2 });
		expect(numbersOf(FIRST)).toEqual([0, 1]);
	});

	it('unless another column of it names another shop', async () => {
		const result = await run(`store,shop,n\n${SECOND},${SECOND},0\n${SECOND},${THIRD},1\n`, {
			shopColumn: 'store',
		});
		expect(arrived(SECOND)).toEqual([{ shop: SECOND, n: 0 }]);
		expect(failuresOf(result)).toMatchObject([
			{ message: `"shop" is ${THIRD}, but the row would go to ${SECOND}`, shop: SECOND },
		]);
	});

	it('as a preview shows', async () => {
		const { success } = await stage.run({
			parameters: pushFiles({ shopColumn: 'shop' }, { preview: true }),
			files: [{ data: await stored(`shop,n\n${FIRST},0\n${SECOND},1\n${FIRST},2\nBerlin,3\n`) }],
		});
		expect(success.map(({ json }) => [json.shop, json.rows, json.firstRow, json.problem])).toEqual(
			expect.arrayContaining([
				[FIRST, 2, { n: '0' }, undefined],
				[SECOND, 1, { n: '1' }, undefined],
				[
					FIRST,
					1,
					{ n: '3' },
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
		keepRowOrder: fc.boolean(),
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
	/** Checks that rows went to their shops alone, and none of them twice. */
	const expectOnce = (rows: string[]) => {
		for (const shop of SHOPS) {
			const here = ascending(numbersOf(shop));
			expect(here).toEqual(ascending([...new Set(here)]));
			for (const n of here) expect(rows[n] === '' ? FIRST : rows[n]).toBe(shop);
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
					expect(
						SHOPS.includes(rows[rowIndex as number] as never) ? rows[rowIndex as number] : FIRST,
					).toBe(shop);
				const accepted = numbers(0, rows.length).filter((n) => !told.includes(n));
				const unknown = failures.flatMap(({ outcome, rowIndex }) =>
					outcome === 'unknown' ? [rowIndex as number] : [],
				);
				expect(ascending(numbersOf().filter((n) => !unknown.includes(n)))).toEqual(accepted);
				const counts = { rows: rows.length, accepted: accepted.length, unknown: unknown.length };
				expect(result.success[0]!.json).toMatchObject(counts);
				if (told.length === 0) return;
				const lines = (await failedRows(result)).trim().split('\n');
				const again = lines.map((line) => JSON.parse(line) as { n: number; shop?: string });
				expect(again.map(({ n }) => n)).toEqual(ascending(told));
				for (const { n, shop = '' } of again) expect(shop).toBe(rows[n]);
			}),
			{ numRuns: 40 },
		);
		stage.sandbox.reset();
	});

	it('tries and "Retry execution" double nothing and lose nothing', async () => {
		const good = named.map((rows) => rows.map((shop) => (shop === 'Berlin' ? '' : shop)));
		await fc.assert(
			fc.asyncProperty(good, options, answers, formats, async (rows, chosen, faults, fileOf) => {
				begin(faults);
				let result = await run(fileOf(rows), chosen, {
					...{ onError: undefined, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
				});
				for (let again = 0; again < 2; again++) {
					expectOnce(rows);
					if (!result.thrown) break;
					const of = (word: string) =>
						Number(new RegExp(`(\\d+) ${word}`).exec(result.thrown!.message)?.[1] ?? 0);
					const accepted = of('accepted');
					const unknown = of('unknown');
					expect(accepted + of('rejected') + unknown + of('not sent')).toBe(rows.length);
					expect(arrived().length).toBeGreaterThanOrEqual(accepted);
					expect(arrived().length).toBeLessThanOrEqual(accepted + unknown);
					result = await stage.engine.retry(result);
				}
				if (!result.thrown) expect(ascending(numbersOf())).toEqual(numbers(0, rows.length));
			}),
			{ numRuns: 40 },
		);
		stage.sandbox.reset();
	});
});
