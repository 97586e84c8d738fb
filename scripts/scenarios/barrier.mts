import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on loopback that lets some requests through only together. */
export interface Barrier {
	readonly url: string;
	/** Keeps the next requests whose path fits until there are so many of them. */
	hold(path: RegExp, count: number): void;
	close(): Promise<void>;
}

/** @param target address without a trailing slash that everything is passed on to */
export async function startBarrier(target: string): Promise<Barrier> {
	let held: { path: RegExp; count: number } | undefined;
	let waiting: Array<() => void> = [];

	function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
		const { method, url = '/', headers } = incoming;
		const onward = request(target + url, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.destroy());
		incoming.pipe(onward);
	}

	const server = createServer((incoming, outgoing) => {
		const path = (incoming.url ?? '/').split('?')[0] ?? '';
		if (!held?.path.test(path)) return passOn(incoming, outgoing);
		waiting.push(() => passOn(incoming, outgoing));
		if (waiting.length < held.count) return;
		const together = waiting;
		held = undefined;
		waiting = [];
		for (const go of together) go();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		hold(path, count) {
			held = { path, count };
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
