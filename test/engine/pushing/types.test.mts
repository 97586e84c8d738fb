import type { IDataObject } from 'n8n-workflow';
import { sharedStage } from '../../kit/stage.mts';
import { FIRST, IN_TURN, push } from '../../kit/pushing.mts';

const stage = sharedStage();
const bodyOf = (rows: string) => `{"shop":"${FIRST}","data":[${rows}]}`;
const bodies = () => stage.sandbox.requests('ads').map(({ text }) => text);

describe('Define Below', () => {
	const define = (
		assignments: IDataObject[],
		options: IDataObject = {},
		numberFormat: string = 'plain',
	) => push(options, { dataMode: 'defineBelow', fields: { assignments }, numberFormat });

	it('sends each field as its type, digits as they are written', async () => {
		const parameters = define([
			{ id: '1', name: 'campaignName', type: 'string', value: '2024' },
			{ id: '2', name: 'spend', type: 'number', value: '12.50' },
			{ id: '3', name: 'id', type: 'number', value: '={{ $json.id }}' },
			{ id: '4', name: 'active', type: 'boolean', value: 'yes' },
			{ id: '5', name: 'tags', type: 'array', value: '[ "a", 1.0 ]' },
			{ id: '6', name: 'more', type: 'object', value: '={{ { n: $json.n } }}' },
			{ id: '7', name: 'none', type: 'number', value: '={{ null }}' },
			// As the drag area saves them.
			{ id: '8', name: 'clicks', type: 'number', value: 7 },
			{ id: '9', name: 'isNew', type: 'boolean', value: false },
		]);
		const items = [
			{ id: '12345678901234567890', n: 1 },
			{ id: '+.5', n: 2 },
		];
		const { thrown } = await stage.run({ parameters, items });
		expect(thrown).toBeUndefined();
		const row = (id: string, n: number) =>
			`{"campaignName":"2024","spend":12.50,"id":${id},"active":true,"tags":["a",1],"more":{"n":${n}},"none":null,"clicks":7,"isNew":false}`;
		expect(bodies()).toEqual([bodyOf(`${row('12345678901234567890', 1)},${row('0.5', 2)}`)]);
	});

	it('takes a decimal comma in texts of number fields, and a point in numbers', async () => {
		const number = (name: string, value: string) => ({ id: name, name, type: 'number', value });
		const fields = [
			number('fixed', '17,35'),
			number('text', '={{ $json.text }}'),
			number('number', '={{ $json.number }}'),
			{ id: 'name', name: 'name', type: 'string', value: '1,5' },
		];
		const items = [{ text: '-0,50', number: 0.5 }];
		await stage.run({ parameters: define(fields, {}, 'decimalComma'), items });
		expect(bodies()).toEqual([bodyOf('{"fixed":17.35,"text":-0.50,"number":0.5,"name":"1,5"}')]);
		const { thrown } = await stage.run({ parameters: define(fields), items });
		expect(thrown?.message).toMatch(
			/^1 of 1 rows cannot be sent\. First, row 1: "fixed" holds "17,35"/,
		);
		expect(bodies()).toHaveLength(1);
	});

	it.each(['string', undefined])('sends text as the type %s, and nothing else', async (type) => {
		const parameters = define([{ id: '1', name: 'value', type, value: '={{ $json.value }}' }]);
		const items = [12.5, true, '12.50', '', null, ['a'], { a: 1 }].map((value) => ({ value }));
		const { error } = await stage.run({ parameters, items, onError: 'continueErrorOutput' });
		const sent = ['12.5', 'true', '12.50', '', null].map((value) => JSON.stringify({ value }));
		expect(bodies()).toEqual([bodyOf(sent.join())]);
		expect(error.map(({ json }) => (json.error as IDataObject).message)).toEqual([
			'"value" holds a list, which is not a text',
			'"value" holds an object, which is not a text',
		]);
	});

	it('names the field and what it holds before anything is sent, and the item', async () => {
		const parameters = define([
			{ id: '1', name: 'spend', type: 'number', value: '={{ $json.spend }}' },
		]);
		const items = [{ spend: '1' }, { spend: 'a lot' }, { spend: 3 }];
		const message = '"spend" holds "a lot", which is not a number';
		const { thrown } = await stage.run({ parameters, items });
		expect(thrown).toMatchObject({
			message: `1 of 3 rows cannot be sent. First, row 2: ${message}`,
			context: { itemIndex: 1 },
		});
		expect(stage.sandbox.log).toEqual([]);

		const { error } = await stage.run({ parameters, items, onError: 'continueErrorOutput' });
		expect(error).toMatchObject([
			{ json: { error: { message, outcome: 'rejected' } }, pairedItem: { item: 1 } },
		]);
		expect(bodies()).toEqual([bodyOf('{"spend":1},{"spend":3}')]);
	});
});

