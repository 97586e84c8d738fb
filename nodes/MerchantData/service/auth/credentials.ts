import {
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import type { CredentialName } from '../endpoints';
import type { Redactor } from '../redaction/redact';
import {
	type AddressFields,
	addressProblem,
	apiAddress,
	apiAddressField,
	refusalIn,
	withoutTrailingSlash,
} from './addresses';
import type { TokenData } from './tokenExpiry';

/** Where n8n runs code of this package that sends requests. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** A credential, as far as requests need it. */
export interface Connection {
	credential: CredentialName;
	/** Tells this credential from every other in this process. */
	id: string;
	/** Address of the API, without a trailing slash. */
	address: string;
	ignoreSslIssues: boolean;
	/** The access token of an OAuth2 credential, as it was when it was read last; empty for an API key. */
	accessToken: string;
	/** What is known of that token. */
	tokens: TokenData;
	/**
	 * What n8n signs a request with: the credential as it is now, or was a moment ago. From then on
	 * the access token is the one that it was signed with.
	 * @throws NodeOperationError where the credential is not usable, or its address has changed
	 */
	sign(): Promise<CredentialFields>;
}

/** What the two credential types hold. */
export interface CredentialFields extends AddressFields {
	ignoreSSLIssues?: boolean;
	appUrl?: string;
	accountId?: string;
	clientId?: string;
	clientSecret?: string;
	apiKey?: string;
	oauthTokenData?: TokenData;
}

/**
 * Reads a credential from n8n's database, as it is now, and learns its secrets.
 * @throws NodeOperationError where n8n cannot resolve its hidden URLs, because the address is refused
 */
export async function readCredential(
	context: RequestContext,
	credential: CredentialName,
	redactor: Redactor,
): Promise<CredentialFields> {
	const fields = await context
		.getCredentials<CredentialFields>(credential)
		.catch((error: Error) => {
			const reason = refusalIn(error.message);
			throw reason === undefined ? error : refusal(context, credential, reason);
		});
	const { apiKey, clientSecret, oauthTokenData } = fields;
	for (const secret of [
		apiKey,
		clientSecret,
		oauthTokenData?.access_token,
		oauthTokenData?.refresh_token,
	]) {
		redactor.learn(secret);
	}
	return fields;
}

/** The error of a credential that cannot be used. @param problem follows its name */
function refusal(
	context: RequestContext,
	credential: CredentialName,
	problem: string,
): NodeOperationError {
	const node = context.getNode();
	const name = node.credentials?.[credential]?.name ?? '';
	return new NodeOperationError(node, `Credential "${name}": ${problem}`, {
		description: 'Open the credential and correct it. Nothing was sent.',
	});
}

/** What of a connection is read again for each request. */
type Stored = Omit<Connection, 'sign'>;

/**
 * Takes what requests need out of a credential.
 * @throws NodeOperationError that names the field, where the address is not usable or the OAuth2
 *   credential was never connected
 */
function storedIn(
	context: RequestContext,
	credential: CredentialName,
	id: string,
	fields: CredentialFields,
): Stored {
	const refuse = (problem: string) => refusal(context, credential, problem);

	const address = apiAddress(fields);
	const problem = addressProblem(address);
	if (problem !== undefined) throw refuse(`"${apiAddressField(fields)}" ${problem}`);

	const tokens = fields.oauthTokenData ?? {};
	const accessToken = tokens.access_token ?? '';
	if (credential === 'merchantDataOAuth2Api' && accessToken === '') {
		throw refuse('the account is not connected. Open the credential and connect your account');
	}
	if (credential === 'merchantDataApi' && !fields.apiKey) throw refuse('"API Key" is empty');

	const ignoreSslIssues = fields.ignoreSSLIssues === true;
	return {
		credential,
		id,
		address,
		ignoreSslIssues,
		accessToken,
		tokens,
	};
}

/**
 * The credentials of one execution. One whose address has changed since the execution began is
 * refused: a new key never goes to an old address, nor half of the data to each.
 */
export interface Connections {
	/** A credential as it is now. @throws NodeOperationError */
	current(credential: CredentialName): Promise<Connection>;
	/**
	 * A credential as it was read last, which costs nothing: n8n reads it again to sign the request.
	 * @throws NodeOperationError
	 */
	latest(credential: CredentialName): Promise<Connection>;
}

/** Tells the credential and the address that requests go to. */
export const targetOf = ({ id, address }: Connection): string => `${id} ${address}`;

/**
 * For so long, requests are signed with what was read for one of them: n8n takes some milliseconds to
 * read a credential, as long as to send a request. Whatever goes out later heeds what was edited.
 */
export const SIGNS_FOR_MS = 500;

/** When this process last stored a new token in each credential: what was read before is out of date. */
const renewals = new Map<string, number>();

/** Has every execution read a credential again. @param id of a connection */
export function noteRenewal(id: string): void {
	const now = Date.now();
	// What was read before these is too old anyway.
	for (const [other, at] of renewals) if (now - at > SIGNS_FOR_MS) renewals.delete(other);
	renewals.set(id, now);
}

interface Read {
	fields: CredentialFields;
	stored: Stored;
}

export function createConnections(context: RequestContext, redactor: Redactor): Connections {
	const latest = new Map<CredentialName, Stored>();
	/** Known from the beginning: n8n copies the node each time it is asked for. */
	const { credentials = {} } = context.getNode();
	/** The readings that began last, which may not have ended. */
	const readings = new Map<CredentialName, { began: number; read: Promise<Read> }>();

	function idOf(credential: CredentialName): string {
		const { id, name } = credentials[credential] ?? { id: null, name: '' };
		return `${credential}:${id ?? name}`;
	}

	async function read(credential: CredentialName): Promise<Read> {
		const fields = await readCredential(context, credential, redactor);
		const stored = storedIn(context, credential, idOf(credential), fields);
		const before = latest.get(credential) ?? stored;
		if (stored.id !== before.id || stored.address !== before.address) {
			throw refusal(context, credential, 'its address was changed while this node was running');
		}
		latest.set(credential, stored);
		return { fields, stored };
	}

	async function readNow(credential: CredentialName): Promise<Read> {
		const reading = { began: Date.now(), read: read(credential) };
		readings.set(credential, reading);
		return await reading.read;
	}

	async function readLately(credential: CredentialName): Promise<Read> {
		const last = readings.get(credential);
		const renewed = renewals.get(idOf(credential)) ?? -Infinity;
		const isFresh = last && last.began > renewed && Date.now() - last.began < SIGNS_FOR_MS;
		return await (isFresh ? last.read : readNow(credential));
	}

	function connectionOf(stored: Stored): Connection {
		const connection: Connection = {
			...stored,
			async sign() {
				const now = await readLately(stored.credential);
				Object.assign(connection, now.stored);
				return { ...now.fields };
			},
		};
		return connection;
	}

	async function current(credential: CredentialName): Promise<Connection> {
		return connectionOf((await readNow(credential)).stored);
	}

	return {
		current,
		async latest(credential) {
			const stored = latest.get(credential);
			return stored ? connectionOf(stored) : await current(credential);
		},
	};
}

/** The address of the web application, which does not change with the environment. */
export function appAddress(fields: CredentialFields): string {
	return withoutTrailingSlash(fields.appUrl ?? '');
}
