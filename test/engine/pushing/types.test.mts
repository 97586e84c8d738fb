import { sharedStage } from '../../kit/stage.mts';
import { FIRST, push } from '../../kit/pushing.mts';

const stage = sharedStage();
const bodyOf = (rows: string) => `{"shop":"${FIRST}","data":[${rows}]}`;
const bodies = () => stage.sandbox.requests('ads').map(({ text }) => text);

it('Define Below sends each field as its type, digits as they are written', async () => {
	const assignments = [
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
	];
	const items = [
		{ id: '12345678901234567890', n: 1 },
		{ id: '+.5', n: 2 },
	];
	const parameters = push({}, { dataMode: 'defineBelow', fields: { assignments } });
	const { thrown } = await stage.run({ parameters, items });
	expect(thrown).toBeUndefined();
	const row = (id: string, n: number) =>
		`{"campaignName":"2024","spend":12.50,"id":${id},"active":true,"tags":["a",1],"more":{"n":${n}},"none":null,"clicks":7,"isNew":false}`;
	expect(bodies()).toEqual([bodyOf(`${row('12345678901234567890', 1)},${row('0.5', 2)}`)]);
});
