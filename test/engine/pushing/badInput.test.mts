import { sharedStage } from '../../kit/stage.mts';
import { failuresOf } from '../../kit/operations.mts';
import { IN_TURN, push, storedNumbers } from '../../kit/pushing.mts';

/** What no property can draw. */

const stage = sharedStage();
const onError = 'continueErrorOutput';

const deep = (levels: number) => {
	let row: object = { n: 1 };
	for (let level = 0; level < levels; level++) row = { row };
	return row;
};

it('a row that is nested 9,000 deep is rejected alone, and every row has its outcome', async () => {
	const items = [{ n: 0 }, { n: 1, ...deep(9_000) }, { n: 2 }];
	const result = await stage.run({ parameters: push(IN_TURN), items, onError });
	expect(result.status).toBe('success');
	expect(storedNumbers(stage)).toEqual([0, 2]);
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }]]);
	expect(result.error).toMatchObject([{ json: { n: 1 }, pairedItem: { item: 1 } }]);
	const message = expect.stringContaining('is nested too deeply') as string;
	expect(failuresOf(result)).toMatchObject([{ message, outcome: 'rejected', status: null }]);
});

it('a row that n8n itself cannot pass on fails with its item, and no other', async () => {
	const items = [{ rows: [{ n: 0 }, deep(9_000)] }, { rows: [{ n: 3 }] }];
	const json = { dataMode: 'json', rowsJson: '={{ $json.rows }}' };
	const { error } = await stage.run({ parameters: push({}, json), items, onError });
	expect(storedNumbers(stage)).toEqual([3]);
	expect(error).toMatchObject([
		{ json: { error: { outcome: 'rejected' } }, pairedItem: { item: 0 } },
	]);
});
