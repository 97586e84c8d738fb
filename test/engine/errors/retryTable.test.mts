import { createServer, type Server, type Socket } from 'node:net';
import type { FaultLike } from '../../../sandbox/index.mts';
import { listen } from '../../kit/listen.mts';
import { sandboxNameOf } from '../../kit/endpoints.mts';
import { type EndpointName, failuresOf, onStage, parametersOf } from '../../kit/operations.mts';

/** How often each operation sends a request that always fails, with the time for two retries. */

interface Row {
	/** How the request ends each time. */
	fault?: FaultLike;
	/** What is there in place of the service, if it is not a fault; by default nothing. */
	server?: () => Server;
	/** Seconds, if two retries take another time. */
	maxWait?: number;
	/**
	 * How often it gets to the service: reads, which are safe to repeat; pushes and deletion requests, which
	 * repeating may double; pushes whose rows replace earlier ones.
	 */
	sent: [reads: number, writes: number, replacing: number];
	/** Rejected, if nothing else is said. */
	outcome?: 'rejected' | 'unknown' | 'notSent';
	/** What the message says, if there is no status. */
	says?: RegExp;
	status?: number;
}

/** Seconds: without chance the waits are 1.5, 3 and 6, so a slow machine has some to spare either way. */
const TIME_FOR_TWO = 7;
jest.spyOn(Math, 'random').mockReturnValue(0);

const tcp = (treat: (socket: Socket) => void) => () =>
	createServer((socket) => treat(socket.on('error', () => {})));
const noTls = tcp((socket) => socket.end('HTTP/1.1 400 No\r\n\r\n'));
const closed = tcp((socket) => socket.once('data', () => socket.destroy()));

const ELSEWHERE = { status: 303, headers: { location: '/_sandbox/elsewhere' } };
const TOO_MANY = { status: 429, headers: { 'retry-after': '2' } };
const LATE: Row = { sent: [2, 1, 2], outcome: 'unknown', says: /did not answer in time/ };
const UNSENT: Row = { sent: [0, 0, 0], outcome: 'notSent' };
/** Other statuses are in the unit tests of the error table and of the retry policy. */
const ROWS: Record<string, Row> = {
	'refused connection': { ...UNSENT, says: /ECONNREFUSED, after 3 attempts/ },
	'no TLS': { ...UNSENT, server: noTls },
	'connection closed before TLS': { ...UNSENT, server: closed },
	'timeout after the request was taken': { ...LATE, fault: 'lostTimeout' },
	'answer that stalls': { ...LATE, fault: 'stalledBody' },
	'answer without end': { ...LATE, fault: 'trickledBody' },
	'reset after the request was taken': { fault: 'lostAnswer', sent: [3, 1, 3], outcome: 'unknown' },
	redirect: { fault: 'redirect', sent: [1, 1, 1], status: 302 },
	'outcome told elsewhere': { fault: ELSEWHERE, sent: [1, 1, 1], outcome: 'unknown', status: 303 },
	'429 with Retry-After': { fault: TOO_MANY, maxWait: 5, sent: [3, 3, 3], status: 429 },
	'query that takes too long': { fault: 'queryTimeout', sent: [2, 1, 1], status: 400 },
};

/** An operation, and which number of the row says how often it is sent. */
const COLUMNS = [
	['sql', 0],
	['createDeletionRequest', 1],
	['pushAds', 1],
	['pushEmailSms', 2],
] as const;

it.concurrent.each(Object.entries(ROWS))(
	'retries after: %s',
	async (_, row) => {
		await Promise.all(
			COLUMNS.map(async ([operation, count]) => await runCell(row, operation, count)),
		);
	},
	60_000,
);

async function runCell(row: Row, operation: EndpointName, count: 0 | 1 | 2): Promise<void> {
	const { fault, server, maxWait = TIME_FOR_TWO, says = /\w/ } = row;
	await onStage(async ({ sandbox, change, run }) => {
		const endpoint = sandboxNameOf(operation);
		const other = server && (await listen(server()));
		if (fault) sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
		else change({ baseUrl: other?.url.replace('http', 'https') ?? 'http://127.0.0.1:9' });
		const result = await run({
			parameters: {
				// All start at once, which takes a slow machine a second.
				...parametersOf(operation, { maxWait, timeout: row.outcome === 'unknown' ? 3 : 30 }),
				...(count === 2 && { ifSentAgain: 'replaces' }),
			},
			items: [{ campaign: 'Spring', spend: 12.5 }],
			onError: 'continueErrorOutput',
		});
		const sent = sandbox.requests(endpoint).length;
		expect([operation, sent]).toEqual([operation, row.sent[count]]);
		expect(sandbox.requests('elsewhere')).toEqual([]);
		const failures = failuresOf(result);
		const { outcome = 'rejected', status = null } = row;
		expect(failures).toMatchObject([{ outcome, message: expect.stringMatching(says) }]);
		expect(failures[0]!.status ?? null).toBe(status);
		// Clients that speak TLS may leave their end of such a connection open.
		void other?.close();
	})();
}
