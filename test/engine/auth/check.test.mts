import { expectNone } from '../../kit/leaks.mts';
import { FIRST } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Connection: Check, with credentials and tokens as n8n has them. Its findings are in the unit tests. */

const CHECKS = ['accessToken', 'grantedShops', 'consentedScopes', 'apiKey', 'keyScopes', 'sql'];

const stage = sharedStage({ tellScopes: true });

const parameters = { resource: 'connection', operation: 'check', shopDomain: FIRST };

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
