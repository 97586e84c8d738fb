import { answerValue, oddity, whyNoRecord } from '../../service/answers/goodAnswer';
import {
	consentedScopes,
	hasScope,
	isGranted,
	keyScopes,
	readGrantedShops,
} from '../../service/answers/granted';
import { OddAnswer } from '../../service/answers/serverText';
import { readCredential } from '../../service/auth/credentials';
import { acceptedAnswer, type Call } from '../../service/call';
import type { Client } from '../../service/client';
import {
	type CredentialName,
	type Endpoint,
	type EndpointName,
	ENDPOINTS,
} from '../../service/endpoints';
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

/** Each credential: its name on the screen, its first check, and how it is checked. */
export const CREDENTIALS = {
	merchantDataOAuth2Api: {
		label: 'Merchant Data OAuth2 API',
		check: 'accessToken',
		run: checkOAuth2,
	},
	merchantDataApi: { label: 'Merchant Data API', check: 'apiKey', run: checkKey },
} as const satisfies Record<CredentialName, object>;

/**
 * Checks a credential. It does not throw.
 * @param isChosen whether the node has one of this type
 */
export async function checkCredential(
	client: Client,
	credential: CredentialName,
	input: CheckInput,
	isChosen: boolean,
): Promise<Check[]> {
	const { check, run } = CREDENTIALS[credential];
	if (isChosen) return await orProblem(check, async () => await run(client, input));
	const found = 'No credential of this type is chosen in the node';
	return [checked('skipped', check, found, 'To have one checked, choose it in the node.')];
}

/** Gives what a check throws as a problem, in the words of the error. */
async function orProblem(check: string, run: () => Promise<Check[]>): Promise<Check[]> {
	try {
		return await run();
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		return [
			checked('problem', check, message, description || 'Check the credential, and try again.'),
		];
	}
}

async function checkOAuth2(client: Client, input: CheckInput): Promise<Check[]> {
	const answer = await ask(client, 'grantedShops', input, whyNoRecord);
	// A refresh brings scopes as well, so the credential is read after the request.
	const { oauthTokenData } = await readCredential(client.context, 'merchantDataOAuth2Api');
	return [
		checked('ok', 'accessToken', 'The service accepts the access token'),
		checkShops(answer, input),
		checkScopes(
			'consentedScopes',
			'merchantDataOAuth2Api',
			input,
			consentedScopes(oauthTokenData?.scope),
			'Choose it under "Scopes" in the credential and reconnect it. The service must have approved your app for it.',
		),
	];
}

async function checkKey(client: Client, input: CheckInput): Promise<Check[]> {
	const record = await ask(client, 'inspectApiKey', input, whyNoRecord);
	const scopes = checkScopes(
		'keyScopes',
		'merchantDataApi',
		input,
		keyScopes(record),
		'Give the key that scope in Data > APIs of your account, or use another key.',
	);
	const accepted = [checked('ok', 'apiKey', 'The service accepts the key'), scopes];
	if (scopes.status === 'problem') return accepted;
	return [...accepted, ...(await orProblem('sql', async () => [await checkSql(client, input)]))];
}

/** Fewer than elsewhere: a check should be quick, and a short failure is worth telling, too. */
const MOST_RETRIES = 2;

/**
 * The value of an answer.
 * @param whyNot why a good status does not count
 * @throws ServiceError; OddAnswer if the status is good, but the answer says no
 */
async function ask(
	client: Client,
	endpoint: EndpointName,
	{ limits, item }: CheckInput,
	whyNot: (answer: unknown) => string | undefined,
	call: Partial<Call> = {},
): Promise<unknown> {
	const sent = { ...call, limits, itemIndex: item, mostRetries: MOST_RETRIES };
	const { text } = acceptedAnswer(await client.call(endpoint, sent));
	const answer = answerValue(text);
	const odd = whyNot(answer);
	if (odd !== undefined) throw new OddAnswer(odd, text);
	return answer;
}

/** "Endpoints" 4. */
function checkShops(answer: unknown, { shop }: CheckInput): Check {
	const check = 'grantedShops';
	const shops = readGrantedShops(answer);
	if (shops === undefined) {
		return checked(
			'problem',
			check,
			'The list of granted shops cannot be read',
			'To see the answer, run "Get many shops" with "Simplify" turned off.',
		);
	}
	const names = `The granted shops are: ${shops.map((each) => each.shop).join(', ') || 'none'}`;
	const remedy = 'Check the shop, or have the merchant grant it to your app.';
	if (shops.length === 0) return checked('problem', check, names, remedy);
	if (shop === '' || isGranted(answer, shop)) return checked('ok', check, names);
	return checked('problem', check, `${names}. ${shop} is not among them`, remedy);
}

/** "Endpoints" 8. */
async function checkSql(client: Client, input: CheckInput): Promise<Check> {
	const { shop, uses, limits } = input;
	if (!uses.includes('sql'))
		return checked('skipped', 'sql', 'SQL is not among the entries of "Used For"');
	if (shop === '') {
		return checked(
			'skipped',
			'sql',
			'No shop is given',
			'To check SQL, enter a shop in "Shop to Check".',
		);
	}
	const [today] = new Date().toISOString().split('T');
	const period = { startDate: today, endDate: today };
	const call = sqlCall({ shop, query: 'SELECT 1 AS one', period, limits });
	await ask(client, 'sql', input, oddity, call);
	return checked('ok', 'sql', `A SQL query for ${shop} works`);
}

/**
 * Compares the scopes of a credential with what it is used for.
 * @param scopes those of the credential; undefined if the service did not name them
 * @param remedy what to do about a missing one
 */
function checkScopes(
	check: string,
	credential: CredentialName,
	{ uses }: CheckInput,
	scopes: readonly string[] | undefined,
	remedy: string,
): Check {
	if (scopes === undefined)
		return checked('skipped', check, 'The service did not say which scopes there are');
	const granted = `The scopes are: ${scopes.join(', ') || 'none'}`;
	const missing = uses
		.map((use): Endpoint => ENDPOINTS[USES[use]])
		.filter((endpoint) => endpoint.credential === credential && !hasScope(scopes, endpoint.scope!))
		.map(({ label, scope }) => `"${scope}" (for ${label})`);
	if (missing.length === 0) return checked('ok', check, granted);
	return checked(
		'problem',
		check,
		`${granted}. Missing: ${missing.join(', ')}`,
		`${remedy} If you do not need this, remove it from "Used For" in this node.`,
	);
}
