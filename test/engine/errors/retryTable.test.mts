import type { FaultLike } from '../../../sandbox/index.mts';
import {
	ENDPOINT_OF,
	failuresOf,
	onStage,
	type EndpointName,
	parametersOf,
} from '../../kit/operations.mts';

/** How often each operation sends a request that always fails, with the time for two retries. */

interface Row {
	/** How the request ends each time; undefined if it never gets to the service. */
	fault?: FaultLike;
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

const ELSEWHERE = { status: 303, headers: { location: '/_sandbox/elsewhere' } };
const TOO_MANY = { status: 429, headers: { 'retry-after': '2' } };
/** Other statuses are in the unit tests of the error table and of the retry policy. */
const ROWS: Record<string, Row> = {
	'refused connection': {
		sent: [0, 0, 0],
		outcome: 'notSent',
		says: /ECONNREFUSED, after 3 attempts/,
	},
	'timeout after the request was taken': {
		fault: 'lostTimeout',
		sent: [2, 1, 2],
		outcome: 'unknown',
		says: /did not answer in time/,
	},
	'reset after the request was taken': { fault: 'lostAnswer', sent: [3, 1, 3], outcome: 'unknown' },
	redirect: { fault: 'redirect', sent: [1, 1, 1], status: 302 },
	'outcome told elsewhere': { fault: ELSEWHERE, sent: [1, 1, 1], outcome: 'unknown', status: 303 },
	'429 with Retry-After': { fault: TOO_MANY, maxWait: 5, sent: [3, 3, 3], status: 429 },
	'502': { fault: 502, sent: [3, 1, 3], outcome: 'unknown', status: 502 },
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
	const { fault, maxWait = TIME_FOR_TWO, says = /\w/ } = row;
	await onStage(async ({ sandbox, change, run }) => {
		const endpoint = ENDPOINT_OF[operation];
		if (fault === undefined) change({ baseUrl: 'http://127.0.0.1:9' });
		else sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [fault] });
		const result = await run({
			parameters: {
				...parametersOf(operation, {
					maxWait,
					// All start at once, which takes a slow machine a second.
					timeout: fault === 'lostTimeout' ? 3 : 30,
				}),
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
	})();
}

it.concurrent(
	'a query that takes too long is sent once more',
	onStage(async ({ sandbox, run }) => {
		sandbox.chaos({ endpoints: ['sql'], probability: 1, faults: ['queryTimeout'] });
		const parameters = parametersOf('sql', { maxWait: 3 });
		const [failure] = failuresOf(await run({ parameters, onError: 'continueErrorOutput' }));
		expect(failure).toMatchObject({ code: 'service.queryTimedOut', outcome: 'rejected' });
		expect(failure!.message).toMatch(/^400 Query Timed Out \(SQL query, after 2 attempts\): /);
		expect(sandbox.requests('sql')).toHaveLength(2);
	}),
);
