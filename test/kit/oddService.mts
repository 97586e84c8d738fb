import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, type Echo, encoded, GOOD, type Reply } from './answers.mts';

/** The paths of the specification ("Endpoints"), written down a second time on purpose. */
const PATHS = {
	'/api/v2/auth/oauth2/token': 'token',
	'/api/v2/developers/oauth2/granted-shops': 'grantedShops',
	'/api/v2/users/oauth2/granted-shops': 'grantedShops',
	'/api/v2/data-in/ads': 'ads',
	'/api/v2/data-in/email-sms': 'emailSms',
	'/api/v2/compliance/requests/create-request': 'compliance',
	'/api/v2/platform/api/sql': 'sql',
	'/api/v2/users/api-keys/me': 'apiKey',
} as const;

export type OddEndpoint = (typeof PATHS)[keyof typeof PATHS];

/** What the service does, endpoint by endpoint, in order; afterwards it behaves. */
export type Script = Partial<Record<OddEndpoint, Reply[]>>;

export interface Secrets {
	apiKey: string;
	clientSecret: string;
	/** What every token ends in. */
	tokenEnd: string;
}

/** What became of one request at the service. */
export interface Met {
	endpoint: OddEndpoint | 'elsewhere';
	body: string;
	reply: Reply;
	took: boolean;
	/** Whether all of the answer that was announced went out. */
	isWhole: boolean;
}

export interface OddService {
	url: string;
	met: Met[];
	/** Every token that was ever issued or sent. */
	tokens: Set<string>;
	/** The tokens of the credential at the start. */
	oauthTokenData: { access_token: string; refresh_token: string; token_type: string };
	close(): Promise<void>;
}

/** Between the bytes of an answer that comes one by one, and how much of it comes so. */
const DRIBBLE = { ms: 4, bytes: 25 };

/**
 * Whether the service has the data after an answer: what it accepted it took, what it refused
 * itself it did not; in between, and where 303 points elsewhere for the outcome, it may have.
 */
function takesWith({ status, takes, delivery }: Reply): boolean {
	if (delivery.kind === 'noAnswer' || delivery.kind === 'silence') return takes;
	if (status >= 200 && status < 300) return true;
	return (status === 303 || (status >= 500 && status !== 503)) && takes;
}

export interface OddServiceOptions {
	script: Script;
	secrets: Secrets;
	/** The answer to a good query. */
	rows: unknown[];
	/** What is told of the shops. */
	granted: { accountId: string; additionalShopIds: unknown[] };
	/** Whether a request to a shop that is not granted is what 500 means. */
	isGranted: boolean;
	isExpired: boolean;
}

