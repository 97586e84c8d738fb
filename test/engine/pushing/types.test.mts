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
});

describe('auto-map', () => {
	const items = [
		{ name: '007', spend: '12.50', active: 'no', note: '' },
		{ name: '8', spend: 7, active: '', note: null },
	];

	const NUMBERS = { numberColumns: 'spend' };
	const BOOLEANS = { booleanColumns: 'active' };
	it('sends named columns as numbers and booleans, digits as they are written', async () => {
		await stage.run({ parameters: push(BOOLEANS, NUMBERS), items });
		expect(bodies()).toEqual([
			bodyOf('{"name":"007","spend":12.50,"active":false},{"name":"8","spend":7}'),
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

	it('its options are nothing to other modes', async () => {
		const parameters = push(BOOLEANS, { ...NUMBERS, dataMode: 'json', rowsJson: '{"spend":"1"}' });
		await stage.run({ parameters });
		expect(bodies()).toEqual([bodyOf('{"spend":"1"}')]);
	});
});
