import { Readable } from 'node:stream';
import type {
	IBinaryData,
	ICheckProcessedOptions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';
import type { CredentialFields } from '../../nodes/MerchantData/service/auth/credentials.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import type { CredentialName } from '../../nodes/MerchantData/service/endpoints.ts';
import { MemoryProcessedData } from './processedData.mts';

/** The one fake of n8n in the unit tests: an execution of the node, as the node sees it. */

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
	throws?: object;
	afterMs?: number;
}

/** The values of the node's fields for an item, as n8n resolves them. @param unset its default */
export type Resolve = (name: string, item: number, unset: unknown) => unknown;

export interface FileItem {
	binary?: Record<string, Partial<IBinaryData>>;
	/** Files that stand in its JSON, as `_files.data` does. */
	inJson?: Record<string, Partial<IBinaryData>>;
}

/** What the service and n8n do. Of a list each call takes the next entry; the last is used again and again. */
export interface Script {
	replies?: Reply[] | ((request: SentRequest, index: number) => Reply);
	tokenReplies?: TokenReply[];
	signal?: AbortSignal;
	/** The number of another context, to share its credentials. */
	number?: number;
	/** The type of the node, which says whether it runs as a tool of an agent. */
	type?: string;
	/** The node's parameters as saved: an expression begins with "=". */
	parameters?: IDataObject;
	/** Gives fields with an expression; the others are as saved. */
	resolve?: Resolve;
	/** The JSON of the input items, or how many there are. */
	items?: number | readonly unknown[];
	files?: readonly FileItem[];
	/** Opens what n8n keeps outside of its memory. */
	openStored?: (id: string, pieceBytes: number) => Promise<unknown>;
	continues?: boolean;
	getContext?: () => IDataObject;
	processed?: MemoryProcessedData;
}

export interface SentRequest {
	/** When it was sent and when its answer came, in milliseconds since the context was created. */
	at: number;
	until?: number;
	path: string;
	credential: string;
	/** The access token that n8n signed the request with. */
	token?: string;
	signal: AbortSignal;
	options: IHttpRequestOptions;
}

/** What n8n takes from `this`. */
interface Caller {
	getCredentials(name: CredentialName): Promise<CredentialFields>;
	getExecutionCancelSignal(): AbortSignal;
}

let contexts = 0;

/** What n8n gives for a field that is not saved, of operations that have one of the name. */
const DEFAULTS = new Map(
	resources
		.flatMap(({ operations }) => operations.flatMap(({ fields }) => [...fields]))
		.reverse()
		.map(({ name, default: unset }) => [name as string, unset as unknown]),
);

const hasExpression = (saved: unknown) => /"=/.test(JSON.stringify(saved) ?? '');

const entryAt = <T,>(list: readonly T[], index: number) => list[Math.min(index, list.length - 1)]!;

/** What is read as a stream, without ticks, for which the fake clock would not wait. */
const readable = (body: unknown) =>
	body instanceof Readable ? body : [Buffer.from(body as string)];

async function later(ms = 0): Promise<void> {
	if (ms > 0) await new Promise<void>((end) => ms < Infinity && setTimeout(end, ms));
}

