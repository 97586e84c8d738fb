import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';
import { FIRST, IN_TURN, links, numbers, push, sentRows, storedRows } from '../../kit/pushing.mts';

const stage = sharedStage();

/** Columns named as what the node says of a row. */
const items = numbers(0, 8).map((n) => ({
	n,
	error: `e${n}`,
	message: `m${n}`,
	details: { n },
	outcome: 'mine',
	shop: FIRST,
	row: n,
}));

/** Two rows per request: accepted, refused, answer lost, accepted. */
const mixed = async (onError: RunOptions['onError'], options = {}) => {
	stage.sandbox.fail('ads', 'ok', 400, 'lostAnswer', 'ok');
	const parameters = push({ batchSize: 2, ...IN_TURN, ...options });
	const result = await stage.run({ parameters, items, onError });
	stage.sandbox.clearFaults();
	return result;
};

const FAILED = (
	[
		[2, 'rejected', 400],
		[3, 'rejected', 400],
		[4, 'unknown', null],
		[5, 'unknown', null],
	] as const
).map(([n, outcome, status]) => ({
	error: {
		message: expect.any(String) as string,
		description: expect.any(String) as string,
		outcome,
		status,
		shop: FIRST,
		rowIndex: 0,
		row: items[n],
	},
}));

describe('outcomes', () => {
	it('leave on the two branches', async () => {
		const { success, error, status } = await mixed('continueErrorOutput');
		expect(status).toBe('success');
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([links(0, 2), links(6, 8)]);
		// n8n merges each with its input item, of which nothing else is overwritten.
		expect(error.map(({ json }) => json)).toEqual(
			FAILED.map((failure, index) => ({ ...items[2 + index], ...failure })),
		);
		expect(error.map(({ pairedItem }) => pairedItem)).toEqual(links(2, 6));
		expect(storedRows(stage)).toEqual([0, 1, 4, 5, 6, 7].map((n) => items[n]));
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
		expect(sentRows(stage)).toEqual([2, 2]);
	});
});
