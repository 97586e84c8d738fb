import { itemOperation } from '../../n8n/operation';
import { recordProblem } from '../../service/answers/goodAnswer';
import {
	consentedScopes,
	hasScope,
	isGranted,
	keyScopes,
	readGrantedShops,
} from '../../service/answers/granted';
import { readCredential } from '../../service/auth/credentials';
import { acceptedValue, type Call } from '../../service/call';
import type { Client } from '../../service/client';
import { type CredentialName, SCOPED_ENDPOINTS } from '../../service/endpoints';
import { GET_REFRESH_TOKEN } from '../../service/errors/refreshRows';
import { optionsField, SWITCH, TEXT } from '../../shared/fields';
import { InvalidInput } from '../../shared/invalidValue';
import { sqlCall } from '../../sql/query/input';

/** What it sends needs no scope and changes nothing, or is SELECT 1. */
export const checkConnection = itemOperation({
	value: 'check',
	name: 'Check',
	action: 'Check the connection',
	description: 'Check that credentials, addresses and scopes work. Nothing is changed.',
	fields: [
		{
			displayName: 'Credentials',
			name: 'credentialsToCheck',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Both', value: 'both' },
				{ name: 'API Key', value: 'merchantDataApi' },
				{ name: 'OAuth2', value: 'merchantDataOAuth2Api' },
			],
			default: 'both',
			description: 'Which of the two credentials to check',
		},
		{
			displayName: 'Used For',
			name: 'usedFor',
			type: 'multiOptions',
			options: SCOPED_ENDPOINTS.map(({ usedFor }) => usedFor),
			default: [...SCOPED_ENDPOINTS.map(({ usedFor }) => usedFor.value)],
			description: 'What the connection is used for. Scopes that it may lack for that are told.',
		},
		{
			displayName: 'Shop to Check',
			name: 'shopDomain',
			...TEXT,
			placeholder: 'e.g. my-shop.example.com',
			description: 'A plain domain (optional), to see if it is granted and SQL for it works',
		},
		optionsField(
			[
				{
					displayName: 'Fail on Problem',
					name: 'failOnProblem',
					...SWITCH,
					description: 'Whether to fail with the problems, so that an error workflow reports them',
				},
			],
			// Less than elsewhere: a check should be quick.
			30,
		),
	],

	read(execution, item) {
		const { failOnProblem, ...limits } = execution.field('options', item);
		const shop = execution.field('shopDomain', item);
		return {
			credentials: execution.field('credentialsToCheck', item),
			shop: shop === '' || shop === null ? '' : execution.shop(item),
			usedFor: execution.field('usedFor', item),
			failOnProblem,
			// Even a failure that passes soon is worth a report.
			bounds: { limits, itemIndex: item, mostRetries: 2 },
		};
	},

	async execute({ client, context, hint }, input, item, output) {
		const { credentials = {} } = context.getNode();
		const checks: Array<Check & { credential: string }> = [];
		for (const [name, { first, run }] of Object.entries(CHECKS)) {
			const credential = credentials[name]?.name;
			if (credential === undefined || !['both', name].includes(input.credentials)) continue;
			const found = await run(client, input).catch((error) => [problem(first, error)]);
			checks.push(...found.map((check) => ({ ...check, credential })));
		}
		if (checks.length === 0) {
			const problem = 'There is nothing to check: no credential is chosen';
			throw new InvalidInput(problem, 'Choose a credential in this node.');
		}
		const problems = checks.filter(({ status }) => status === 'problem');
		const others = checks.filter(({ status }) => status !== 'problem');
		const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
		if (input.failOnProblem && problems.length > 0) {
			const found = problems.map((each) => `${each.check} (${each.credential}): ${each.found}`);
			const remedies = problems.map(({ check, remedy }) => `${check}: ${remedy}`);
			const message = `The connection has ${count}. ${found.join(' | ')}`;
			throw new InvalidInput(message, remedies.join(' '));
		}
		const names = problems.map(({ check }) => check).join(', ');
		hint(problems.length === 0 ? 'No problems' : `${count}: ${names}`);
		for (const json of [...problems, ...others])
			output.accept({ json: { ...json }, pairedItem: { item } });
	},
});

interface CheckInput {
	/** The plain domain. Empty if no shop is named. */
	shop: string;
	usedFor: readonly string[];
	bounds: Pick<Call, 'limits' | 'itemIndex' | 'mostRetries'>;
}

type Check = ReturnType<typeof checked>;

/** @param status `problem`: requests fail. `skipped`: it is not known. @param check what was looked at */
const checked = (
	status: 'ok' | 'problem' | 'skipped',
	check: string,
	found: string,
	remedy = 'Nothing to do',
) => ({ status, check, found, remedy });

