import { recordProblem } from '../../service/answers/goodAnswer';
import {
	consentedScopes,
	hasScope,
	isGranted,
	keyScopes,
	readGrantedShops,
} from '../../service/answers/granted';
import { readCredential } from '../../service/auth/credentials';
import { acceptedValue } from '../../service/call';
import type { Client } from '../../service/client';
import { type CredentialName, type Endpoint, ENDPOINTS } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';
import { sqlCall } from '../../sql/query/input';

/**
 * The checks of a credential: whether the service accepts it, then what it may be used for. If it is not
 * accepted, that is the only check. They send what needs no scope and changes nothing, and SELECT 1.
 */

/** The endpoints of the values of "Used For". The specification names the scope of each. */
const USES = { adData: 'pushAds', emailSmsData: 'pushEmailSms', sql: 'sql' } as const;

/** What a check needs. */
interface CheckInput {
	/** The plain domain. Empty if no shop is named. */
	shop: string;
	uses: ReadonlyArray<keyof typeof USES>;
	limits: Limits;
	/** The input item. */
	item: number;
}

/** What one check has found. */
export interface Check {
	/** `problem`: requests fail. `skipped`: it is not known. */
	status: 'ok' | 'problem' | 'skipped';
	/** What was looked at. */
	check: string;
	found: string;
	/** What to do about it, in whole sentences. */
	remedy: string;
}

const checked = (
	status: Check['status'],
	check: string,
	found: string,
	remedy = 'Nothing to do',
): Check => ({ status, check, found, remedy });

/** By credential: its checks, and what to do about a missing scope. */
export const CREDENTIALS = {
	merchantDataOAuth2Api: {
		check: 'accessToken',
		scopeCheck: 'consentedScopes',
		scopeRemedy:
			'Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
		run: checkOAuth2,
	},
	merchantDataApi: {
		check: 'apiKey',
		scopeCheck: 'keyScopes',
		scopeRemedy: 'Give the key that scope in Data > APIs of your account, or use another key.',
		run: checkKey,
	},
} as const satisfies Record<CredentialName, object>;

/** Checks a credential. It does not throw. */
export async function checkCredential(
	client: Client,
	credential: CredentialName,
	input: CheckInput,
): Promise<Check[]> {
	const { check, run } = CREDENTIALS[credential];
	return await orProblem(check, run(client, input));
}

/** Gives the error of a check as a problem, in its own words. */
async function orProblem(check: string, checks: Promise<Check[]>): Promise<Check[]> {
	return await checks.catch(({ message, description }: Error & { description?: string }) => [
		checked('problem', check, message, description || 'Check the credential, and try again.'),
	]);
}

/** A check should be quick, and even a failure that passes soon is worth a report. */
const boundsOf = ({ limits, item }: CheckInput) => ({ limits, itemIndex: item, mostRetries: 2 });

async function checkOAuth2(client: Client, input: CheckInput): Promise<Check[]> {
	const answer = acceptedValue(await client.call('grantedShops', boundsOf(input)), recordProblem);
	// A refresh brings scopes as well, so the credential is read after the request.
	const { oauthTokenData } = await readCredential(client.context, 'merchantDataOAuth2Api');
	return [
		checked('ok', 'accessToken', 'The service accepts the access token'),
		checkShops(answer, input),
		checkScopes('merchantDataOAuth2Api', input, consentedScopes(oauthTokenData?.scope)),
	];
}

async function checkKey(client: Client, input: CheckInput): Promise<Check[]> {
	const record = acceptedValue(await client.call('inspectApiKey', boundsOf(input)), recordProblem);
	const scopes = checkScopes('merchantDataApi', input, keyScopes(record));
	const accepted = [checked('ok', 'apiKey', 'The service accepts the key'), scopes];
	if (scopes.status === 'problem') return accepted;
	return [...accepted, ...(await orProblem('sql', checkSql(client, input)))];
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
	const isGood = shops.length > 0 && (shop === '' || isGranted(answer, shop));
	if (isGood) return checked('ok', check, found);
	return checked(
		'problem',
		check,
		shop === '' || shops.length === 0 ? found : `${found}. ${shop} is not among them`,
		'Check the shop, or have the merchant grant it to your app.',
	);
}

/** "Endpoints" 8. */
async function checkSql(client: Client, input: CheckInput): Promise<Check[]> {
	const { shop, uses, limits } = input;
	if (!uses.includes('sql') || shop === '') {
		const found = 'SQL is not among the entries of "Used For", or no shop is given';
		return [checked('skipped', 'sql', found, 'To check SQL, enter a shop in "Shop to Check".')];
	}
	const [today] = new Date().toISOString().split('T');
	const period = { startDate: today, endDate: today };
	const call = sqlCall({ shop, query: 'SELECT 1 AS one', period, limits });
	acceptedValue(await client.call('sql', { ...call, ...boundsOf(input) }));
	return [checked('ok', 'sql', `A SQL query for ${shop} works`)];
}

/**
 * Compares the scopes of a credential with what it is used for.
 * @param scopes those of the credential; undefined if the service did not name them
 */
function checkScopes(
	credential: CredentialName,
	{ uses }: CheckInput,
	scopes: readonly string[] | undefined,
): Check {
	const { scopeCheck, scopeRemedy } = CREDENTIALS[credential];
	if (scopes === undefined)
		return checked('skipped', scopeCheck, 'The service did not say which scopes there are');
	const granted = `The scopes are: ${scopes.join(', ') || 'none'}`;
	const missing = uses
		.map((use): Endpoint => ENDPOINTS[USES[use]])
		.filter((endpoint) => endpoint.credential === credential && !hasScope(scopes, endpoint.scope!))
		.map(({ label, scope }) => `"${scope}" (for ${label})`);
	if (missing.length === 0) return checked('ok', scopeCheck, granted);
	return checked(
		'problem',
		scopeCheck,
		`${granted}. Missing: ${missing.join(', ')}`,
		`${scopeRemedy} If you do not need this, remove it from "Used For" in this node.`,
	);
}
