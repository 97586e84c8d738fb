import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { listen } from '../test/kit/listen.mts';

export const PUSH_PATH = '/api/v2/data-in/ads';
export const SQL_PATH = '/api/v2/platform/api/sql';

const orderRow = (n: number) => ({
	id: n,
	date: '2026-01-15',
	product: `Product ${n % 500}, large`,
	quantity: (n % 7) + 1,
	// Sums of an engine have 16 or 17 digits.
	total: ((n % 10_000) + 1) / 7 + 0.1,
	currency: 'EUR',
});

const sqlAnswer = ({ sqlRows }: Answers) =>
	JSON.stringify({ data: Array.from({ length: sqlRows }, (_, n) => orderRow(n)) });

interface Answers {
	/** What each request waits for its answer, on its own. */
	delayMs: number;
	/** Rows in the answer to a query; it is made before it is asked for. */
	sqlRows: number;
}

export interface Taken {
	requests: number;
	/** Requests that waited for their answers at the same time, at most. */
	atOnce: number;
}

const NOTHING: Taken = { requests: 0, atOnce: 0 };

/** Reads bodies and answers, so that the sender is measured. `POST /answers` sets how, `GET /taken` gives what came. */
async function startNullSink(): Promise<string> {
	let seen = { ...NOTHING };
	let open = 0;
	let delayMs = 0;
	let sqlText = '';

	function answer(url: string | undefined, response: ServerResponse): void {
		open--;
		response.end(url === SQL_PATH ? sqlText : '{"success":true}');
	}

	const server = createServer(async (request, response) => {
		const { url } = request;
		response.setHeader('content-type', 'application/json');
		if (url === '/taken') {
			response.end(JSON.stringify(seen));
			seen = { ...NOTHING };
			return;
		}
		if (url === '/answers') {
			const answers = (await json(request)) as Answers;
			({ delayMs } = answers);
			sqlText = sqlAnswer(answers);
			response.end('{}');
			return;
		}
		seen.atOnce = Math.max(seen.atOnce, ++open);
		request.resume().on('end', () => {
			seen.requests++;
			if (delayMs === 0) answer(url, response);
			else setTimeout(answer, delayMs, url, response);
		});
	});
	server.keepAliveTimeout = 60_000;
	return (await listen(server)).url;
}

export type NullSinkThread = Awaited<ReturnType<typeof startNullSinkThread>>;

/** The same in a thread of its own, so that it takes no time from a sender in this one. */
export async function startNullSinkThread() {
	const worker = new Worker(new URL(import.meta.url));
	const url = await new Promise<string>((resolve, reject) => {
		worker.once('message', resolve);
		worker.once('error', reject);
	});
	return {
		url,
		/** What arrived since this was asked last. */
		take: async () => (await (await fetch(`${url}/taken`)).json()) as Taken,
		async answer(answers: Answers) {
			const answer = await fetch(`${url}/answers`, {
				method: 'POST',
				body: JSON.stringify(answers),
			});
			await answer.arrayBuffer();
		},
		close: () => void worker.terminate(),
	};
}

if (!isMainThread) parentPort?.postMessage(await startNullSink());