/** A service on loopback that keeps to the specification only as far as its script lets it. */
export async function startOddService(options: OddServiceOptions): Promise<OddService> {
	const { script, secrets, rows, granted, isGranted, isExpired } = options;
	const met: Met[] = [];
	const tokens = new Set<string>();
	let issued = 0;
	const issue = () => {
		issued++;
		const pair = {
			access_token: `access-${issued}-${secrets.tokenEnd}`,
			refresh_token: `refresh-${issued}-${secrets.tokenEnd}`,
			token_type: 'Bearer',
		};
		tokens.add(pair.access_token).add(pair.refresh_token);
		return pair;
	};
	const oauthTokenData = issue();
	let current = isExpired ? undefined : oauthTokenData;
	let refreshToken = oauthTokenData.refresh_token;
	const left = new Map(Object.entries(script).map(([name, replies]) => [name, [...replies]]));

	const GOOD_ANSWERS: Record<OddEndpoint, () => unknown> = {
		token: () => ({ ...current, expires_in: 3_600 }),
		grantedShops: () => granted,
		ads: () => ({ received: true }),
		emailSms: () => ({ received: true }),
		compliance: () => ({ id: 'request-1' }),
		sql: () => rows,
		apiKey: () => ({ name: 'full', scopes: ['Data Out'] }),
	};

	function isAuthorized(endpoint: OddEndpoint, request: IncomingMessage, body: string): boolean {
		if (endpoint === 'token') {
			const form = new URLSearchParams(body);
			return (
				form.get('refresh_token') === refreshToken &&
				form.get('client_secret') === secrets.clientSecret
			);
		}
		if (['compliance', 'sql', 'apiKey'].includes(endpoint)) {
			return request.headers['x-api-key'] === secrets.apiKey;
		}
		return (
			current !== undefined && request.headers.authorization === `Bearer ${current.access_token}`
		);
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const endpoint = PATHS[request.url as keyof typeof PATHS] as OddEndpoint | undefined;
		if (endpoint === undefined) {
			met.push({ endpoint: 'elsewhere', body, reply: GOOD, took: false, isWhole: true });
			response.writeHead(404).end();
			return;
		}
		let reply = GOOD;
		let took = false;
		if (isAuthorized(endpoint, request, body)) {
			reply = left.get(endpoint)?.shift() ?? GOOD;
			// A service that says which shops are granted does not take data for others in silence.
			took = takesWith(reply) && (isGranted || (reply.status >= 200 && reply.status < 300));
			if (endpoint === 'token' && took) {
				current = issue();
				refreshToken = current.refresh_token;
			}
		} else {
			const [status, error] = endpoint === 'token' ? [400, 'invalid_grant'] : [401, 'no'];
			reply = {
				...GOOD,
				status,
				takes: false,
				body: { kind: 'json', value: { error }, bom: false },
			};
		}
		const credential = String(
			request.headers['x-api-key'] ?? request.headers.authorization ?? secrets.clientSecret,
		);
		const echoes: Record<Echo, () => string> = {
			body: () => body,
			headers: () => JSON.stringify(request.headers),
			credential: () => credential,
			value: () => /"(?:emails|phones|data|query)":\[?"?([^"\]]*)/.exec(body)?.[1] ?? body,
		};
		const plain = bytesOf(reply.body, GOOD_ANSWERS[endpoint], (echo) => echoes[echo]());
		const bytes = encoded(plain, reply);
		met.push({ endpoint, body, reply, took, isWhole: goesOutWhole(reply, bytes.length) });
		await give(reply, bytes, response);
	}

	const server = createServer((request, response) => {
		response.on('error', () => {});
		answer(request, response).catch(() => request.socket.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		met,
		tokens,
		oauthTokenData,
		close: async () =>
			await new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const isBare = ({ status }: Reply) => status === 204 || status === 304;
/** How much of a body goes out before it breaks off or stalls, and how long it was said to be. */
const cutAt = ({ delivery }: Reply, bytes: number) => Math.floor(bytes * delivery.at);
const announced = ({ length }: Reply, bytes: number) =>
	length === 'larger' ? bytes + 7 : length === 'smaller' ? Math.floor(bytes / 2) : bytes;

function goesOutWhole(reply: Reply, bytes: number): boolean {
	// What has no body ends with its headers.
	if (isBare(reply) && !/noAnswer|silence/.test(reply.delivery.kind)) return true;
	switch (reply.delivery.kind) {
		case 'noAnswer':
		case 'silence':
			return false;
		case 'cut':
		case 'stall':
			return reply.length !== 'chunked' && cutAt(reply, bytes) >= announced(reply, bytes);
		default:
			return reply.length !== 'larger';
	}
}

async function give(reply: Reply, bytes: Buffer, response: ServerResponse): Promise<void> {
	const { status, headers, encoding, length, delivery } = reply;
	const { socket } = response;
	if (delivery.kind === 'noAnswer') return void socket?.resetAndDestroy();
	if (delivery.kind === 'silence') return;
	const all: Record<string, string> = { ...headers };
	if (encoding !== 'none') all['content-encoding'] = encoding;
	if (length !== 'chunked' && !isBare(reply))
		all['content-length'] = String(announced(reply, bytes.length));
	response.sendDate = all.date === undefined;
	response.writeHead(status, all);
	response.flushHeaders();
	const first = bytes.subarray(0, cutAt(reply, bytes.length));
	switch (delivery.kind) {
		case 'whole':
			response.end(bytes);
			break;
		case 'resetAfter':
			await new Promise<void>((resolve) => response.end(bytes, () => resolve()));
			await sleep(20);
			socket?.resetAndDestroy();
			break;
		case 'dribble':
			for (const byte of bytes.subarray(0, DRIBBLE.bytes)) {
				if (response.destroyed) return;
				response.write(Buffer.of(byte));
				await sleep(DRIBBLE.ms);
			}
			response.end(bytes.subarray(DRIBBLE.bytes));
			break;
		case 'cut':
			await new Promise((resolve) => response.write(first, resolve));
			await sleep(5);
			socket?.resetAndDestroy();
			break;
		case 'stall':
			response.write(first);
			break;
	}
}
