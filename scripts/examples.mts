import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sandbox } from '../sandbox/index.mts';
import type { DataRow } from './hosts/dataTables.mts';
import { outputOf, type Execution, type Workflow } from './hosts/executions.mts';
import { BAD_EVERY, LARGE_ROWS, writeLargeFile } from './largeFile.mts';
import { ROOT } from './paths.mts';

/** What an example did: a text for people, and what is wrong with it, if anything. */
export interface Outcome {
	text: string;
	problem?: string;
}

/** What a run of an example is judged by. */
export interface Trial {
	/** The last execution that was started in the editor; an example may have an address instead. */
	execution: Execution;
	sandbox: Sandbox;
	folder: string;
	/** Requests of the log before this number belong to earlier examples. */
	since: number;
}

/** A data table that an example needs: its name, the types of its columns, and its rows. */
export interface TableDraft {
	name: string;
	columns: Record<string, string>;
	rows?: DataRow[];
}

/** A call to an address that an example publishes. */
export interface AddressCall {
	/** Under the address of n8n. */
	path: string;
	/** Fields of a form, or an object that is sent as JSON. Without either, the address is opened. */
	form?: Record<string, string>;
	json?: unknown;
	/** What the answer says. */
	says: RegExp;
}

/** An example that needs no account elsewhere, and how to see that it does its work. */
export interface Example {
	file: string;
	/** The data table that a user would create and choose. */
	table?: TableDraft;
	/** What a user would put into the node Settings, beside the folder. */
	settings?: Record<string, string>;
	/** Makes what it reads, where it is not among `examples/data`. */
	prepare?(folder: string): Promise<void>;
	/** What starts it beside a click in the editor. */
	call?: AddressCall;
	/** What has to be there afterwards, at least: files, messages, mails, and requests by endpoint. */
	leaves: Record<string, number>;
	/** What else to look at. */
	check?(trial: Trial): Outcome;
}

export const DATA_FOLDER = join(ROOT, 'examples', 'data');

const LARGE_FILE = 'large-ad-spend.csv';
const WITH_MISTAKES = 'ad-spend-with-mistakes.csv';

const plural = (count: number, noun: string) =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const readCsv = (folder: string, file: string): Array<Record<string, string>> =>
	parse(readFileSync(join(folder, file)), { columns: true, bom: true });

/** The distinct values, without regard to letter case, in order. */
const distinct = (values: string[]) =>
	[...new Set(values.filter(Boolean).map((value) => value.toLowerCase()))].sort();

/** Of a day counted back from today, in UTC. */
export const daysAgo = (days: number): string =>
	new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const NUMBERS = ['impressions', 'clicks', 'spend', 'conversions'];

/** The fields that the columns of ad spend become. */
const FIELDS: Record<string, readonly [name: string, part?: string]> = {
	date: ['event_date'],
	channel: ['channel'],
	campaignId: ['campaign', 'id'],
	campaign: ['campaign', 'name'],
	...Object.fromEntries(NUMBERS.map((name) => [name, ['metrics', name] as const])),
	currency: ['currency'],
};

/** A row of ad spend as the examples send it: numbers as numbers, without empty cells and other columns. */
export function adRow(row: DataRow): Record<string, unknown> {
	const sent: Record<string, unknown> = {};
	for (const [column, cell] of Object.entries(row)) {
		const [name, part] = FIELDS[column] ?? [];
		if (name === undefined || cell === '') continue;
		const value = NUMBERS.includes(column) ? Number(cell) : cell;
		sent[name] = part === undefined ? value : { ...(sent[name] as object), [part]: value };
	}
	return sent;
}

/** The columns of the queue that are numbers. */
const QUEUE_NUMBERS = ['impressions', 'clicks', 'spend'];

/** The rows of `ad-spend-queue.csv`, numbers as numbers. */
export const queuedRows = (): DataRow[] =>
	readCsv(DATA_FOLDER, 'ad-spend-queue.csv').map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([name, value]) => [
				name,
				QUEUE_NUMBERS.includes(name) ? Number(value) : value,
			]),
		),
	);

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'string']));

