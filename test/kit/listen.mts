import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Has a server listen on 127.0.0.1. @returns its port */
export async function listen(server: Server): Promise<number> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return (server.address() as AddressInfo).port;
}

/** Uses a service that gives the same answer to every request. */
export async function withService<T>(
	answer: RequestListener,
	use: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const server = createServer(answer);
	try {
		return await use(`http://127.0.0.1:${await listen(server)}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

/** Answers in pieces, which cut characters in two. */
export const inPieces =
	(bytes: Buffer, size: number, headers: Record<string, string> = {}): RequestListener =>
	(request, response) => {
		request.resume();
		void (async () => {
			response.writeHead(200, headers);
			for (let at = 0; at < bytes.length; at += size)
				await new Promise((resolve) => response.write(bytes.subarray(at, at + size), resolve));
			response.end();
		})();
	};
