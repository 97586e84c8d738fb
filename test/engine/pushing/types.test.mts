import type { IDataObject } from 'n8n-workflow';
import { sharedStage } from '../../kit/stage.mts';
import { FIRST, IN_TURN, push } from '../../kit/pushing.mts';

const stage = sharedStage();
const bodyOf = (rows: string) => `{"shop":"${FIRST}","data":[${rows}]}`;
const bodies = () => stage.sandbox.requests('ads').map(({ text }) => text);

describe('Define Below', () => {
	const define = (...values: IDataObject[]) =>
		push({}, { dataMode: 'defineBelow', fields: { values } });

	it('sends each field as its type, digits as they are written', async () => {
		const parameters = define(
			{ name: 'campaignName', value: '2024' },
			{ name: 'spend', type: 'number', value: '12.50' },
			{ name: 'id', type: 'number', value: '={{ $json.id }}' },
			{ name: 'active', type: 'boolean', value: 'yes' },
			{ name: 'tags', type: 'json', value: '[ "a", 1.0 ]' },
			{ name: 'more', type: 'json', value: '={{ { n: $json.n } }}' },
			{ name: 'none', type: 'number', value: '={{ null }}' },
		);
		const items = [
			{ id: '12345678901234567890', n: 1 },
			{ id: '+.5', n: 2 },
		];
		const { thrown } = await stage.run({ parameters, items });
		expect(thrown).toBeUndefined();
		const row = (id: string, n: number) =>
			`{"campaignName":"2024","spend":12.50,"id":${id},"active":true,"tags":[ "a", 1.0 ],"more":{"n":${n}},"none":null}`;
		expect(bodies()).toEqual([bodyOf(`${row('12345678901234567890', 1)},${row('0.5', 2)}`)]);
	});

	it('keeps what a workflow without types sends: fixed values as text, others as they are', async () => {
		const values = [
			{ name: 'fixed', value: '12.50' },
			{ name: 'number', value: '={{ $json.n }}' },
			{ name: 'text', value: '={{ $json.t }}' },
		];
		const expected = '{"fixed":"12.50","number":12.5,"text":"12.50"}';
		const items = [{ n: 12.5, t: '12.50' }];
		await stage.run({ parameters: define(...values), items });
		const typed = values.map((value) => ({ ...value, type: 'string' }));
		await stage.run({ parameters: define(...typed), items });
		expect(bodies()).toEqual([bodyOf(expected), bodyOf(expected)]);
	});

	it('names the field and what it holds before anything is sent, and the item', async () => {
		const parameters = define({ name: 'spend', type: 'number', value: '={{ $json.spend }}' });
		const items = [{ spend: '1' }, { spend: 'a lot' }, { spend: 3 }];
		const message = '"spend" holds "a lot", which is not a number';
		const { thrown } = await stage.run({ parameters, items });
		expect(thrown).toMatchObject({ message, context: { itemIndex: 1 } });
		expect(stage.sandbox.log).toEqual([]);

		const { error } = await stage.run({ parameters, items, onError: 'continueErrorOutput' });
		expect(error).toMatchObject([
			{ json: { error: { message, outcome: 'notSent' } }, pairedItem: { item: 1 } },
		]);
		expect(bodies()).toEqual([bodyOf('{"spend":1},{"spend":3}')]);
	});
});

describe('auto-map', () => {
	const items = [
		{ name: '007', spend: '12.50', active: 'no', note: '' },
		{ name: '8', spend: 7, active: '', note: null },
	];

	it('sends items as they are, unless told otherwise', async () => {
		await stage.run({ parameters: push(), items });
		await stage.run({ parameters: push({ includeEmptyCells: true }), items });
		const asTheyAre = bodyOf(items.map((item) => JSON.stringify(item)).join());
		expect(bodies()).toEqual([asTheyAre, asTheyAre]);
	});

	const TYPED = { numberColumns: 'spend', booleanColumns: 'active' };
	it('sends named columns as numbers and booleans, digits as they are written', async () => {
		await stage.run({ parameters: push(TYPED), items });
		await stage.run({ parameters: push({ ...TYPED, includeEmptyCells: false }), items });
		expect(bodies()).toEqual([
			bodyOf(
				'{"name":"007","spend":12.50,"active":false,"note":""},{"name":"8","spend":7,"active":null,"note":null}',
			),
			bodyOf('{"name":"007","spend":12.50,"active":false},{"name":"8","spend":7}'),
		]);
	});

	it('rejects the row whose text is no number, by item and column, and sends the others', async () => {
		const options = { numberColumns: 'spend', decimalSeparator: ',', output: 'rows' };
		const { success, error, status } = await stage.run({
			parameters: push({ ...IN_TURN, ...options }),
			items: ['12,50', '1.234,50', '-0,5'].map((spend) => ({ spend })),
			onError: 'continueErrorOutput',
		});
		expect(status).toBe('success');
		expect(bodies()).toEqual([bodyOf('{"spend":12.50}'), bodyOf('{"spend":-0.5}')]);
		expect(success.map(({ json }) => json.row)).toEqual([{ spend: 12.5 }, { spend: -0.5 }]);
		expect(error).toMatchObject([
			{
				json: {
					error: {
						message: '"spend" holds "1.234,50", which is not a number',
						outcome: 'rejected',
						status: null,
						row: { spend: '1.234,50' },
					},
				},
				pairedItem: { item: 1 },
			},
		]);
	});

	it('keeps digits where a refused request is halved', async () => {
		stage.sandbox.fail('ads', 413);
		const spends = ['1.0', '2.00', '3.000'].map((spend) => ({ spend }));
		await stage.run({ parameters: push({ ...IN_TURN, ...TYPED }), items: spends });
		expect(bodies().slice(1)).toEqual([
			bodyOf('{"spend":1.0},{"spend":2.00}'),
			bodyOf('{"spend":3.000}'),
		]);
	});

	it('hints at a column that no item has', async () => {
		const { hints } = await stage.run({
			parameters: push({ numberColumns: 'spent,spend', output: 'rows' }),
			items,
		});
		expect(hints.map(({ message }) => message)).toEqual([
			'"Number Columns" names fields that no input item has: spent',
		]);
	});

	it('an option that contradicts another stops before anything is sent', async () => {
		const options = { numberColumns: 'spend', booleanColumns: 'spend' };
		const { thrown } = await stage.run({ parameters: push(options), items });
		expect(thrown?.message).toBe('"Boolean Columns" names "spend", as "Number Columns" does');
		expect(stage.sandbox.log).toEqual([]);
	});

	it('its options are nothing to other modes', async () => {
		const parameters = push(TYPED, { dataMode: 'json', rowsJson: '{"spend":"1"}' });
		await stage.run({ parameters });
		expect(bodies()).toEqual([bodyOf('{"spend":"1"}')]);
	});
});
