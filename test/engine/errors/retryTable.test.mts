import { type FaultLike, type SandboxOptions } from '../../../sandbox/index.mts';
import { ERROR_TABLE } from '../../../nodes/MerchantData/service/errors/errorTable.ts';
import { createStage } from '../../kit/stage.mts';
import {
	ENDPOINT_OF,
	type Failure,
	failuresOf,
	type OperationName,
	parametersOf,
} from '../../kit/operations.mts';

/** How a request ends each time it is sent, and what the node makes of it with the time for two retries. */
interface Row {
	/** None if the request never gets to the service. */
	fault?: FaultLike;
	/** Another address than the sandbox's. */
	address?: string;
	settings?: SandboxOptions;
	/** Seconds, if two retries take another time. */
	maxWait?: number;
	/**
	 * How often it gets there: a read, which is safe to repeat; a push or deletion request, which repeating
	 * may double; and a push with "Retry Server Errors".
	 */
	sent: [reads: number, writes: number, retriedWrites: number];
	/** Rejected, if nothing else is said. */
	outcome?: 'rejected' | 'unknown' | 'notSent';
	/** What the message says, if there is no status. */
	says?: RegExp;
	status?: number;
}

/** Seconds: 0.5 to 1, then 1 to 2; not 2 to 4 more. */
const TIME_FOR_TWO = 3.4;

const ELSEWHERE = { status: 303, headers: { location: '/_sandbox/elsewhere' } };
const SOON = { status: 503, headers: { 'retry-after': '1' } };
const ROWS: Record<string, Row> = {
	'refused connection': {
		address: 'http://127.0.0.1:9',
		sent: [0, 0, 0],
		outcome: 'notSent',
		says: /ECONNREFUSED, after 3 tries/,
	},
	'timeout after the request was taken': {
		fault: 'lostTimeout',
		sent: [2, 1, 1],
		outcome: 'unknown',
		says: /did not answer in time/,
	},
	'reset after the request was taken': { fault: 'lostAnswer', sent: [3, 1, 1], outcome: 'unknown' },
	redirect: { fault: 'redirect', sent: [1, 1, 1], status: 302 },
	'outcome told elsewhere': { fault: ELSEWHERE, sent: [1, 1, 1], outcome: 'unknown', status: 303 },
	// Two waits of a second fit in.
	'429 with Retry-After': { fault: 429, maxWait: 2.9, sent: [3, 3, 3], status: 429 },
	'429 without Retry-After': {
		fault: 429,
		settings: { retryAfter: 'absent' },
		sent: [3, 3, 3],
		status: 429,
	},
	'503 with Retry-After': { fault: SOON, sent: [2, 1, 2], status: 503 },
};
/** Every other status after which something is repeated, as the table says. */
for (const [name, { repeat, atMost = 2, outcome }] of Object.entries(ERROR_TABLE)) {
	const status = Number(name);
	if (!repeat || status < 100 || [429, 503].includes(status)) continue;
	const tries = 1 + Math.min(atMost, 2);
	const writes = repeat === 'always' ? tries : 1;
	const sent: Row['sent'] = [tries, writes, status < 500 ? writes : tries];
	ROWS[status] = { fault: status, sent, outcome, status };
}

/** The columns: an operation each, and which number of the row says how often it is sent. */
const COLUMNS = {
	'shops (GET)': ['shops', 0],
	SQL: ['sql', 0],
	'deletion request': ['compliance', 1],
	push: ['push', 1],
	'push with retryServerErrors': ['pushEmailSms', 2],
} as const satisfies Record<string, [OperationName, 0 | 1 | 2]>;

type ColumnName = keyof typeof COLUMNS;

const cells = new Map<string, { sent: number; failures: Failure[] }>();
const columns = Object.keys(COLUMNS) as ColumnName[];

/** Runs the cells of a row on a service of their own. */
async function runRow(name: string, row: Row): Promise<void> {
	const { sandbox, change, run, close } = await createStage(row.settings);
	if (row.address) change({ baseUrl: row.address });
	// Pushes are later, because after a 500 they ask for the granted shops.
	await Promise.all(columns.filter((column) => !column.startsWith('push')).map(runCell));
	await Promise.all(columns.filter((column) => column.startsWith('push')).map(runCell));
	expect(sandbox.requests('elsewhere')).toEqual([]);
	await close();

	async function runCell(column: ColumnName): Promise<void> {
		const [operation, count] = COLUMNS[column];
		const endpoint = ENDPOINT_OF[operation];
		if (row.fault) sandbox.chaos({ endpoints: [endpoint], probability: 1, faults: [row.fault] });
		const result = await run({
			parameters: parametersOf(operation, {
				maxWait: row.maxWait ?? TIME_FOR_TWO,
				// All cells start at once, which takes a slow machine a second.
				timeout: row.fault === 'lostTimeout' ? 3 : 30,
				...(count === 2 && { retryServerErrors: true }),
			}),
			items: [{ campaign: 'Spring', spend: 12.5 }],
			onError: 'continueErrorOutput',
		});
		const sent = sandbox.requests(endpoint).length;
		cells.set(`${name} × ${column}`, { sent, failures: failuresOf(result) });
	}
}

beforeAll(async () => {
	await Promise.all(Object.entries(ROWS).map(async ([name, row]) => await runRow(name, row)));
}, 60_000);

it.each(Object.keys(ROWS).flatMap((row) => columns.map((column) => [row, column] as const)))(
	'%s × %s',
	(rowName, column) => {
		const { sent, outcome = 'rejected', says = /\w/, status = null } = ROWS[rowName]!;
		const cell = cells.get(`${rowName} × ${column}`)!;
		expect(cell.sent).toBe(sent[COLUMNS[column][1]]);
		const message = expect.stringMatching(says) as string;
		expect(cell.failures).toMatchObject([{ outcome, message }]);
		expect(cell.failures[0]!.status ?? null).toBe(status);
	},
);
