import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { TEST_CERTIFICATE } from '../../../../sandbox/testCertificate.mts';
import { listen } from '../../../kit/listen.mts';

/** Starts a proxy to stand-ins, by host name, and to nothing else. The file gets the certificate for all of them. */
export async function startGateway(
	standIns: Readonly<Record<string, RequestListener>>,
	certificateFile: string,
) {
	writeFileSync(certificateFile, TEST_CERTIFICATE.cert);
	const secure = createSecureServer(TEST_CERTIFICATE, (request, answer) => {
		standIns[request.headers.host ?? '']?.(request, answer);
	});
	const proxy = createServer((_request, answer) => void answer.writeHead(403).end());
	proxy.on('connect', ({ url = '' }, socket, head: Buffer) => {
		socket.on('error', () => socket.destroy());
		if (!Object.hasOwn(standIns, url.replace(/:443$/, ''))) {
			// n8n itself asks for some hosts.
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		if (head.length > 0) socket.unshift(head);
		secure.emit('connection', socket);
	});
	const { url, close } = await listen(proxy);
	return {
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		async close() {
			secure.closeAllConnections();
			await close();
		},
	};
}

export interface JsonRequest {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	body: unknown;
}

export type JsonAnswer = [status: number, body: unknown];

/** Makes a server's listener of a function that knows only JSON. */
export function jsonListener(respond: (request: JsonRequest) => JsonAnswer): RequestListener {
	return async (incoming, answer) => {
		const { method = '', headers } = incoming;
		const { pathname, searchParams: query } = new URL(incoming.url ?? '', 'https://stand-in');
		const sent = await text(incoming);
		const isJson = headers['content-type']?.includes('json') === true && sent !== '';
		const body: unknown = isJson ? JSON.parse(sent) : sent;
		const [status, said] = respond({
			method,
			path: decodeURIComponent(pathname),
			query,
			headers,
			body,
		});
		answer.writeHead(status, { 'content-type': 'application/json' });
		answer.end(JSON.stringify(said));
	};
}
