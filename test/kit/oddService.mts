import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, GOOD, type Reply } from './answers.mts';
import { listen } from './listen.mts';

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

export interface OddServiceOptions {
	/** What the service does, endpoint by endpoint, in order; afterwards it behaves. */
	script: Partial<Record<OddEndpoint, Reply[]>>;
	/** `tokenEnd` is what every token ends in. */
	secrets: Record<'apiKey' | 'clientSecret' | 'tokenEnd', string>;
	/** The answer to a good query. */
	rows: unknown[];
	/** What is told of the shops. */
	granted: { accountId: string; additionalShopIds: unknown[] };
	/** Whether a request to a shop that is not granted is what 500 means. */
	isGranted: boolean;
	isExpired: boolean;
}

/** What became of one request at the service. */
export interface Met {
	endpoint: OddEndpoint | 'elsewhere';
	body: string;
	reply: Reply;
	took: boolean;
}

export type OddService = Awaited<ReturnType<typeof startOddService>>;

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

/** A service on loopback that keeps to the specification only as far as its script lets it. */
export async function startOddService(options: OddServiceOptions) {
	const { script, secrets, rows, granted, isGranted, isExpired } = options;
	const met: Met[] = [];
	/** Every token that was ever issued. */
	const tokens = new Set<string>();
	const issue = () => {
		const issued = tokens.size / 2 + 1;
		const pair = {
			access_token: `access-${issued}-${secrets.tokenEnd}`,
			refresh_token: `refresh-${issued}-${secrets.tokenEnd}`,
			token_type: 'Bearer',
		};
		tokens.add(pair.access_token).add(pair.refresh_token);
		return pair;
	};
	/** The tokens of the credential at the start. */
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

	function isAuthorized(endpoint: OddEndpoint, { headers }: IncomingMessage, body: string) {
		if (endpoint === 'token') {
			const form = new URLSearchParams(body);
			const isCurrent = form.get('refresh_token') === refreshToken;
			return isCurrent && form.get('client_secret') === secrets.clientSecret;
		}
		if (['compliance', 'sql', 'apiKey'].includes(endpoint))
			return headers['x-api-key'] === secrets.apiKey;
		return !!current && headers.authorization === `Bearer ${current.access_token}`;
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { url, headers } = request;
		const body = (await request.toArray()).join('');
		const endpoint = PATHS[url as keyof typeof PATHS] as OddEndpoint | undefined;
		if (endpoint === undefined) {
			met.push({ endpoint: 'elsewhere', body, reply: GOOD, took: false });
			return void response.writeHead(404).end();
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
			const value = { kind: 'json', value: { error }, bom: false } as const;
			reply = { ...GOOD, status, takes: false, body: value };
		}
		met.push({ endpoint, body, reply, took });
		const bytes = bytesOf(reply, GOOD_ANSWERS[endpoint], {
			body: () => body,
			headers: () => JSON.stringify(headers),
			credential: () =>
				String(headers['x-api-key'] ?? headers.authorization ?? secrets.clientSecret),
			value: () => /"(?:emails|phones|data|query)":\[?"?([^"\]]*)/.exec(body)?.[1] ?? body,
		});
		await give(reply, bytes, response);
	}

	const server = createServer((request, response) => {
		request.setEncoding('utf8');
		response.on('error', () => {});
		answer(request, response).catch(() => request.socket.destroy());
	});
	return { ...(await listen(server)), met, tokens, oauthTokenData };
}

async function give(reply: Reply, bytes: Buffer, response: ServerResponse): Promise<void> {
	const { status, headers, encoding, length, delivery } = reply;
	const { socket } = response;
	if (delivery.kind === 'noAnswer') return void socket?.resetAndDestroy();
	if (delivery.kind === 'silence') return;
	const all: Record<string, string> = { ...headers };
	if (encoding !== 'none') all['content-encoding'] = encoding;
	if (length !== 'chunked' && status !== 204 && status !== 304) {
		const announced = { right: bytes.length, larger: bytes.length + 7, smaller: bytes.length / 2 };
		all['content-length'] = String(Math.floor(announced[length]));
	}
	response.sendDate = all.date === undefined;
	response.writeHead(status, all);
	response.flushHeaders();
	const first = bytes.subarray(0, Math.floor(bytes.length * delivery.at));
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
