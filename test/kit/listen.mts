import { once } from 'node:events';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on 127.0.0.1. @returns its address, and what ends it with its connections */
export async function listen(server: Server | HttpServer) {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			if ('closeAllConnections' in server) server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Uses a service that gives the same answer to every request. */
export async function withService<T>(
	answer: RequestListener,
	use: (baseUrl: string) => Promise<T>,
): Promise<T> {
	const { url, close } = await listen(createServer(answer));
	try {
		return await use(url);
	} finally {
		await close();
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
