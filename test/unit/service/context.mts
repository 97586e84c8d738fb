import type { IHttpRequestOptions, INode } from 'n8n-workflow';
import type { CredentialFields } from '../../../nodes/MerchantData/service/auth/credentials.ts';
import type { CredentialName } from '../../../nodes/MerchantData/service/endpoints.ts';
import type { N8nContext } from '../../../nodes/MerchantData/service/requestContext.ts';

export const BASE_URL = 'https://api.example';
export const FIRST_TOKEN = 'access-token-1';
export const SHOP = 'harbour-goods.example';

/** What the service does with a request: it answers, or (`throws`) breaks the connection. */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	throws?: unknown;
	afterMs?: number;
}

/** What a token call does: it stores a token, throws, or neither. */
export interface TokenReply {
	stores?: string;
	/** Seconds that the token lives, as the answer says. */
	lives?: number;
	throws?: object;
	afterMs?: number;
}

/** What the service and n8n do, one entry per call; the last is done again and again. */
export interface Script {
	replies?: Reply[];
	tokenReplies?: TokenReply[];
	signal?: AbortSignal;
	/** The ids of another context's credentials, to share them. */
	number?: number;
}

export interface SentRequest {
	/** Milliseconds since the context was created. */
	at: number;
	path: string;
	credential: string;
	/** The access token that n8n signed the request with. */
	token?: string;
	options: IHttpRequestOptions;
}

/** What n8n takes from `this`. */
interface Caller {
	getCredentials(name: CredentialName): Promise<CredentialFields>;
	getExecutionCancelSignal(): AbortSignal;
}

const nothing = (): void => {};
let contexts = 0;

const later = async (ms = 0): Promise<void> =>
	await (ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms)));

/** n8n as the transport sees it. Credentials are its own: what a process remembers goes by their ids. */
export function createContext({ replies = [{}], tokenReplies = [{}], signal, ...rest }: Script) {
	const number = rest.number ?? ++contexts;
	const created = Date.now();
	const stored: Record<CredentialName, CredentialFields> = {
		merchantDataOAuth2Api: {
			baseUrl: BASE_URL,
			clientSecret: 'client-secret-1',
			oauthTokenData: { access_token: FIRST_TOKEN, refresh_token: 'refresh-token-1' },
		},
		merchantDataApi: { baseUrl: BASE_URL, apiKey: 'key-of-the-account' },
	};
	const node: INode = {
		id: 'node',
		name: 'Merchant Data',
		type: 'merchantData',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: {
			merchantDataOAuth2Api: { id: `oauth-${number}`, name: 'Account' },
			merchantDataApi: { id: `key-${number}`, name: 'Key' },
		},
	};
	const requests: SentRequest[] = [];
	/** What ends each request. */
	const abortSignals: AbortSignal[] = [];
	/** When the credential was read, and when a token call was made. */
	const reads: number[] = [];
	const tokenCalls: number[] = [];
	/** What was written into n8n's log. */
	const log: string[] = [];

	const context = {
		getNode: () => node,
		logger: { info: (line: string) => log.push(line) },
		getCredentials: async (name: CredentialName) => {
			reads.push(Date.now() - created);
			return await Promise.resolve(structuredClone(stored[name]));
		},
		getExecutionCancelSignal: () => signal,
		helpers: {
			async httpRequestWithAuthentication(
				this: Caller,
				credential: CredentialName,
				options: object,
			) {
				const { url, ...others } = options as IHttpRequestOptions;
				const { oauthTokenData } = await this.getCredentials(credential);
				const reply = replies[Math.min(requests.length, replies.length - 1)]!;
				requests.push({
					at: Date.now() - created,
					path: url.replace(BASE_URL, ''),
					credential,
					token: oauthTokenData?.access_token,
					options: { url, ...others },
				});
				const abortSignal = this.getExecutionCancelSignal();
				abortSignals.push(abortSignal);
				await (reply.afterMs === Infinity ? new Promise(nothing) : later(reply.afterMs));
				if (reply.throws !== undefined) throw reply.throws;
				const { status = 200, headers = {}, body = '{}' } = reply;
				return { statusCode: status, headers, body };
			},
			async refreshOAuth2Token(credential: CredentialName) {
				const reply = tokenReplies[Math.min(tokenCalls.length, tokenReplies.length - 1)]!;
				tokenCalls.push(Date.now() - created);
				await (reply.afterMs === Infinity ? new Promise(nothing) : later(reply.afterMs));
				if (reply.throws !== undefined) throw reply.throws;
				if (reply.stores === undefined) return undefined;
				stored[credential].oauthTokenData = { access_token: reply.stores };
				return { access_token: reply.stores, expires_in: reply.lives };
			},
		},
	};
	return {
		context: context as unknown as N8nContext,
		node,
		number,
		stored,
		requests,
		abortSignals,
		reads,
		tokenCalls,
		log,
		/** Paths of the requests so far, in order. */
		paths: () => requests.map(({ path }) => path),
		/** When the requests so far were sent. */
		times: () => requests.map(({ at }) => at),
	};
}

export interface Ended<T> {
	value?: T;
	error?: unknown;
	tookMs: number;
}

const AN_HOUR_MS = 3_600_000;

/** Lets the fake clock run until a promise settles, and no longer. */
export async function ended<T>(run: Promise<T>): Promise<Ended<T>> {
	const started = Date.now();
	let end: Ended<T> | undefined;
	run.then(
		(value) => (end = { value, tookMs: Date.now() - started }),
		(error: unknown) => (end = { error, tookMs: Date.now() - started }),
	);
	await jest.advanceTimersByTimeAsync(0);
	while (!end) {
		if (jest.getTimerCount() === 0) throw new Error('It waits for what never comes');
		if (Date.now() - started > AN_HOUR_MS) throw new Error('It waits without end');
		await jest.advanceTimersToNextTimerAsync();
	}
	return end;
}