describe('auto-map', () => {
	const items = [
		{ name: '007', spend: '12.50', active: 'no', note: '' },
		{ name: '8', spend: 7, active: '', note: null },
	];

	it('leaves out empty cells, and values that mean empty', async () => {
		await stage.run({ parameters: push(), items });
		await stage.run({ parameters: push({ emptyValues: '-, No' }), items });
		expect(bodies()).toEqual([
			bodyOf('{"name":"007","spend":"12.50","active":"no"},{"name":"8","spend":7}'),
			bodyOf('{"name":"007","spend":"12.50"},{"name":"8","spend":7}'),
		]);
	});

	const NUMBERS = { numberColumns: 'spend' };
	const BOOLEANS = { booleanColumns: 'active' };
	it('sends named columns as numbers and booleans, digits as they are written', async () => {
		await stage.run({ parameters: push(BOOLEANS, NUMBERS), items });
		expect(bodies()).toEqual([
			bodyOf('{"name":"007","spend":12.50,"active":false},{"name":"8","spend":7}'),
		]);
	});

	it('rejects the row whose text is no number, by item and column, and sends the others', async () => {
		const { success, error, status } = await stage.run({
			parameters: push(
				{ ...IN_TURN, output: 'rows' },
				{ ...NUMBERS, numberFormat: 'decimalComma' },
			),
			items: ['12,50', '1.234,50', '-0,5'].map((spend) => ({ spend })),
			onError: 'continueErrorOutput',
		});
		expect(status).toBe('success');
		expect(bodies()).toEqual([bodyOf('{"spend":12.50},{"spend":-0.5}')]);
		expect(success.map(({ json }) => json.row)).toEqual([{ spend: 12.5 }, { spend: -0.5 }]);
		expect(error).toMatchObject([
			{
				json: {
					error: {
						message: expect.stringMatching(/^"spend" holds "1\.234,50"/) as string,
						outcome: 'rejected',
						status: null,
					},
				},
				pairedItem: { item: 1 },
			},
		]);
	});

	it('keeps digits where a refused request is halved', async () => {
		stage.sandbox.fail('ads', 413);
		const spends = ['1.0', '2.00', '3.000'].map((spend) => ({ spend }));
		await stage.run({ parameters: push({ ...IN_TURN, ...BOOLEANS }, NUMBERS), items: spends });
		expect(bodies().slice(1)).toEqual([
			bodyOf('{"spend":1.0},{"spend":2.00}'),
			bodyOf('{"spend":3.000}'),
		]);
	});

	it('hints at a column that no item has', async () => {
		const { hints } = await stage.run({
			parameters: push({ output: 'rows' }, { numberColumns: 'spent,spend' }),
			items,
		});
		expect(hints.map(({ message }) => message)).toEqual([
			'"Number Columns" names fields that no input item has: spent. Correct these names, or remove them.',
		]);
	});

	it('an option that contradicts another stops before anything is sent', async () => {
		const parameters = push({ booleanColumns: 'spend' }, NUMBERS);
		const { thrown } = await stage.run({ parameters, items });
		expect(thrown?.message).toBe('"Boolean Columns" names "spend", as "Number Columns" does');
		expect(stage.sandbox.log).toEqual([]);
	});

	it('its options are nothing to other modes', async () => {
		const parameters = push(BOOLEANS, { ...NUMBERS, dataMode: 'json', rowsJson: '{"spend":"1"}' });
		await stage.run({ parameters });
		expect(bodies()).toEqual([bodyOf('{"spend":"1"}')]);
	});
});
