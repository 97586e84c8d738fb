import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sandbox } from '../sandbox/index.mts';
import type { DataRow } from './hosts/dataTables.mts';
import { outputOf, type Execution, type Workflow } from './hosts/executions.mts';
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

/** A data table that an example needs: its name, and the types of its columns. */
export interface TableDraft {
	name: string;
	columns: Record<string, string>;
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
	/** What starts it beside a click in the editor. */
	call?: AddressCall;
	/** What has to be there afterwards, at least: files, messages, mails, and requests by endpoint. */
	leaves: Record<string, number>;
	/** What else to look at. */
	check?(trial: Trial): Outcome;
}

export const DATA_FOLDER = join(ROOT, 'examples', 'data');

const plural = (count: number, noun: string) =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** The rows of a CSV file, by the names of its columns. */
export const readCsv = (folder: string, file: string): Array<Record<string, string>> =>
	parse(readFileSync(join(folder, file)), { columns: true, bom: true });

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

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'string']));

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
		file: 'corrected-ad-spend-to-ads.json',
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
	{
		file: 'refused-rows-form.json',
		table: { name: 'Refused rows', columns: texts('row', 'reason', 'outcome', 'version') },
		call: { path: '/webhook/refused-rows', says: /Row 1[^]+Row 4/ },
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
	{ file: 'new-orders-to-messages.json', leaves: { sql: 1, messages: 1 } },
	{
		file: 'unusual-day-to-message.json',
		table: {
			name: 'Watched days',
			columns: {
				...texts('shop', 'number', 'day', 'state', 'message'),
				value: 'number',
				low: 'number',
				high: 'number',
				sentAt: 'date',
			},
		},
		leaves: { sql: 1 },
	},
	{
		file: 'numbers-page.json',
		call: { path: '/webhook/numbers', says: /<h1>Revenue and ad spend<\/h1>/ },
		leaves: { grantedShops: 1, sql: 3 },
	},
	{ file: 'monday-digest.json', leaves: { sql: 3, mails: 1 } },
	{ file: 'month-of-orders-per-shop.json', leaves: { sql: 3, files: 3 } },
	{
		file: 'crm-form-to-deletion.json',
		call: {
			path: '/form/deletion-request',
			form: {
				'field-0': 'casa-limon.example',
				'field-1': 'nathan@example.com',
				'field-2': '+44 20 7946 0000',
			},
			says: /formWaitingUrl/,
		},
		// Its preview is on.
		leaves: {},
	},
	{
		file: 'contacts-to-deletion-requests.json',
		leaves: {},
		check({ execution, sandbox, since }) {
			const shown = outputOf(execution, 'Request deletion');
			const asked = sandbox.requests('compliance').filter(({ id }) => id > since);
			return {
				text: `a preview of ${plural(shown.length, 'request')}`,
				...(shown.length > 0 && asked.length === 0
					? {}
					: { problem: `people were deleted by ${plural(asked.length, 'request')}` }),
			};
		},
	},
];

/** Its tag says what an example needs that is not on this machine; it is put into the editor all the same. */
export const needsOf = ({ tags }: Workflow): string | undefined =>
	tags?.map(({ name }) => name).find((name) => name.startsWith('needs '));

/** The files of all examples. */
export const EXAMPLE_FILES = readdirSync(join(ROOT, 'examples')).filter((file) =>
	file.endsWith('.json'),
);

/** An example as it is imported. */
export const readExample = (file: string): Workflow =>
	JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as Workflow;
