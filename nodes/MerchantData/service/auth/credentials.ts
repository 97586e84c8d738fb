import { NodeOperationError } from 'n8n-workflow';
import type { CredentialName } from '../endpoints';
import type { N8nContext, RequestContext } from '../requestContext';
import { type AddressFields, addressProblem, API_ADDRESS_PROBLEM, apiAddress } from './addresses';
import { dependsOnItem } from './itemProbe';

export interface CredentialFields extends AddressFields {
	ignoreSSLIssues?: boolean;
	appUrl?: string;
	accountId?: string;
	clientId?: string;
	clientSecret?: string;
	apiKey?: string;
	/** What n8n keeps of a token answer ("Resources", token response). */
	oauthTokenData?: {
		access_token?: string;
		refresh_token?: string;
		/** Seconds that the access token lives; n8n may have it as a text. */
		expires_in?: unknown;
		/** 2.x: when the access token expires, in ms since the epoch, as a text. */
		n8n_expires_at?: unknown;
		/** What the merchant consented to, where the service tells it (RFC 6749, 5.1). */
		scope?: unknown;
	};
}

/**
 * Reads a credential from n8n's database, as it is now, and learns its secrets.
 * @throws NodeOperationError where n8n cannot resolve its hidden URLs, because the address is refused, or
 *   where a value depends on the item
 */
export async function readCredential(
	{ n8n, redactor, itemProbes }: RequestContext,
	credential: CredentialName,
): Promise<CredentialFields> {
	const fields = await n8n.getCredentials<CredentialFields>(credential).catch((error: Error) => {
		const isOurs = error.message.includes(API_ADDRESS_PROBLEM);
		throw isOurs ? refusal(n8n, credential, API_ADDRESS_PROBLEM) : error;
	});
	const { access_token: accessToken, refresh_token: refreshToken } = fields.oauthTokenData ?? {};
	for (const secret of [fields.apiKey, fields.clientSecret, accessToken, refreshToken]) {
		redactor.learn(secret);
	}
	const probe = itemProbes.get(credential) ?? dependsOnItem(n8n, credential, fields);
	itemProbes.set(credential, probe);
	if (await probe) {
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

export type Connection = ReturnType<typeof connectionOf>;

/**
 * Takes what requests need out of a credential.
 * @throws NodeOperationError where the address is not usable, or there is no key or no token
 */
function connectionOf(
	n8n: N8nContext,
	credential: CredentialName,
	id: string,
	fields: CredentialFields,
) {
	const address = apiAddress(fields);
	if (addressProblem(address)) throw refusal(n8n, credential, API_ADDRESS_PROBLEM);

	const accessToken = fields.oauthTokenData?.access_token ?? '';
	if (credential === 'merchantDataOAuth2Api' && accessToken === '') {
		throw refusal(
			n8n,
			credential,
			'the account is not connected',
			'Open the credential and connect your account. Nothing was sent.',
		);
	}
	if (credential === 'merchantDataApi' && !fields.apiKey) {
		throw refusal(n8n, credential, '"API Key" is empty');
	}
	return {
		credential,
		id,
		/** Of the API, without a trailing slash. */
		address,
		ignoreSslIssues: fields.ignoreSSLIssues === true,
		/** Of an OAuth2 credential; empty for an API key. */
		accessToken,
		/** When that token should be refreshed, before a body is sent with it; Infinity where that is not known. */
		refreshAt: refreshDueAt(fields),
		/** A copy of all that n8n signs a request with. */
		fields: () => ({ ...fields }),
	};
}

/** How many new tokens this process has seen in each credential: its executions share them. */
const newTokens = new Map<string, number>();

/** How long before it expires a token is refreshed. To send a body takes less. */
const MARGIN_MS = 60_000;
/** At most this part of the lifetime: a token that lives for a minute is not refreshed for every request. */
const MARGIN_OF_LIFETIME = 0.1;

/** When a token should be refreshed before a body is sent with it (ms): n8n 2.x stores when it expires. */
function refreshDueAt({ oauthTokenData = {} }: CredentialFields): number {
	const expiresAt = Number(oauthTokenData.n8n_expires_at);
	const lifetimeMs = Number(oauthTokenData.expires_in) * 1_000;
	const marginMs = lifetimeMs > 0 ? Math.min(MARGIN_MS, lifetimeMs * MARGIN_OF_LIFETIME) : 0;
	return expiresAt > 0 ? expiresAt - marginMs : Infinity;
}

/** Remembers that a credential has a new token, so that no older reading is used any more. */
export function noteNewToken(id: string): void {
	newTokens.set(id, (newTokens.get(id) ?? 0) + 1);
}

/** How long a reading of a credential is fresh. To read one takes n8n as long as to send a request. */
export const FRESH_FOR_MS = 500;

export type Connections = ReturnType<typeof createConnections>;

/**
 * The credentials of one execution. One whose address has changed since the execution began is refused: a
 * new key never goes to an old address, nor half of the data to each.
 */
export function createConnections(context: RequestContext) {
	/** Read once, because n8n copies the node each time it is asked for. */
	const { credentials = {} } = context.n8n.getNode();
	/** The credential and the address that requests go to, which do not change. */
	const targets = new Map<CredentialName, string>();
	/** The last reading of each credential. It may be under way, or have failed. */
	const readings = new Map<
		CredentialName,
		{ began: number; newTokens: number | undefined; reading: Promise<Connection> }
	>();

	function idOf(credential: CredentialName): string {
		const { id, name } = credentials[credential] ?? { id: null, name: '' };
		return `${credential}:${id ?? name}`;
	}

	async function read(credential: CredentialName): Promise<Connection> {
		const fields = await readCredential(context, credential);
		const connection = connectionOf(context.n8n, credential, idOf(credential), fields);
		const target = `${connection.id} ${connection.address}`;
		if (target !== (targets.get(credential) ?? target)) {
			throw refusal(
				context.n8n,
				credential,
				'its address was changed while this node was running',
				'Nothing was sent after that. Change an address only while no workflow uses it.',
			);
		}
		targets.set(credential, target);
		return connection;
	}

	/**
	 * A credential as it is now, or was a moment ago (`FRESH_FOR_MS`), but not before this process saw
	 * a new token in it. Requests are sent with it, so that what a user edits takes effect.
	 * @throws NodeOperationError where it cannot be used, or its address has changed
	 */
	async function fresh(credential: CredentialName): Promise<Connection> {
		const seen = newTokens.get(idOf(credential));
		const now = performance.now();
		const last = readings.get(credential);
		if (last && last.newTokens === seen && now - last.began < FRESH_FOR_MS) {
			return await last.reading;
		}
		const reading = read(credential);
		readings.set(credential, { began: now, newTokens: seen, reading });
		return await reading;
	}

	return {
		fresh,
		/**
		 * The credential and the address that requests go to.
		 * @throws NodeOperationError where it was never read, and cannot be used
		 */
		async target(credential: CredentialName): Promise<string> {
			if (!targets.has(credential)) await fresh(credential);
			return targets.get(credential)!;
		},
	};
}
