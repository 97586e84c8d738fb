import { NodeOperationError } from 'n8n-workflow';
import { type Code, codeOf, withCode } from '../../errors/codes';
import type { CredentialName } from '../endpoints';
import { GET_REFRESH_TOKEN, type Refresh } from '../errors/unauthorized';
import { type NotSent, notSent } from '../errors/noAnswer';
import type { N8nContext, RequestContext } from '../requestContext';
import { type AddressFields, apiAddress, baseUrlProblem, baseUrlProblemIn } from './addresses';

export interface CredentialFields extends AddressFields {
	ignoreSSLIssues?: boolean;
	appUrl?: string;
	accountId?: string;
	clientId?: string;
	clientSecret?: string;
	apiKey?: string;
	/** "Resources", token response. */
	oauthTokenData?: {
		access_token?: string;
		refresh_token?: string;
		/** "Bearer"; n8n puts tokens of other types into the URL. */
		token_type?: string;
		/** Seconds, perhaps as a text. */
		expires_in?: unknown;
		/** 2.x only: in ms since the epoch, as a text. */
		n8n_expires_at?: unknown;
		/** The scopes that the merchant has granted (RFC 6749, 5.1). */
		scope?: unknown;
	};
}

/** The fields as they are now. @throws NodeOperationError if the address is refused, or one depends on the item */
export async function readCredential(context: RequestContext, credential: CredentialName) {
	const { n8n, redactor, itemProbes } = context;
	const fields = await n8n.getCredentials<CredentialFields>(credential).catch((error: Error) => {
		// n8n could not resolve the hidden URLs.
		const problem = baseUrlProblemIn(error.message);
		throw problem ? refusal(n8n, credential, 'credential.address', problem) : error;
	});
	const { access_token: accessToken, refresh_token: refreshToken } = fields.oauthTokenData ?? {};
	for (const secret of [fields.apiKey, fields.clientSecret, accessToken, refreshToken])
		redactor.learn(secret);
	const depends = itemProbes.get(credential) ?? (await dependsOnItem(n8n, credential, fields));
	itemProbes.set(credential, depends);
	if (depends) throw refusal(n8n, credential, 'credential.dependsOnItem');
	return fields;
}

const CORRECT = 'Open the credential and correct it. Nothing was sent.';

/** The problem, if it is always the same, and what to do. */
const REFUSALS = {
	'credential.address': ['', CORRECT],
	'credential.noKey': ['"API Key" is empty', CORRECT],
	'credential.notConnected': [
		'the account is not connected',
		'Open the credential and connect your account. Nothing was sent.',
	],
	'credential.notBearer': [
		'its access token is not a bearer token',
		'The service answered with a token of another type, which this node cannot use. Ask your contact at the service for bearer tokens, then connect your account again.',
	],
	'credential.addressChanged': [
		'its address was changed while this node was running',
		'Nothing was sent after that. Change an address only while no workflow uses it.',
	],
	'credential.dependsOnItem': [
		'one of its values depends on the item',
		'Nothing was sent, because all items would have used the values of the first one. Put a "Loop Over Items" node with a batch size of 1 before this node (as a tool: before its agent), or use an expression that is the same for all items.',
	],
} as const satisfies Partial<Record<Code, readonly [problem: string, remedy: string]>>;
type Refusal = keyof typeof REFUSALS;

function refusal(
	n8n: N8nContext,
	credential: CredentialName,
	code: Refusal,
	problem: string = REFUSALS[code][0],
) {
	const node = n8n.getNode();
	const [, description] = REFUSALS[code];
	const text = `Credential "${node.credentials?.[credential]?.name ?? ''}": ${problem}`;
	return withCode(code, new NodeOperationError(node, text, { description }));
}

/** Whether a value depends on the item (docs/decisions.md, "Tokens and credentials"). */
async function dependsOnItem(n8n: N8nContext, credential: CredentialName, fields: object) {
	const items = itemsSeen(n8n);
	if (items < 2) return false;
	// Without the tokens, which another execution may replace at any time.
	const valuesOf = (read: object) => JSON.stringify({ ...read, oauthTokenData: undefined });
	// An odd number, because `$itemIndex % 2` gives the same for the first item and an even one.
	return await n8n.getCredentials(credential, items | 1).then(
		(others) => valuesOf(others) !== valuesOf(fields),
		async (error: Error) => error.name === 'ExpressionError' || (await Promise.reject(error)),
	);
}

