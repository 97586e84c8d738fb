import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { contentOf, stored } from '../../kit/binaryData.mts';
import { FIRST, IN_TURN, push, pushFiles, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

const CSV = readFileSync('examples/data/ad-spend.csv', 'utf8');
const arrived = (shop?: string) =>
	stage.sandbox.pushed('ads', shop).map(({ row }) => row as IDataObject);
const failuresOf = (error: Array<{ json: IDataObject }>) =>
	error.map(({ json }) => json.error as IDataObject);

describe('rows that name another shop than the one they would go to', () => {
	const MESSAGE = `"shop" is ${SECOND}, but the row would go to ${FIRST}`;
	const ITEMS_REMEDY = `Set "Shop" to the expression {{ $json.shop }}; to send the rows to one shop all the same, add the column to "Fields to Ignore".`;
	const items = [FIRST, SECOND, FIRST, SECOND].map((shop, n) => ({ shop, n }));

	const runFile = async (options: IDataObject = {}, others: IDataObject = {}, onError?: string) =>
		await stage.run({
			parameters: pushFiles(options, others),
			files: [{ data: await stored(CSV, 'ad-spend.csv') }],
			onError: onError as never,
		});

	it('are rejected with the ways out, and those of the shop are sent', async () => {
		const { success, error } = await runFile({}, {}, 'continueErrorOutput');
		const ofFirst = CSV.split('\n').filter((line) => line.startsWith(FIRST)).length;
		const others = 2_208 - ofFirst;
		expect(success[0]!.json).toMatchObject({ rows: 2_208, accepted: ofFirst, rejected: others });
		expect(arrived()).toHaveLength(ofFirst);
		expect(new Set(arrived().map(({ shop }) => shop))).toEqual(new Set([FIRST]));
		expect(failuresOf(error)[0]).toMatchObject({
			message: MESSAGE,
			description: `Name "shop" in "Shop Column", or add it to "Fields to Ignore" to send the rows to ${FIRST} all the same.`,
			...{ outcome: 'rejected', status: null, shop: FIRST, rowIndex: 6, line: 8 },
		});
		const again = await contentOf(success[0]!.binary?.failedRows);
		expect(again.split('\n')).toHaveLength(others + 1);
		expect(again).not.toContain(`"${FIRST}"`);
	});

	it('stop the node before its first request, in a file', async () => {
		const { thrown } = await runFile({ ...IN_TURN, batchSize: 3 });
		expect(thrown?.message).toBe(`1104 of 2208 rows cannot be sent. First, line 8: ${MESSAGE}`);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('go to the one shop where the column is ignored', async () => {
		const { success } = await runFile({}, { fieldsToIgnore: 'shop' });
		expect(success[0]!.json).toMatchObject({ rows: 2_208, accepted: 2_208 });
		expect(arrived(FIRST)).toHaveLength(2_208);
	});

	it.each<[mode: string, others: IDataObject, given: IDataObject[]]>([
		['items', {}, items],
		[
			'fields',
			{
				dataMode: 'defineBelow',
				fields: {
					assignments: [{ id: '1', name: 'shop', type: 'string', value: '={{ $json.shop }}' }],
				},
			},
			items,
		],
		['JSON', { dataMode: 'json', rowsJson: '={{ $json.rows }}' }, [{ rows: items }]],
		['JSON text', { dataMode: 'json', rowsJson: JSON.stringify(items) }, [{}]],
	])('stop the node before its first request: %s', async (mode, others, given) => {
		const parameters = push({ ...IN_TURN, batchSize: 1 }, others);
		const { thrown } = await stage.run({ parameters, items: given });
		expect(thrown?.message).toMatch(/^2 of 4 rows cannot be sent\. First, row 2/);
		expect(thrown?.message).toContain(MESSAGE);
		if (mode === 'items') expect(thrown?.description).toContain(ITEMS_REMEDY);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});

	it('leave on the error branch, and the others are sent', async () => {
		const { success, error } = await stage.run({
			parameters: push(),
			items,
			onError: 'continueErrorOutput',
		});
		expect(success).toMatchObject([{ json: { rows: 2 }, pairedItem: [{ item: 0 }, { item: 2 }] }]);
		expect(arrived().map(({ n }) => n)).toEqual([0, 2]);
		expect(error.map(({ json }) => json.n)).toEqual([1, 3]);
		expect(failuresOf(error)).toMatchObject([
			{ message: MESSAGE, description: ITEMS_REMEDY, outcome: 'rejected' },
			{ message: MESSAGE },
		]);
	});

	it('are shown by the preview', async () => {
		const { success } = await stage.run({ parameters: push({}, { preview: true }), items });
		const shown = expect.stringContaining(`${MESSAGE}. Set "Shop" to the expression`) as string;
		expect(success.map(({ json }) => json.problem)).toEqual([undefined, shown, shown]);
		expect(stage.sandbox.requests('ads')).toEqual([]);
	});
});
