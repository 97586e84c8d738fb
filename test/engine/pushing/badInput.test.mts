import { sharedStage, shop } from '../../kit/stage.mts';
import { FIRST, IN_TURN, links, push, rows, storedNumbers } from '../../kit/pushing.mts';

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
		[{ shop: shop('={{ $json.shop }}') }, { shop: '' }, /^"Shop" is empty/],
		[{ shop: shop('={{ $json.shop }}') }, { shop: 7 }, /^"Shop" is not a text/],
		[json, { rows: '[{"n":' }, /^"Rows" is not valid JSON: /],
		[json, { rows: ' ' }, /^"Rows" is empty/],
		[json, { rows: [{ n: 1 }, 2] }, /^"Rows" holds something other than an object in entry 2/],
		[json, { rows: 'null' }, /^"Rows" holds something other than an object$/],
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

	it.each([
		['no field', {}, {}],
		['ignored fields only', { fieldsToIgnore: 'a,b' }, { a: 1, b: 2 }],
		['an empty object', json, { rows: [{}] }],
	])(
		'an item with %s is left out like a blank line, and a hint counts it',
		async (_, others, bad) => {
			const good = { n: 1, rows: [{ n: 1 }] };
			const { thrown, success, hints } = await stage.run({
				parameters: push({ output: 'rows' }, others),
				items: [good, bad, good],
			});
			expect(thrown).toBeUndefined();
			expect(success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
			expect(hints.map(({ message }) => message).join()).toContain(
				'1 row has no value to send, and was left out',
			);
		},
	);

	it('no fields at all stop before anything is sent', async () => {
		const parameters = push({}, { dataMode: 'defineBelow', fields: {} });
		const { thrown } = await stage.run({ parameters, items: rows(3) });
		expect(thrown).toMatchObject({
			message: '3 of 3 rows cannot be sent. First, row 1: "Fields" is empty',
		});
		expect(stage.sandbox.log).toEqual([]);
	});

	it.each([
		[{ batchSize: 0 }, '"Batch Size" must be a whole number from 1, but is 0'],
		[{ timeout: 'soon' }, '"Timeout (Seconds)" must be a number from 0.1'],
		[{ timeout: 0 }, '"Timeout (Seconds)" must be a number from 0.1'],
	])('%j stops before anything is sent', async (options, message) => {
		const { thrown } = await stage.run({ parameters: push(options), items: rows(3) });
		expect(thrown?.message).toContain(message);
		const { error } = await stage.run({
			parameters: push(options),
			items: rows(3),
			onError: 'continueErrorOutput',
		});
		expect(error.map(({ pairedItem }) => pairedItem)).toEqual(links(0, 3));
		expect(stage.sandbox.log).toEqual([]);
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
		['has a number beyond 2^53', { id: 2 ** 60 }, /"id".*digits/],
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

	it('leaves the other rows of its item alone', async () => {
		const items = [{ rows: [{ n: 0 }, { n: 1, id: 2 ** 60 }, { n: 2 }] }, { rows: [{ n: 3 }] }];
		const { error } = await stage.run({
			parameters: push(IN_TURN, json),
			items,
			onError: 'continueErrorOutput',
		});
		expect(storedNumbers(stage)).toEqual([0, 2, 3]);
		expect(error).toMatchObject([{ json: { error: { outcome: 'rejected', rowIndex: 1 } } }]);
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

	it.each([
		['2^53 and more', '[{"n":12345678901234567890}]', '12345678901234567890'],
		[
			'more digits than a double has',
			'[{"n":0.12345678901234567890123}]',
			'0.12345678901234567890123',
		],
	])('as JSON text a number arrives as it is written: %s', async (_, rowsJson, written) => {
		const parameters = push({}, { dataMode: 'json', rowsJson });
		await stage.run({ parameters });
		expect(stage.sandbox.requests('ads')[0]!.text).toContain(`{"n":${written}}`);
	});
});
