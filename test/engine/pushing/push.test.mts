import { push as pushAtOnce, FIRST, IN_TURN, rows, SECOND } from '../../kit/pushing.mts';
import { sharedStage, SHOP_OF_ITEM } from '../../kit/stage.mts';

const stage = sharedStage();

/** Requests that overlap may arrive in another order than that of their rows. */
const push: typeof pushAtOnce = (options, others) => pushAtOnce({ ...IN_TURN, ...options }, others);
const stored = (name?: string) => stage.sandbox.pushed('ads', name).map(({ row }) => row);

describe('batches', () => {
	it('go by shop in input order, each linked to its own items', async () => {
		const items = [FIRST, SECOND, FIRST].map((name, n) => ({ shop: name, campaign: `C${n}` }));
		const { success } = await stage.run({
			parameters: push({}, { shop: SHOP_OF_ITEM, fieldsToIgnore: 'shop, ,other' }),
			items,
		});
		expect(stage.sandbox.requests('ads').map(({ body }) => body)).toEqual([
			{ shop: FIRST, data: [{ campaign: 'C0' }, { campaign: 'C2' }] },
			{ shop: SECOND, data: [{ campaign: 'C1' }] },
		]);
		const request = { status: 200, response: { success: true } };
		expect(success).toMatchObject([
			{ json: { ...request, shop: FIRST, rows: 2 }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { ...request, shop: SECOND, rows: 1 }, pairedItem: [{ item: 1 }] },
		]);
	});

	it('send a row that is larger alone, and reject one of more than 8 MiB', async () => {
		const text = (bytes: number) => 'x'.repeat(bytes);
		const items = [
			{ n: 0 },
			{ n: 1, text: text(2_000_000) },
			{ n: 2, text: text(8 * 1_024 * 1_024) },
			{ n: 3 },
		];
		const { success, error } = await stage.run({
			parameters: push(),
			items,
			onError: 'continueErrorOutput',
		});
		expect(stored()).toEqual([items[0], items[1], items[3]]);
		expect(success.map(({ json }) => json.rows)).toEqual([1, 1, 1]);
		expect(error).toMatchObject([
			{
				json: {
					n: 2,
					error: {
						message: 'The row is larger than 8 MiB',
						description: expect.stringContaining('Leave out fields') as string,
						outcome: 'rejected',
						status: null,
						shop: FIRST,
						rowIndex: 0,
						row: null,
					},
				},
				pairedItem: { item: 2 },
			},
		]);
	});

	it('serve email/SMS data as well', async () => {
		const parameters = push({}, { resource: 'emailSmsData' });
		await stage.run({ parameters, items: rows(3) });
		expect(stage.sandbox.pushed('emailSms').map(({ row }) => row)).toEqual(rows(3));
	});
});

describe('data modes', () => {
	it('define below: each input item makes a row of the fields', async () => {
		const assignments = [
			{ id: '1', name: 'spend', type: 'number', value: '={{ $json.n * 2 }}' },
			{ id: '2', name: ' note ', type: 'string', value: 'fixed' },
		];
		const parameters = push({}, { dataMode: 'defineBelow', fields: { assignments } });
		await stage.run({ parameters, items: rows(3) });
		expect(stored()).toEqual([0, 2, 4].map((spend) => ({ spend, note: 'fixed' })));
	});

	it('JSON: an item may hold many rows, as an expression or as text', async () => {
		const items = [
			{ rows: [{ n: 0 }, { n: 1 }] },
			{ rows: { n: 2 } },
			{ rows: '[{"n":3},{"n":4}]' },
			{ rows: [] },
		];
		const { success } = await stage.run({
			parameters: push({ batchSize: 2 }, { dataMode: 'json', rowsJson: '={{ $json.rows }}' }),
			items,
		});
		expect(stored()).toEqual(rows(5));
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }],
			[{ item: 1 }, { item: 2 }],
			[{ item: 2 }],
		]);
		stage.sandbox.reset();
		stage.connect();
		const fixed = push({}, { dataMode: 'json', rowsJson: '{"n": 1}' });
		await stage.run({ parameters: fixed, items: rows(3) });
		expect(stored()).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
	});
});

describe('output', () => {
	it('preview sends nothing and shows shops, batches, bytes and first rows', async () => {
		const items = [FIRST, SECOND, FIRST, FIRST].map((name, n) => ({ shop: name, n }));
		items.push({ shop: SECOND, n: 4, bad: Infinity } as never);
		const { success } = await stage.run({
			parameters: push(
				{ batchSize: 2 },
				{ preview: true, shop: SHOP_OF_ITEM, fieldsToIgnore: 'shop' },
			),
			items,
		});
		expect(stage.sandbox.log).toEqual([]);
		const bytes = (name: string, ...data: object[]) =>
			Buffer.byteLength(JSON.stringify({ shop: name, data }));
		expect(success.map(({ json }) => json)).toEqual([
			{
				preview: true,
				shop: FIRST,
				rows: 2,
				bytes: bytes(FIRST, { n: 0 }, { n: 2 }),
				firstRow: { n: 0 },
			},
			{ preview: true, shop: SECOND, rows: 1, bytes: bytes(SECOND, { n: 1 }), firstRow: { n: 1 } },
			{ preview: true, shop: FIRST, rows: 1, bytes: bytes(FIRST, { n: 3 }), firstRow: { n: 3 } },
			expect.objectContaining({
				preview: true,
				shop: SECOND,
				rows: 1,
				firstRow: { shop: SECOND, n: 4, bad: 'Infinity' },
				problem: expect.stringMatching(/^"bad" /) as string,
			}),
		]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }],
			[{ item: 3 }],
			[{ item: 4 }],
		]);
	});
});
