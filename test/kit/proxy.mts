import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from './listen.mts';

/** What a proxy does when it is asked for the way to a service (CONNECT). */
export type Gate = (client: Socket, headers: IncomingHttpHeaders, service: string) => void;

export interface Proxy {
	/** Its address with a user name and a password. */
	url: string;
	/** How often it was asked for the way. */
	asked: number;
	/** What it does now. */
	gate: Gate;
	close(): Promise<void>;
}

/** The password for the proxy, and the header that carries it. */
export const PROXY_PASSWORD = 'pass-for-the-proxy';
export const PROXY_LOGIN = Buffer.from(`user:${PROXY_PASSWORD}`).toString('base64');

/** Lets everything through. */
export const open: Gate = (client, _, service) => {
	const [host, port] = service.split(':');
	const socket = connect(Number(port), host, () => {
		client.write('HTTP/1.1 200 Connection established\r\n\r\n');
		socket.pipe(client).pipe(socket);
	});
	socket.on('error', () => client.destroy());
	client.on('error', () => socket.destroy());
};

/** Refuses with a page that repeats the request's headers, as Squid's do. */
export const refuse =
	(status: number): Gate =>
	(client, headers) => {
		const page = `<html><h1>Refused</h1><pre>${JSON.stringify(headers)}</pre></html>`;
		const length = `Content-Length: ${page.length}`;
		client.end(`HTTP/1.1 ${status} Refused\r\nContent-Type: text/html\r\n${length}\r\n\r\n${page}`);
	};

/** Starts a proxy on 127.0.0.1, which is open at first. */
export async function startProxy(): Promise<Proxy> {
	const server = createServer((_, answer) => void answer.writeHead(400).end());
	/** Node's server lets go of those that have asked for the way. */
	const clients = new Set<Socket>();
	const { url, close } = await listen(server);
	const proxy: Proxy = {
		url: url.replace('//', `//user:${PROXY_PASSWORD}@`),
		asked: 0,
		gate: open,
		async close() {
			for (const client of clients) client.destroy();
			await close();
		},
	};
	server.on('connect', ({ url = '', headers }, client: Socket) => {
		proxy.asked++;
		clients.add(client);
		client.on('error', () => client.destroy());
		proxy.gate(client, headers, url);
	});
	return proxy;
}
