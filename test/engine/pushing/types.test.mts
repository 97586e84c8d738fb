import { sharedStage } from '../../kit/stage.mts';
import { FIRST, push } from '../../kit/pushing.mts';

const stage = sharedStage();

it('Define Below sends each field as its type, digits as they are written', async () => {
	const assignments = [
		{ id: '2', name: 'spend', type: 'number', value: '12.50' },
		{ id: '3', name: 'id', type: 'number', value: '={{ $json.id }}' },
		{ id: '5', name: 'tags', type: 'array', value: '[ "a", 1.0 ]' },
		{ id: '6', name: 'more', type: 'object', value: '={{ { n: $json.n } }}' },
		{ id: '7', name: 'none', type: 'number', value: '={{ null }}' },
	];
	const items = [
		{ id: '12345678901234567890', n: 1 },
		{ id: '+.5', n: 2 },
	];
	const parameters = push({}, { dataMode: 'defineBelow', fields: { assignments } });
	await stage.run({ parameters, items });
	const row = (id: string, n: number) =>
		`{"spend":12.50,"id":${id},"tags":["a",1],"more":{"n":${n}},"none":null}`;
	expect(stage.sandbox.requests('ads').map(({ text }) => text)).toEqual([
		`{"shop":"${FIRST}","data":[${row('12345678901234567890', 1)},${row('0.5', 2)}]}`,
	]);
});
