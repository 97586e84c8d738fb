import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonListener } from './json.mts';

/** Wherever an example sends its messages. */
export interface MessagesStandIn {
	/** Where to post a message. */
	url: string;
	/** The messages that arrived, in order. */
	texts: string[];
	/** Those that it refuses, with a status. */
	refuses?: RegExp;
	close(): Promise<void>;
}

/** Starts it on 127.0.0.1. */
export async function startMessages(): Promise<MessagesStandIn> {
	const texts: string[] = [];
	const server = createServer(
		jsonListener(({ body }) => {
			const { text } = body as { text: string };
			if (messages.refuses?.test(text)) return [503, { message: 'Closed for the night' }];
			texts.push(text);
			return [200, {}];
		}),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const messages: MessagesStandIn = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		texts,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return messages;
}
