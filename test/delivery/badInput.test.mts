import { sharedStage, shop } from '../support/stage.mts';
import { FIRST, links, push, rows } from './pushing.mts';

const stage = sharedStage();

describe('bad input', () => {
	const json = { dataMode: 'json', rowsJson: '={{ $json.rows }}' };
	const named = (name: string) => ({
		dataMode: 'defineBelow',
		fields: { values: [{ name, value: '1' }] },
	});
	it.each([
		[
			{ shop: shop('={{ $json.shop }}') },
			{ shop: 'https://a.example/x' },
			/^Item 1: "Shop" is not a plain shop domain/,
		],
		[{ shop: shop('={{ $json.shop }}') }, { shop: '' }, /^Item 1: "Shop" is empty/],
		[{ shop: shop('={{ $json.shop }}') }, { shop: 7 }, /^Item 1: "Shop" is not a text/],
		[{}, {}, /^Item 1: "Input" has no fields to send/],
		[{ fieldsToIgnore: 'a,b' }, { a: 1, b: 2 }, /^Item 1: "Input" has no fields to send/],
		[json, { rows: '[{"n":' }, /^Item 1: "Rows" is not valid JSON: /],
		[json, { rows: ' ' }, /^Item 1: "Rows" is empty/],
		[
			json,
			{ rows: [{ n: 1 }, 2] },
			/^Item 1: "Rows" holds something else than an object in entry 2/,
		],
		[json, { rows: [{}] }, /^Item 1: "Rows" holds an empty object in entry 1/],
		[json, { rows: 'null' }, /^Item 1: "Rows" holds something else than an object$/],
		[named('={{ $json.name }}'), { name: ' ' }, /^Item 1: "Fields" has no name in field 1/],
	])('%j with %j is found before anything is sent', async (others, bad, message) => {
		const good = {
			shop: FIRST,
			rows: { n: 1 },
			name: 'n',
			other: 1,
		};
		const items = [good, bad, good];
		const stopped = await stage.run({ parameters: push({}, others), items });
		expect(stopped.thrown).toMatchObject({ message, name: 'NodeOperationError' });
		expect(stage.sandbox.log).toEqual([]);

		const { success, error } = await stage.run({
			parameters: push({}, others),
			items,
			onError: 'continueErrorOutput',
		});
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }]]);
		expect(error).toHaveLength(1);
		expect(error[0]).toMatchObject({
			json: {
				...bad,
				error: { message, outcome: 'notSent', status: null, rowIndex: 0, row: bad },
			},
			pairedItem: { item: 1 },
		});
	});

	it('no fields at all stop before anything is sent', async () => {
		const parameters = push({}, { dataMode: 'defineBelow', fields: {} });
		const { thrown } = await stage.run({ parameters, items: rows(3) });
		expect(thrown).toMatchObject({ message: 'Item 0: "Fields" is empty' });
		expect(stage.sandbox.log).toEqual([]);
	});

	it.each([
		[{ batchSize: 0 }, '"Batch Size" must be 1 or more'],
		[{ maxBodyKb: 0 }, '"Max Body Size (KB)" must be more than 0'],
		[{ timeout: 'soon' }, '"Timeout (Ms)" must be a number, 1 or more'],
		[{ timeout: 0 }, '"Timeout (Ms)" must be a number, 1 or more'],
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
