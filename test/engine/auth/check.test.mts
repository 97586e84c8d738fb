import { readFileSync } from 'node:fs';
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';
import { expectNone } from '../../kit/leaks.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Connection: Check, with credentials and tokens as n8n has them. Its findings are in the unit tests. */

const [SHOP, OTHER] = ['harbour-goods.example', 'nordlicht-laden.example'];
const CHECKS = ['accessToken', 'grantedShops', 'consentedScopes', 'apiKey', 'keyScopes', 'sql'];

const stage = sharedStage({ tellScopes: true });

const parameters: IDataObject = {
	resource: 'connection',
	operation: 'check',
	shopDomain: SHOP,
	options: { maxWait: 0 },
};

it('finds everything right, one item per check, and changes nothing', async () => {
	const result = await stage.run({ parameters });
	expect(result.success.map(({ json }) => [json.check, json.status, json.remedy])).toEqual(
		CHECKS.map((check) => [check, 'ok', 'Nothing to do']),
	);
	// A key is fit for SQL though its record does not list "Data Out", which is reported of the service.
	expect(result.success[4]!.json.found).toMatch(/^The scopes are: (?!.*Data Out)/);
	expect(stage.sandbox.log.map(({ endpoint }) => endpoint)).toEqual([
		'grantedShops',
		'apiKey',
		'sql',
	]);
	expectNone(result, stage.secrets());
});

it('fails in the weekly recipe if a credential is not chosen', async () => {
	const recipe = JSON.parse(
		readFileSync('examples/connection-check.json', 'utf8'),
	) as IWorkflowBase;
	const { parameters: own } = recipe.nodes.find(({ name }) => name === 'Check the connection')!;
	const good = await stage.run({ parameters: own });
	expect(good.success.map(({ json }) => json.status)).toEqual(CHECKS.map(() => 'ok'));
	const { thrown } = await stage.run({ parameters: own, credentials: [stage.key] });
	expect(thrown!.message).toBe(
		'The connection has 1 problem. credentials (OAuth2): No credential is chosen for OAuth2',
	);
});

it('links each item to its input, and sends failures to the error output', async () => {
	const items = [SHOP, 'strange.example', OTHER].map((shop) => ({ shop }));
	const own = { shopDomain: '={{ $json.shop }}', options: { maxWait: 0, failOnProblem: true } };
	const result = await stage.run({
		parameters: { ...parameters, ...own },
		items,
		onError: 'continueErrorOutput',
	});
	const allOf = (item: number) => CHECKS.map(() => ({ item }));
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([...allOf(0), ...allOf(2)]);
	expect(result.error).toMatchObject([{ json: { shop: 'strange.example', error: {} } }]);
	expect((result.error[0]!.json.error as IDataObject).message).toMatch(
		/^The connection has 2 problems\. grantedShops .* \| sql /,
	);
	expectNone(result, stage.secrets());
});