/** An execution of the node. Its credentials are its own: what a process remembers goes by their ids. */
export function createContext({
	replies = [{}],
	tokenReplies = [{}],
	signal,
	type = 'merchantData',
	parameters = {},
	resolve,
	items = 1,
	files = [],
	openStored,
	continues = true,
	getContext,
	processed = new MemoryProcessedData(),
	number = ++contexts,
}: Script) {
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
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: {
			merchantDataOAuth2Api: { id: `oauth-${number}`, name: 'Account' },
			merchantDataApi: { id: `key-${number}`, name: 'Key' },
		},
	};
	const requests: SentRequest[] = [];
	/** When the credential was read, and when a token call was made. */
	const reads: number[] = [];
	const tokenCalls: number[] = [];
	const log: string[] = [];
	const asked: Array<[name: string, item: number]> = [];
	const hints: unknown[] = [];
	const jsons =
		typeof items === 'number' ? Array.from({ length: items }, (_, n) => ({ n })) : items;
	const input = jsons.map((json, item) => ({ json, binary: files[item]?.binary }));
	const replyTo = Array.isArray(replies)
		? (_: SentRequest, index: number) => entryAt(replies, index)
		: replies;

	const context = {
		getNode: () => node,
		logger: { info: (line: string) => log.push(line) },
		getInputData: () => input,
		getNodeParameter(name: string, item: number, fallback?: unknown) {
			asked.push([name, item]);
			const byDefault = DEFAULTS.get(name) ?? fallback;
			const saved = name in node.parameters ? node.parameters[name] : byDefault;
			return resolve && hasExpression(saved) ? resolve(name, item, byDefault) : saved;
		},
		/** Of an expression that is the whole value of a parameter. */
		evaluateExpression(expression: string, item: number) {
			const { parameters } = node;
			const name = Object.keys(parameters).find((each) => parameters[each] === `=${expression}`)!;
			return context.getNodeParameter(name, item);
		},
		continueOnFail: () => continues,
		addExecutionHints: (hint: unknown) => hints.push(hint),
		getContext,
		getTimezone: () => 'UTC',
		getWorkflow: () => ({ id: 'workflow' }),
		getWorkflowDataProxy: () => ({ $runIndex: 0, $input: { all: () => input } }),
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
				const request: SentRequest = {
					at: Date.now() - created,
					path: url.replace(BASE_URL, ''),
					credential,
					token: oauthTokenData?.access_token,
					signal: this.getExecutionCancelSignal(),
					options: { url, ...others },
				};
				const reply = replyTo(request, requests.push(request) - 1);
				await later(reply.afterMs);
				request.until = Date.now() - created;
				if (reply.throws !== undefined) throw reply.throws;
				const { status = 200, headers = {}, body = '{}' } = reply;
				return { statusCode: status, headers, body: readable(body) };
			},
			async refreshOAuth2Token(this: Caller, credential: CredentialName) {
				const tokenOf = ({ oauthTokenData }: CredentialFields) => oauthTokenData?.access_token;
				// n8n 2.x makes no call if another token is stored meanwhile.
				const given = tokenOf(await this.getCredentials(credential));
				if (tokenOf(stored[credential]) !== given) return stored[credential].oauthTokenData;
				const reply = entryAt(tokenReplies, tokenCalls.length);
				tokenCalls.push(Date.now() - created);
				await later(reply.afterMs);
				if (reply.throws !== undefined) throw reply.throws;
				if (reply.stores === undefined) return undefined;
				const { oauthTokenData } = stored[credential];
				stored[credential].oauthTokenData = { ...oauthTokenData, access_token: reply.stores };
				return stored[credential].oauthTokenData;
			},
			assertBinaryData(item: number, name: string) {
				const file = { ...files[item]?.binary, ...files[item]?.inJson }[name];
				if (file) return file;
				throw new Error(`No file at ${name}`);
			},
			getBinaryStream: openStored,
			checkProcessedAndRecord: async (values: string[], _: 'node', kept: ICheckProcessedOptions) =>
				await processed.checkProcessedAndRecord(values, node.id, kept),
			clearAllProcessedItems: async () => await processed.clear(node.id),
			removeProcessed: async (values: string[]) => await processed.removeProcessed(values, node.id),
			prepareBinaryData: async (content: Buffer) => ({ data: content.toString() }),
		},
	};
	return {
		context: context as unknown as IExecuteFunctions,
		node,
		number,
		stored,
		requests,
		reads,
		tokenCalls,
		log,
		asked,
		hints,
		paths: () => requests.map(({ path }) => path),
		times: () => requests.map(({ at }) => at),
	};
}

export interface Ended<T> {
	value?: T;
	error?: unknown;
	tookMs: number;
}

const AN_HOUR_MS = 3_600_000;
/** The real one, which fake timers replace. */
const nextTurn = setImmediate;

/** Lets the fake clock run until a promise settles, and no longer. */
export async function ended<T>(run: Promise<T>): Promise<Ended<T>> {
	const started = Date.now();
	let end: Ended<T> | undefined;
	run.then(
		(value) => (end = { value, tookMs: Date.now() - started }),
		(error: unknown) => (end = { error, tookMs: Date.now() - started }),
	);
	await jest.advanceTimersByTimeAsync(0);
	/** Turns of the real event loop without a timer: streams take some. */
	let turns = 0;
	while (!end) {
		if (turns > 1_000) throw new Error('It waits for what never comes');
		if (Date.now() - started > AN_HOUR_MS) throw new Error('It waits without end');
		turns = jest.getTimerCount() === 0 ? turns + 1 : 0;
		await (turns > 0 ? new Promise(nextTurn) : jest.advanceTimersToNextTimerAsync());
	}
	return end;
}

/** Gives the tests of a file fake timers, and waits without chance. */
export function useFakeTime(): void {
	beforeEach(() => {
		jest.useFakeTimers();
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => jest.restoreAllMocks());
}
