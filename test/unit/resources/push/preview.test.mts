import type { IDataObject } from 'n8n-workflow';
import { useFakeTime } from '../../../kit/execution.mts';
import { createNode, ok, rows } from '../../../kit/pushNode.mts';

useFakeTime();

const run = async (shop: string, parameters: IDataObject = {}) =>
	await createNode().run({
		items: rows(1, shop),
		service: ok,
		parameters: { preview: true, ...parameters },
	});

it('sends nothing, and shows what would be sent and a node with settings that fit', async () => {
	const { sent, jsons } = await run('a.example');
	expect(sent).toEqual([]);
	expect(jsons).toMatchObject([
		{ preview: '1 row would be sent to a.example in 1 request' },
		{ preview: 'row 1', n: 0 },
		{ proposedNode: { nodes: [{ parameters: { preview: false } }], connections: {} } },
	]);
});

it('shows why a row cannot be sent', async () => {
	expect((await run('')).jsons).toMatchObject([
		{ preview: '0 rows would be sent, 1 row cannot be sent' },
		{
			preview: 'row 1: "Shop" is empty for item 1',
			remedy: expect.stringMatching(/^Its expression/) as string,
		},
	]);
});

it('proposes no settings that rows of JSON do not have', async () => {
	const { jsons } = await run('a.example', { dataMode: 'json', rowsJson: '={{ $json }}' });
	expect(jsons).toHaveLength(2);
});