const QUEUE: TableDraft = {
	name: 'Ad spend queue',
	columns: {
		...texts('shop', 'date', 'channel', 'campaignId', 'campaign'),
		...Object.fromEntries(QUEUE_NUMBERS.map((name) => [name, 'number'])),
		...texts('currency', 'pushOutcome', 'pushMessage'),
		pushStatus: 'number',
	},
	rows: queuedRows(),
};

export const EXAMPLES: readonly Example[] = [
	{
		file: 'connection-check.json',
		leaves: { grantedShops: 1, apiKey: 1, sql: 1 },
		check({ execution }) {
			const checks = outputOf(execution, 'Check the connection').map(({ json }) => json);
			const count = (status: string) => checks.filter((each) => each.status === status).length;
			const isRight = checks.length > 0 && count('ok') + count('skipped') === checks.length;
			return {
				text: `${plural(checks.length, 'check')}, ${count('ok')} ok`,
				...(isRight ? {} : { problem: 'not everything is right with the connection' }),
			};
		},
	},
	{
		file: 'ad-spend-to-ads.json',
		leaves: { ads: 5 },
		check({ sandbox, folder }) {
			const rows = readCsv(folder, 'ad-spend.csv');
			const shops = [...new Set(rows.map(({ shop = '' }) => shop))];
			const complete = shops.every((wanted) => {
				const there = new Set(sandbox.pushed('ads', wanted).map(({ row }) => JSON.stringify(row)));
				const own = rows.filter(({ shop }) => shop === wanted).map(adRow);
				return own.every((row) => there.has(JSON.stringify(row)));
			});
			const count = plural(rows.length, 'row');
			return {
				text: `${count} of ${plural(shops.length, 'shop')} pushed`,
				...(complete ? {} : { problem: `the service does not have all ${count}` }),
			};
		},
	},
	{ file: 'google-ads-to-ads.json', leaves: { ads: 1 } },
	{ file: 'meta-ads-to-ads.json', leaves: { ads: 1 } },
	{ file: 'corrected-ad-spend-to-ads.json', leaves: { sql: 1, ads: 1 } },
	{
		file: 'large-file-to-ads.json',
		prepare: async (folder) => await writeLargeFile(join(folder, LARGE_FILE)),
		leaves: { ads: 200, files: 2 },
		check({ execution, folder }) {
			const name = LARGE_FILE.replace('.csv', '-not-accepted.csv');
			const path = join(folder, name);
			const failed = existsSync(path) ? readCsv(folder, name) : [];
			const [item] = outputOf(execution, 'Push ad rows');
			const bad = LARGE_ROWS / BAD_EVERY;
			const isRight = item?.json.accepted === LARGE_ROWS - bad && failed.length === bad;
			return {
				text: `${plural(LARGE_ROWS, 'row')} of one file, ${failed.length} of them to correct in ${path}`,
				...(isRight ? {} : { problem: `${bad} rows should be in that file` }),
			};
		},
	},
	{
		file: 'error-branch-to-retry-file.json',
		async prepare(folder) {
			const copy = (file: string, name: string) =>
				copyFileSync(join(DATA_FOLDER, file), join(folder, name));
			// Any of these may be yesterday where n8n is, also when it runs over midnight.
			for (const days of [0, 1, 2]) copy(WITH_MISTAKES, `ad-spend-${daysAgo(days)}.csv`);
			copy('ad-spend-queue.csv', 'retry-1.csv');
		},
		leaves: { ads: 2, files: 1 },
	},
	{
		file: 'refused-rows-form.json',
		table: { name: 'Refused rows', columns: texts('row', 'reason', 'outcome', 'version') },
		settings: { file: WITH_MISTAKES },
		call: { path: '/webhook/refused-rows', says: /Row 1[^]+Row 4/ },
		leaves: { ads: 1 },
	},
	{
		file: 'data-table-to-ads.json',
		table: QUEUE,
		leaves: { ads: 1 },
	},
	{
		file: 'webhook-to-email-sms-rows.json',
		call: {
			path: '/webhook/email-sms-rows',
			json: {
				shop: 'casa-limon.example',
				rows: [
					{
						event_date: '2026-06-30',
						channel: 'sms',
						campaign: { name: 'Sale' },
						metrics: { sent: 80 },
					},
				],
			},
			says: /"accepted":1/,
		},
		leaves: { emailSms: 1 },
	},
	{ file: 'yesterdays-numbers-to-a-spreadsheet.json', leaves: { sql: 1, files: 1 } },
	{ file: 'new-orders-to-messages.json', leaves: { sql: 1, messages: 1 } },
	{
		file: 'unusual-day-to-message.json',
		table: {
			name: 'Watched days',
			columns: {
				...texts('shop', 'number', 'day', 'state', 'message'),
				...{ value: 'number', low: 'number', high: 'number', sentAt: 'date' },
			},
		},
		leaves: { sql: 1 },
	},
	{
		file: 'orders-to-spreadsheet.json',
		leaves: { sql: 1, files: 1 },
		check({ execution, sandbox, since }) {
			const read = outputOf(execution, 'Orders of the last 30 days').length;
			const request = sandbox.requests('sql').find(({ id }) => id > since);
			const { shopId, period } = request?.body as SqlBody;
			const stored = sandbox.database
				.prepare('SELECT count(*) AS count FROM all_orders WHERE shop = ? AND date BETWEEN ? AND ?')
				.get(shopId, period.startDate, period.endDate);
			return {
				text: `${plural(read, 'order')}, ${period.startDate} to ${period.endDate}`,
				...(read > 0 && read === stored?.count
					? {}
					: { problem: `the service has ${String(stored?.count)} such orders` }),
			};
		},
	},
	{
		file: 'numbers-page.json',
		call: { path: '/webhook/numbers', says: /<h1>Revenue and ad spend<\/h1>/ },
		leaves: { grantedShops: 1, sql: 3 },
	},
	{ file: 'monday-digest.json', leaves: { sql: 3, mails: 1 } },
	{ file: 'one-report-per-granted-shop.json', leaves: { sql: 3, files: 3 } },
	{ file: 'all-shops-to-spreadsheet.json', leaves: { sql: 3, files: 1 } },
	{ file: 'month-of-orders-per-shop.json', leaves: { sql: 3, files: 3 } },
	{
		file: 'backfill-orders-by-month.json',
		table: {
			name: 'Months there',
			columns: { ...texts('shop', 'month', 'file'), rows: 'number' },
		},
		leaves: { sql: 12 },
	},
	{
		file: 'crm-form-to-deletion.json',
		call: {
			path: '/form/deletion-request',
			form: {
				'field-0': 'casa-limon.example',
				'field-1': 'nathan@example.com',
				'field-2': '+44 20 7946 0000',
			},
			says: /^/,
		},
		leaves: { compliance: 1 },
	},
	{
		file: 'contacts-to-deletion-requests.json',
		leaves: { compliance: 2 },
		check({ sandbox, folder }) {
			const contacts = readCsv(folder, 'contacts.csv');
			const accepted = sandbox.deletionRequests();
			const asked = distinct(accepted.flatMap(({ emails, phones }) => [...emails, ...phones]));
			const missing = distinct(
				contacts.flatMap(({ email = '', phone = '' }) => [email, phone]),
			).filter((each) => !asked.includes(each));
			return {
				text: `${plural(contacts.length, 'contact')}`,
				...(missing.length === 0
					? {}
					: { problem: `${missing.length} addresses and numbers of contacts.csv are missing` }),
			};
		},
	},
	{ file: 'custom-call.json', leaves: { grantedShops: 1, apiKey: 1 } },
];

interface SqlBody {
	shopId: string;
	period: { startDate: string; endDate: string };
}

/** Why an example does not run with what is on this machine; it is put into the editor all the same. */
const ELSEWHERE: ReadonlyArray<[node: RegExp, needs: string]> = [
	[/\.googleSheets$/, 'needs a Google account'],
	[/\.hubspot$/, 'needs a HubSpot account'],
	[/\.lmChatOpenAi$/, 'needs an AI model'],
];

/** What an example needs from elsewhere, by its nodes; undefined where it needs nothing. */
export function needsOf({ nodes }: Workflow): string | undefined {
	return ELSEWHERE.find(([node]) => nodes.some(({ type }) => node.test(type)))?.[1];
}

/** The files of all examples. */
export const EXAMPLE_FILES = readdirSync(join(ROOT, 'examples')).filter((file) =>
	file.endsWith('.json'),
);

/** An example as it is imported. */
export const readExample = (file: string): Workflow =>
	JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as Workflow;
