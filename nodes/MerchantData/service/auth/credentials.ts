import { NodeOperationError } from 'n8n-workflow';
import type { CredentialName } from '../endpoints';
import type { N8nContext, RequestContext } from '../requestContext';
import {
	type AddressFields,
	addressProblem,
	apiAddress,
	apiAddressField,
	refusalIn,
	withoutTrailingSlash,
} from './addresses';
import { dependsOnItem } from './itemProbe';
import { isFresh, refreshDueAt, type TokenData } from './tokenStore';

/** One reading of a credential, as far as requests need it. */
export interface Connection {
	credential: CredentialName;
	/** Tells this credential from every other in this process. */
	id: string;
	/** Address of the API, without a trailing slash. */
	address: string;
	ignoreSslIssues: boolean;
	/** The access token of an OAuth2 credential; empty for an API key. */
	accessToken: string;
	/** When that token should be refreshed (ms since the epoch); Infinity where that is not known. */
	refreshAt: number;
	/** A copy of all that n8n signs a request with. */
	fields(): CredentialFields;
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
 * @throws NodeOperationError where n8n cannot resolve its hidden URLs, because the address is refused, or
 *   where a value depends on the item
 */
export async function readCredential(
	context: RequestContext,
	credential: CredentialName,
): Promise<CredentialFields> {
	const { n8n, redactor } = context;
	const fields = await n8n.getCredentials<CredentialFields>(credential).catch((error: Error) => {
		const reason = refusalIn(error.message);
		throw reason === undefined ? error : refusal(n8n, credential, reason);
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
	if (await dependsOnItem(context, credential, fields)) {
		throw refusal(n8n, credential, 'a value of it depends on the item', ONE_BY_ONE);
	}
	return fields;
}

const ONE_BY_ONE =
	'Nothing was sent, because it would have served all items with the values of the first one. Put a "Loop Over Items" node with a batch size of 1 before this node (as a tool: before its agent), or use an expression that is the same for all items.';

/** The error of a credential that cannot be used. @param problem follows its name */
function refusal(
	n8n: N8nContext,
	credential: CredentialName,
	problem: string,
	remedy = 'Open the credential and correct it. Nothing was sent.',
): NodeOperationError {
	const node = n8n.getNode();
	const name = node.credentials?.[credential]?.name ?? '';
	return new NodeOperationError(node, `Credential "${name}": ${problem}`, {
		description: remedy,
	});
}

/**
 * Takes what requests need out of a credential.
 * @throws NodeOperationError that names the field, where the address is not usable or the OAuth2
 *   credential was never connected
 */
function connectionOf(
	n8n: N8nContext,
	credential: CredentialName,
	id: string,
	fields: CredentialFields,
): Connection {
	const refuse = (problem: string, remedy?: string) => refusal(n8n, credential, problem, remedy);

	const address = apiAddress(fields);
	const problem = addressProblem(address);
	if (problem !== undefined) throw refuse(`"${apiAddressField(fields)}" ${problem}`);

	const tokens = fields.oauthTokenData ?? {};
	const accessToken = tokens.access_token ?? '';
	if (credential === 'merchantDataOAuth2Api' && accessToken === '') {
		throw refuse(
			'the account is not connected',
			'Open the credential and connect your account. Nothing was sent.',
		);
	}
	if (credential === 'merchantDataApi' && !fields.apiKey) throw refuse('"API Key" is empty');

	return {
		credential,
		id,
		address,
		ignoreSslIssues: fields.ignoreSSLIssues === true,
		accessToken,
		refreshAt: refreshDueAt(id, tokens),
		fields: () => ({ ...fields }),
	};
}

/**
 * The credentials of one execution. One whose address has changed since the execution began is
 * refused: a new key never goes to an old address, nor half of the data to each.
 */
export interface Connections {
	/**
	 * A credential as it was read last, however long ago. This costs nothing. It is right for what cannot
	 * change, which is where requests go.
	 * @throws NodeOperationError where it was never read, and cannot be used
	 */
	cached(credential: CredentialName): Promise<Connection>;
	/**
	 * A credential as it is now, or was a moment ago (`FRESH_FOR_MS`), but not before this process saw
	 * a new token in it. Requests are sent with it, so that what a user edits takes effect.
	 * @throws NodeOperationError where it cannot be used, or its address has changed
	 */
	fresh(credential: CredentialName): Promise<Connection>;
}

/** Tells the credential and the address that requests go to. */
export const targetOf = ({ id, address }: Connection): string => `${id} ${address}`;

export function createConnections(context: RequestContext): Connections {
	/** Read once, because n8n copies the node each time it is asked for. */
	const { credentials = {} } = context.n8n.getNode();
	const cached = new Map<CredentialName, Connection>();
	/** The last reading of each credential. It may be under way, or have failed. */
	const readings = new Map<CredentialName, { began: number; reading: Promise<Connection> }>();

	function idOf(credential: CredentialName): string {
		const { id, name } = credentials[credential] ?? { id: null, name: '' };
		return `${credential}:${id ?? name}`;
	}

	async function read(credential: CredentialName): Promise<Connection> {
		const fields = await readCredential(context, credential);
		const connection = connectionOf(context.n8n, credential, idOf(credential), fields);
		if (targetOf(connection) !== targetOf(cached.get(credential) ?? connection)) {
			throw refusal(
				context.n8n,
				credential,
				'its address was changed while this node was running',
				'Nothing was sent after that. Change an address only while no workflow uses it.',
			);
		}
		cached.set(credential, connection);
		return connection;
	}

	async function readNow(credential: CredentialName): Promise<Connection> {
		const began = Date.now();
		const reading = read(credential);
		readings.set(credential, { began, reading });
		return await reading;
	}

	return {
		cached: async (credential) => cached.get(credential) ?? (await readNow(credential)),
		async fresh(credential) {
			const last = readings.get(credential);
			const holds = last && isFresh(idOf(credential), last.began);
			return await (holds ? last.reading : readNow(credential));
		},
	};
}

/** The address of the web application, which does not change with the environment. */
export function appAddress(fields: CredentialFields): string {
	return withoutTrailingSlash(fields.appUrl ?? '');
}
