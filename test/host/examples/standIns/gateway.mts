import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { STAND_IN_CERTIFICATE } from './certificate.mts';

/** What stands in for hosts on the internet: n8n comes to it by its own proxy settings. */
export interface Gateway {
	/** The settings for n8n. */
	env: Record<string, string>;
	close(): Promise<void>;
}

/**
 * Starts a proxy on 127.0.0.1 that leads to stand-ins and to nothing else.
 * @param standIns by host name; the certificate must hold each
 * @param certificateFile where to put the certificate that n8n is to trust
 */
export async function startGateway(
	standIns: Readonly<Record<string, RequestListener>>,
	certificateFile: string,
): Promise<Gateway> {
	writeFileSync(certificateFile, STAND_IN_CERTIFICATE.cert);
	const secure = createSecureServer(STAND_IN_CERTIFICATE, (request, answer) => {
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
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return {
		env: {
			HTTP_PROXY: url,
			HTTPS_PROXY: url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		async close() {
			secure.closeAllConnections();
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
		},
	};
}
