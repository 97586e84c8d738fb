import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage, SHOP_OF_ITEM } from '../../kit/stage.mts';
import {
	FIRST,
	IN_TURN,
	links,
	numbers,
	push,
	rows,
	sentRows,
	storedNumbers,
	THIRD,
} from '../../kit/pushing.mts';

const stage = sharedStage();

const sent = () => sentRows(stage);
const stored = () => storedNumbers(stage);

/** Two rows per request: accepted, refused, answer lost, accepted. */
const mixed = async (onError: RunOptions['onError'], options = {}) => {
	stage.sandbox.fail('ads', 'ok', 400, 'lostAnswer', 'ok');
	const result = await stage.run({
		parameters: push({ batchSize: 2, ...IN_TURN, ...options }),
		items: rows(8),
		onError,
	});
	stage.sandbox.clearFaults();
	return result;
};

const failed = (outcome: string, status: number | null, row: object) => ({
	error: {
		message: expect.any(String) as string,
		description: expect.any(String) as string,
		outcome,
		status,
		shop: FIRST,
		rowIndex: 0,
		row,
	},
});
const FAILED = (
	[
		[2, 'rejected', 400],
		[3, 'rejected', 400],
		[4, 'unknown', null],
		[5, 'unknown', null],
	] as const
).map(([n, outcome, status]) => failed(outcome, status, { n }));

describe('outcomes', () => {
	it('leave on the two branches', async () => {
		const { success, error, status } = await mixed('continueErrorOutput');
		expect(status).toBe('success');
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(0, 2), links(6, 8)]);
		// n8n merges each with its input item, of which nothing is overwritten.
		expect(error.map(({ json }) => json)).toEqual(
			FAILED.map((failure, index) => ({ n: 2 + index, ...failure })),
		);
		expect(error.map(({ pairedItem }) => pairedItem)).toEqual(links(2, 6));
		expect(stored()).toEqual([0, 1, 4, 5, 6, 7]);
	});

	it('leave as the same items on the one branch', async () => {
		const { success, error } = await mixed('continueRegularOutput');
		expect(error).toEqual([]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([
			links(0, 2),
			links(6, 8),
			...links(2, 6),
		]);
		expect(success.slice(2).map(({ json }) => json)).toEqual(FAILED);
	});

	it('stop the node at the first failed request, counted in one error', async () => {
		const { success, error, thrown } = await mixed('stopWorkflow');
		expect([success, error]).toEqual([[], []]);
		expect(thrown?.message).toMatch(
			/^400 Bad Request \(ad data\): .*[^.]\. Of 8 rows: 2 accepted, 2 rejected, 4 not sent\. First rejected: row 3\.$/,
		);
		expect(thrown).toMatchObject({ httpCode: '400', context: { itemIndex: 2 } });
		expect(sent()).toEqual([2, 2]);
	});

	it('are notSent once it is clear that nothing can get through', async () => {
		stage.connect({ scopes: ['read_data'] });
		const { success, error } = await stage.run({
			parameters: push({ batchSize: 1, ...IN_TURN }),
			items: rows(3),
			onError: 'continueErrorOutput',
		});
		expect(success).toEqual([]);
		expect(error.map(({ json }) => (json.error as { outcome: string }).outcome)).toEqual([
			'rejected',
			'notSent',
			'notSent',
		]);
		expect(sent()).toEqual([1]);
	});

	it('of one shop say nothing of another', async () => {
		const items = [FIRST, 'stranger.example', THIRD].map((shop, n) => ({ shop, n }));
		const { success, error } = await stage.run({
			parameters: push({}, { shop: SHOP_OF_ITEM }),
			items,
			onError: 'continueErrorOutput',
		});
		expect(success.map(({ json, pairedItem }) => [json.shop, pairedItem])).toEqual([
			[FIRST, [{ item: 0 }]],
			[THIRD, [{ item: 2 }]],
		]);
		expect(error).toMatchObject([
			{ json: { error: { outcome: 'rejected', status: 403, shop: 'stranger.example' } } },
		]);
	});

	it('keep every column of a row, whatever its name', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const column = (n: number) => ({
			error: `e${n}`,
			message: `m${n}`,
			details: { n },
			outcome: 'mine',
			shop: FIRST,
			row: n,
		});
		const items = [0, 1, 2, 3].map(column);
		const { success, error } = await stage.run({
			parameters: push({ batchSize: 2, output: 'rows', ...IN_TURN }),
			items,
			onError: 'continueErrorOutput',
		});
		expect(stage.sandbox.pushed('ads').map(({ row }) => row)).toEqual(items.slice(0, 2));
		expect(success.map(({ json }) => json)).toEqual(
			items.slice(0, 2).map((row) => ({ row, outcome: 'accepted', shop: FIRST, status: 200 })),
		);
		expect(error).toHaveLength(2);
		error.forEach(({ json }, index) => {
			const item = items[index + 2]!;
			expect(json).toMatchObject({ ...item, error: { row: item, shop: FIRST } });
		});
	});
});

describe('413', () => {
	it('halves the size for the rest of the execution', async () => {
		const items = rows(64).map(({ n }) => ({ n, text: 'x'.repeat(100) }));
		stage.sandbox.set({ maxBodyBytes: 3_000 });
		const { success, thrown } = await stage.run({
			parameters: push({ batchSize: 40, ...IN_TURN }),
			items,
		});
		expect(thrown).toBeUndefined();
		expect(stored()).toEqual(numbers(0, 64));
		const requests = stage.sandbox.requests('ads');
		const refused = requests.filter(({ status }) => status === 413).map(({ bytes }) => bytes);
		// 40 rows, then half of them (each half names the shop), and never again more than that.
		expect(refused).toHaveLength(1);
		const rest = requests.filter(({ status }) => status === 200);
		const halves = rest.slice(0, 2);
		expect(halves.map(({ rows }) => rows)).toEqual([20, 20]);
		const most = Math.max(...halves.map(({ bytes }) => bytes));
		for (const { bytes } of rest) expect(bytes).toBeLessThanOrEqual(most);
		expect(success).toHaveLength(rest.length);
		expect(success.flatMap(({ pairedItem }) => pairedItem)).toEqual(links(0, 64));
	});
});
