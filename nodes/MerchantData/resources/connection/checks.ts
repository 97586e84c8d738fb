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
import { GET_REFRESH_TOKEN } from '../../service/errors/unauthorized';
import { completeness } from '../../sql/completeness';
import { sqlCall } from '../../sql/request';

interface CheckInput {
	/** The plain domain; empty if no shop is named. */
	shop: string;
	usedFor: readonly string[];
	bounds: Pick<Call, 'limits' | 'itemIndex'>;
}

export interface Check {
	/** `problem`: requests fail. `skipped`: nothing is known. */
	status: 'ok' | 'problem' | 'skipped';
	check: string;
	found: string;
	remedy: string;
	/** For the hint: replaces the name of a problem, and names what was not checked. */
	short?: string;
}

const checked = (
	status: Check['status'],
	check: string,
	found: string,
	remedy = 'Nothing to do',
	short?: string,
): Check => ({ status, check, found, remedy, short });

/** @param label of the missing credential */
export function notChosen(label: string): Check {
	const found = `No credential is chosen for ${label}`;
	const remedy = 'Choose it in this node, or set "Credentials" to the one that you use.';
	return checked('problem', 'credentials', found, remedy, `no credential is chosen for ${label}`);
}

export function problem(check: string, error: unknown): Check {
	const { message, description } = error as Error & { description?: string };
	const remedy = description || 'Check the credential, then execute again.';
	return checked('problem', check, message, remedy);
}

/** Checks by credential, with its label. If they throw, the first check reports it. */
export const CHECKS = {
	merchantDataOAuth2Api: { label: 'OAuth2', first: 'accessToken', run: checkOAuth2 },
	merchantDataApi: { label: 'API Key', first: 'apiKey', run: checkKey },
} as const satisfies Record<CredentialName, object>;

async function checkOAuth2(client: Client, input: CheckInput): Promise<Check[]> {
	const answer = acceptedValue(await client.call('grantedShops', input.bounds), recordProblem);
	// The request may refresh the token and its scopes, so the credential is read after it.
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

/** Checks SQL even if the record of the key cannot be read: if it works, nothing is missing. */
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
		const remedy = 'SQL works with the key anyway, so nothing needs to be done for it.';
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

/** Where the rows are is no matter of the connection. */
function queryProblem(answer: unknown): string | undefined {
	if (answer === null) return 'is empty';
	const { notFinished } = completeness(answer);
	return notFinished === undefined ? recordProblem(answer) : `is not finished ("${notFinished}")`;
}

/** "Endpoints" 8. */
async function checkSql(client: Client, { shop, usedFor, bounds }: CheckInput): Promise<Check> {
	if (!usedFor.includes('sql')) {
		const found = 'SQL is not among the entries of "Used For"';
		return checked('skipped', 'sql', found, 'To check SQL, add it there.', 'sql (see "Used For")');
	}
	if (shop === '') {
		const remedy = 'To check SQL, enter a shop in "Shop to Check".';
		return checked('skipped', 'sql', 'No shop is given', remedy, 'sql (enter a shop)');
	}
	const today = new Date().toISOString().slice(0, 10);
	const period = { startDate: today, endDate: today };
	const call = sqlCall({ shop, query: 'SELECT 1 AS one', period, limits: bounds.limits });
	acceptedValue(await client.call('sql', { ...call, ...bounds }), queryProblem);
	return checked('ok', 'sql', `A SQL query for ${shop} works`);
}

/** Never a problem: services write scopes in many ways, and may allow more. @param scopes undefined if unknown */
function checkScopes(credential: CredentialName, usedFor: readonly string[], scopes?: string[]) {
	const check = credential === 'merchantDataApi' ? 'keyScopes' : 'consentedScopes';
	if (scopes === undefined) {
		const found = 'The service did not say which scopes there are';
		return checked('skipped', check, found, undefined, `${check} (the service does not list them)`);
	}
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
