import {
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import {
	type AddressFields,
	addressProblem,
	apiAddress,
	apiAddressField,
	refusalIn,
	withoutTrailingSlash,
} from './addresses';
import type { CredentialName } from './endpoints';
import type { Redactor } from './redact';
import { expiresSoon, type TokenData } from './tokenExpiry';

/** Where n8n runs code of this package that sends requests. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions;

/** A credential, as far as requests need it. */
export interface Connection {
	credential: CredentialName;
	/** Tells this credential from every other in this process. */
	id: string;
	/** Address of the API, without a trailing slash. */
	address: string;
	ignoreSslIssues: boolean;
	/** The current access token of an OAuth2 credential; empty for an API key. */
	accessToken: string;
	/** Whether that token is known to expire before a request is through. */
	expiresSoon: boolean;
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

/**
 * Reads what requests need of a credential.
 * @throws NodeOperationError that names the field, where the address is not usable or the OAuth2
 *   credential was never connected
 */
export async function connect(
	context: RequestContext,
	credential: CredentialName,
	redactor: Redactor,
): Promise<Connection> {
	const fields = await readCredential(context, credential, redactor);
	const { id, name } = context.getNode().credentials?.[credential] ?? { id: null, name: '' };
	const refuse = (problem: string) => refusal(context, credential, problem);

	const address = apiAddress(fields);
	const problem = addressProblem(address);
	if (problem !== undefined) throw refuse(`"${apiAddressField(fields)}" ${problem}`);

	const accessToken = fields.oauthTokenData?.access_token ?? '';
	if (credential === 'merchantDataOAuth2Api' && accessToken === '') {
		throw refuse('the account is not connected. Open the credential and connect your account');
	}
	if (credential === 'merchantDataApi' && !fields.apiKey) throw refuse('"API Key" is empty');

	const key = `${credential}:${id ?? name}`;
	return {
		credential,
		id: key,
		address,
		ignoreSslIssues: fields.ignoreSSLIssues === true,
		accessToken,
		expiresSoon: expiresSoon(key, fields.oauthTokenData ?? {}, Date.now()),
	};
}

/** The credentials of one execution. */
export interface Connections {
	/**
	 * A credential as it is now, because n8n signs each request with what is stored then. One whose
	 * address has changed since the execution began is refused: a new key never goes to an old
	 * address, nor half of the data to each.
	 * @throws NodeOperationError
	 */
	current(credential: CredentialName): Promise<Connection>;
	/** Tells the credential and the address that requests of this execution go to. @throws likewise */
	target(credential: CredentialName): Promise<string>;
}

export function createConnections(context: RequestContext, redactor: Redactor): Connections {
	const targets = new Map<CredentialName, string>();

	async function current(credential: CredentialName): Promise<Connection> {
		const connection = await connect(context, credential, redactor);
		const target = `${connection.id} ${connection.address}`;
		const first = targets.get(credential) ?? target;
		targets.set(credential, first);
		if (target === first) return connection;
		throw refusal(context, credential, 'its address was changed while this node was running');
	}

	return {
		current,
		async target(credential) {
			if (!targets.has(credential)) await current(credential);
			return targets.get(credential)!;
		},
	};
}

/** The address of the web application, which does not change with the environment. */
export function appAddress(fields: CredentialFields): string {
	return withoutTrailingSlash(fields.appUrl ?? '');
}
