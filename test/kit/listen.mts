import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
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
