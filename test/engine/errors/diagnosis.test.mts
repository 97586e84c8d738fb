import type { IDataObject } from 'n8n-workflow';
import { sharedStage } from '../../kit/stage.mts';
import { failuresOf, IN_TURN, OF_ITEM, parametersOf, SHOP } from '../../kit/operations.mts';

/** What a user is told of a refusal, and what else is asked for it. */

const stage = sharedStage();

/** Runs an operation for one item per shop. */
async function run(operation: 'pushAds' | 'sql', shops: string[], options: IDataObject = {}) {
	const result = await stage.run({
		parameters: { ...parametersOf(operation, { maxWait: 0, ...options }), ...OF_ITEM },
		items: shops.map((shop, number) => ({ shop, number })),
		onError: 'continueErrorOutput',
	});
	const asked = stage.sandbox.log.map(({ endpoint }) => endpoint);
	return { failures: failuresOf(result), asked };
}

it('an API key that is refused is inspected once, and nothing more is sent with it', async () => {
	stage.change({ apiKey: stage.sandbox.apiKeys.noDataOut! });
	const { failures, asked } = await run('sql', [SHOP, SHOP, SHOP], IN_TURN);
	const description = failures[0]!.message;
	const inspected =
		'The service knows this API key, but does not accept it here. Its record lists these scopes: compliance:write, orders:write,';
	const message = 'Not sent: an earlier request failed in a way that retrying cannot fix';
	const notSent = { outcome: 'notSent', message, description };
	const explained = expect.stringContaining(inspected) as string;
	const first = { status: 401, outcome: 'rejected', description: explained };
	expect(failures).toMatchObject([first, notSent, notSent]);
	expect(asked).toEqual(['sql', 'apiKey']);
});

it.each([403, 500] as const)(
	'a refused push is a matter of the shop, which stops no other shop (%i)',
	async (status) => {
		stage.sandbox.set({ shopNotGrantedStatus: status });
		const granted = stage.sandbox.shops.join(', ');
		const { failures, asked } = await run('pushAds', ['strange.example', SHOP, 'other.example']);
		const refused = ['strange.example', 'other.example'].map((shop) => {
			const told = `The shop ${shop} is not among the granted shops (${granted}).`;
			return { status, outcome: 'rejected', description: expect.stringContaining(told) as string };
		});
		expect(failures).toMatchObject(refused);
		expect(stage.sandbox.pushed('ads', SHOP)).toHaveLength(1);
		expect(asked.filter((endpoint) => endpoint === 'grantedShops')).toHaveLength(1);
	},
);
