import { pushOperation } from '../../../../nodes/MerchantData/resources/push/pushes.ts';
import { pushFields } from '../../../../nodes/MerchantData/resources/push/form.ts';
import { endpoints, parametersOfPush, PUSHES } from '../../../kit/endpoints.mts';
import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

it.each(PUSHES)('%s has an operation, which sends rows to its address', async (name) => {
	const { sent, jsons } = await runOperation(parametersOfPush(name, SHOP), { items: 3 });
	const body = { shop: SHOP, data: [{ n: 0 }, { n: 1 }, { n: 2 }] };
	expect(sent).toEqual([{ method: 'POST', path: endpoints[name].path, body }]);
	expect(jsons).toMatchObject([{ shop: SHOP, rows: 3, status: 200 }]);
});

it('the form of a push with an API key has a text field for the shop, because a key cannot list shops', () => {
	const { fields } = pushOperation('createDeletionRequest', { action: '', description: '' });
	const shops = fields.filter(({ name }) => name.startsWith('shop') && name !== 'shopColumn');
	expect(shops).toMatchObject([
		{ name: 'shopDomain', type: 'string', displayOptions: { hide: { dataMode: ['binary'] } } },
		{ name: 'shopDomain', type: 'string', displayOptions: { show: { dataMode: ['binary'] } } },
	]);
	expect(fields).toHaveLength(pushFields.length);
});