/** The number of items that expressions can see: for an AI tool those of its agent, for lists and polls none. */
function itemsSeen(n8n: N8nContext): number {
	if (!('getWorkflowDataProxy' in n8n)) return 0;
	try {
		return (n8n.getWorkflowDataProxy(0).$input as { all(): unknown[] }).all().length;
	} catch {
		// A tool that is called through the MCP Server Trigger has none.
		return 0;
	}
}

/** A credential, read once. */
export interface Connection {
	kind: 'connection';
	credential: CredentialName;
	/** The credential and its address. */
	target: string;
	address: string;
	/** Empty for an API key. */
	accessToken: string;
	/** A copy of the fields with which n8n signs a request: in a header, however the type of the token is written. */
	fields(): CredentialFields;
}

/** n8n prefers the second name. */
const BEARER = { token_type: 'Bearer', tokenType: undefined };

/** How long a reading of a credential is current. It takes n8n as long as a request. */
export const CURRENT_FOR_MS = 500;

export class Connections {
	/** Refreshes by token: one is enough, however late a 401 comes, unless it fails in a way that may pass. */
	readonly refreshes = new Map<string, Promise<Refresh>>();
	/** Tokens whose refresh failed. They are used until a 401: each further refresh takes seconds. */
	readonly notRefreshed = new Set<string>();
	private readonly targets = new Map<CredentialName, string>();
	/** The last of each credential. It may be under way, or have failed. */
	private readonly readings = new Map<
		CredentialName,
		{ began: number; connection: Promise<Connection> }
	>();

	constructor(readonly context: RequestContext) {}

	/** The current credential. @throws NodeOperationError if it cannot be used, or if its address has changed */
	async current(credential: CredentialName): Promise<Connection> {
		const now = performance.now();
		let last = this.readings.get(credential);
		if (!last || now - last.began >= CURRENT_FOR_MS) {
			last = { began: now, connection: this.read(credential) };
			this.readings.set(credential, last);
		}
		return await last.connection;
	}

	forget(credential: CredentialName): void {
		this.readings.delete(credential);
	}

	/** The current credential, or why it cannot be used. */
	async connect(credential: CredentialName): Promise<Connection | NotSent> {
		const clean = (text: string | null = '') => this.context.redactor.redact(text ?? '');
		return await this.current(credential).catch((error: NodeOperationError) =>
			notSent(codeOf(error), clean(error.message), clean(error.description)),
		);
	}

	private async read(credential: CredentialName): Promise<Connection> {
		const fields = await readCredential(this.context, credential);
		const id = this.context.n8n.getNode().credentials?.[credential]?.id ?? '';
		const address = apiAddress(fields);
		const target = `${credential}:${id} ${address}`;
		const accessToken = fields.oauthTokenData?.access_token ?? '';
		const refuse = (code: Refusal, problem?: string) => {
			throw refusal(this.context.n8n, credential, code, problem);
		};
		const problem = baseUrlProblem(fields);
		if (problem) refuse('credential.address', problem);
		if (credential === 'merchantDataApi' && !fields.apiKey) refuse('credential.noKey');
		if (credential === 'merchantDataOAuth2Api' && accessToken === '')
			refuse('credential.notConnected');
		if (!/^\s*(bearer\s*)?$/i.test(fields.oauthTokenData?.token_type ?? ''))
			refuse('credential.notBearer');
		// A new key never goes to an old address, nor half of the data to each.
		if (target !== (this.targets.get(credential) ?? target)) refuse('credential.addressChanged');
		this.targets.set(credential, target);
		if (accessToken !== '' && !fields.oauthTokenData?.refresh_token)
			this.context.hints.add(`The credential has no refresh token. ${GET_REFRESH_TOKEN}`);
		return {
			kind: 'connection',
			credential,
			target,
			address,
			accessToken,
			fields: () => ({ ...fields, oauthTokenData: { ...fields.oauthTokenData, ...BEARER } }),
		};
	}
}
