import type { IncomingMessage, RequestListener } from 'node:http';

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
	return (incoming, answer) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const { method = '', headers } = incoming;
			const { pathname, searchParams: query } = new URL(incoming.url ?? '', 'https://stand-in');
			const text = Buffer.concat(chunks).toString();
			const isJson = headers['content-type']?.includes('json') === true && text !== '';
			const body: unknown = isJson ? JSON.parse(text) : text;
			const path = decodeURIComponent(pathname);
			const [status, said] = respond({ method, path, query, headers, body });
			answer.writeHead(status, { 'content-type': 'application/json' });
			answer.end(JSON.stringify(said));
		});
	};
}