function problem(check: string, error: unknown): Check {
	const { message, description } = error as Error & { description?: string };
	return checked('problem', check, message, description || 'Check the credential, and try again.');
}

/** By credential: the checks, and the first of them, which an error is one of. */
const CHECKS = {
	merchantDataOAuth2Api: { first: 'accessToken', run: checkOAuth2 },
	merchantDataApi: { first: 'apiKey', run: checkKey },
} as const satisfies Record<CredentialName, object>;

async function checkOAuth2(client: Client, input: CheckInput): Promise<Check[]> {
	const answer = acceptedValue(await client.call('grantedShops', input.bounds), recordProblem);
	// A refresh brings scopes as well, so the credential is read after the request.
	const { oauthTokenData } = await readCredential(client.context, 'merchantDataOAuth2Api');
	const checks = [
		checked('ok', 'accessToken', 'The service accepts the access token'),
		checkShops(answer, input),
		checkScopes('merchantDataOAuth2Api', input.usedFor, consentedScopes(oauthTokenData?.scope)),
	];
	if (oauthTokenData?.refresh_token) return checks;
	const found = 'The service gave no refresh token, so the connection ends with its access token';
	return [...checks, checked('problem', 'refreshToken', found, GET_REFRESH_TOKEN)];
}

/** SQL is tried, whatever the record of the key is: of what works, nothing is missing. */
async function checkKey(client: Client, input: CheckInput): Promise<Check[]> {
	const inspected = await client.call('inspectApiKey', input.bounds);
	const sql = await checkSql(client, input).catch((error) => problem('sql', error));
	const isSqlOk = sql.status === 'ok';
	try {
		const scopes = keyScopes(acceptedValue(inspected, recordProblem));
		const open = input.usedFor.filter((use) => use !== 'sql' || !isSqlOk);
		const key = checked('ok', 'apiKey', 'The service accepts the key');
		return [key, checkScopes('merchantDataApi', open, scopes), sql];
	} catch (error) {
		const key = problem('apiKey', error);
		const remedy = 'SQL works with the key all the same, so nothing needs to be done for it.';
		return isSqlOk ? [{ ...key, status: 'skipped', remedy }, sql] : [key];
	}
}

/** "Endpoints" 4. */
function checkShops(answer: unknown, { shop }: CheckInput): Check {
	const check = 'grantedShops';
	const shops = readGrantedShops(answer)?.map((granted) => granted.shop);
	if (shops === undefined) {
		const found = 'The list of granted shops cannot be read';
		const remedy = 'To see the answer, run "Get many shops" with "Simplify" turned off.';
		return checked('problem', check, found, remedy);
	}
	const found = `The granted shops are: ${shops.join(', ') || 'none'}`;
	if (shops.length > 0 && (shop === '' || isGranted(answer, shop)))
		return checked('ok', check, found);
	const remedy = 'Check the shop, or have the merchant grant it to your app.';
	const missing = shop === '' ? '' : `. ${shop} is not among them`;
	return checked('problem', check, found + missing, remedy);
}

/** "Endpoints" 8. */
async function checkSql(client: Client, { shop, usedFor, bounds }: CheckInput): Promise<Check> {
	if (!usedFor.includes('sql') || shop === '') {
		const found = 'SQL is not among the entries of "Used For", or no shop is given';
		return checked('skipped', 'sql', found, 'To check SQL, enter a shop in "Shop to Check".');
	}
	const today = new Date().toISOString().slice(0, 10);
	const period = { startDate: today, endDate: today };
	const call = sqlCall({ shop, query: 'SELECT 1 AS one', period, limits: bounds.limits });
	acceptedValue(await client.call('sql', { ...call, ...bounds }), recordProblem);
	return checked('ok', 'sql', `A SQL query for ${shop} works`);
}

/** A remark and no verdict: services write scopes in many ways, and may allow more. @param scopes if they are known */
function checkScopes(credential: CredentialName, usedFor: readonly string[], scopes?: string[]) {
	const check = credential === 'merchantDataApi' ? 'keyScopes' : 'consentedScopes';
	if (scopes === undefined)
		return checked('skipped', check, 'The service did not say which scopes there are');
	const listed = `The scopes are: ${scopes.join(', ') || 'none'}`;
	const unlisted = SCOPED_ENDPOINTS.filter(
		(endpoint) =>
			endpoint.credential === credential &&
			usedFor.includes(endpoint.usedFor.value) &&
			!hasScope(scopes, endpoint.scope),
	).map(({ label, scope }) => `"${scope}" (for ${label})`);
	if (unlisted.length === 0) return checked('ok', check, listed);
	const remedy = 'This need not be a problem: only a request shows what the service allows.';
	return checked('skipped', check, `${listed}. Not listed: ${unlisted.join(', ')}`, remedy);
}
