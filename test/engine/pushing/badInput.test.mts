import { sharedStage, shop } from '../../kit/stage.mts';
import { FIRST, IN_TURN, push, rows, storedNumbers } from '../../kit/pushing.mts';

const stage = sharedStage();

const json = { dataMode: 'json', rowsJson: '={{ $json.rows }}' };

describe('bad input', () => {
	const named = (name: string) => ({
		dataMode: 'defineBelow',
		fields: { assignments: [{ id: '1', name, type: 'string', value: '1' }] },
	});
	it.each([
		[
			{ shop: shop('={{ $json.shop }}') },
			{ shop: 'https://a.example/x' },
			/^"Shop" is not a plain shop domain/,
		],
		[json, { rows: '[{"n":' }, /^"Rows" is not valid JSON: /],
		[json, { rows: [{ n: 1 }, 2] }, /^"Rows" holds something other than an object in entry 2/],
		[named('={{ $json.name }}'), { name: ' ' }, /^"Fields" has no name in field 1/],
	])('%j with %j is found before anything is sent', async (others, bad, message) => {
		const good = {
			shop: FIRST,
			rows: { n: 1 },
			name: 'n',
		};
		const items = [good, bad, good];
		const stopped = await stage.run({ parameters: push({}, others), items });
		const [told, problem] = stopped.thrown!.message.split(/(?:row 1 of item|row) 2: /);
		expect(told).toBe('1 of 3 rows cannot be sent. First, ');
		expect(problem).toMatch(message);
		expect(stopped.thrown!.description).toContain(
			'Nothing was sent. Correct this and execute again',
		);
		expect(stage.sandbox.log).toEqual([]);

		const { success, error } = await stage.run({
			parameters: push({}, others),
			items,
			onError: 'continueErrorOutput',
		});
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }]]);
		expect(error).toHaveLength(1);
		expect(error[0]).toMatchObject({
			json: { ...bad, error: { message, outcome: 'rejected', status: null, rowIndex: 0 } },
			pairedItem: { item: 1 },
		});
	});

	it('options of a later version of the node are ignored', async () => {
		await stage.run({ parameters: push({ optionOfTheFuture: true }), items: rows(3) });
		expect(stage.sandbox.pushed('ads').map(({ row }) => row)).toEqual(rows(3));
	});
});

describe('a row that cannot be sent as it is', () => {
	const deep = (levels: number) => {
		let row: object = { n: 1 };
		for (let level = 0; level < levels; level++) row = { row };
		return row;
	};
	it.each<[what: string, row: object, told: RegExp]>([
		['is nested 9,000 deep', deep(9_000), /is nested too deeply/],
		['has a number beyond 2^53', { id: 2 ** 60 }, /"id" is 1152921504606847000/],
	])('%s: it alone is rejected, and every row has its outcome', async (_, row, told) => {
		const items = [{ n: 0 }, { n: 1, ...row }, { n: 2 }];
		const { success, error, status } = await stage.run({
			parameters: push(IN_TURN),
			items,
			onError: 'continueErrorOutput',
		});
		expect(status).toBe('success');
		expect(storedNumbers(stage)).toEqual([0, 2]);
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }]]);
		expect(error).toMatchObject([
			{ json: { n: 1, error: { outcome: 'rejected', status: null } }, pairedItem: { item: 1 } },
		]);
		expect((error[0]!.json.error as { message: string }).message).toMatch(told);
	});

	it('that n8n itself cannot pass on fails with its item, and no other', async () => {
		const items = [{ rows: [{ n: 0 }, deep(9_000)] }, { rows: [{ n: 3 }] }];
		const { error } = await stage.run({
			parameters: push({}, json),
			items,
			onError: 'continueErrorOutput',
		});
		expect(storedNumbers(stage)).toEqual([3]);
		expect(error).toMatchObject([
			{ json: { error: { outcome: 'rejected' } }, pairedItem: { item: 0 } },
		]);
	});
});
