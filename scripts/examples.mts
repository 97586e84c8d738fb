import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sandbox } from '../sandbox/index.mts';
import type { DataTable } from './hosts/dataTables.mts';
import { outputOf, type Execution, type Workflow, type WorkflowNode } from './hosts/executions.mts';
import { BAD_EVERY, LARGE_ROWS, writeLargeFile } from './largeFile.mts';
import { ROOT } from './paths.mts';

/** Ids of the stored credentials by credential type. */
export type CredentialIds = Record<string, { id: string; name: string }>;

/** What an example did: a text for people, and what is wrong with it, if anything. */
export interface Outcome {
	text: string;
	problem?: string;
}

/** An example workflow and how to tell from the service's side that it did its work. */
export interface Example {
	file: string;
	/** Whether it reads the data table of scripts/queue.mts. */
	readsQueue?: boolean;
	/** Makes what the example reads, where it is not among `examples/data`. */
	prepare?(folder: string): Promise<void>;
	/** @param since requests of the log before this number belong to earlier examples */
	check(run: { execution: Execution; sandbox: Sandbox; folder: string; since: number }): Outcome;
}

/** Which credential types a resource of the node takes; the editor chooses them by the resource. */
const CREDENTIALS_OF_RESOURCE: Record<string, string[]> = {
	adData: ['merchantDataOAuth2Api'],
	sql: ['merchantDataApi'],
	deletionRequest: ['merchantDataApi'],
	connection: ['merchantDataOAuth2Api', 'merchantDataApi'],
};

export const DATA_FOLDER = join(ROOT, 'examples', 'data');

const LARGE_FILE = 'large-ad-spend.csv';
const XLSX = 'orders-last-30-days.xlsx';

const plural = (count: number, noun: string) =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const readCsv = (folder: string, file: string): Array<Record<string, string>> =>
	parse(readFileSync(join(folder, file)), { columns: true, bom: true });

/** The distinct values, without regard to letter case, in order. */
const distinct = (values: string[]) =>
	[...new Set(values.filter(Boolean).map((value) => value.toLowerCase()))].sort();

/** Requests overlap, so that rows arrive in no order. */
const inAnyOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

const NUMBERS = ['impressions', 'clicks', 'spend', 'conversions'];

/** A row of ad-spend.csv as the examples send it: without shop and empty cells, numbers as numbers. */
export function adRow({ shop: _shop, ...cells }: Record<string, string>): Record<string, unknown> {
	const filled = Object.entries(cells).filter(([, value]) => value !== '');
	return Object.fromEntries(
		filled.map(([name, value]) => [name, NUMBERS.includes(name) ? Number(value) : value]),
	);
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

export const EXAMPLES: readonly Example[] = [
	{
		file: 'connection-check.json',
		check({ execution }) {
			const checks = outputOf(execution, 'Check the connection').map(({ json }) => json);
			const count = (status: string) => checks.filter((each) => each.status === status).length;
			const open = checks.filter(({ status }) => status !== 'ok');
			const lines = open.map(({ check, status, found }) =>
				[check, status, found].map(String).join(': '),
			);
			return {
				text: [`${plural(checks.length, 'check')}, ${count('ok')} ok`, ...lines].join('\n'),
				...(checks.length > 0 && count('ok') + count('skipped') === checks.length
					? {}
					: { problem: 'not everything is right with the connection' }),
			};
		},
	},
	{
		file: 'ad-spend-to-ads.json',
		check({ sandbox, folder, since }) {
			const rows = readCsv(folder, 'ad-spend.csv');
			const requests = sandbox.requests('ads').filter((request) => request.id > since);
			const accepted = requests.filter(({ status }) => status === 200 || status === 201);
			const shops = distinct(rows.map(({ shop }) => shop ?? ''));
			const atService = shops.map((shop) =>
				inAnyOrder(sandbox.pushed('ads', shop).map(({ row }) => row)),
			);
			const inFile = shops.map((wanted) =>
				inAnyOrder(rows.filter(({ shop }) => shop === wanted).map(adRow)),
			);
			return {
				text: `${plural(atService.flat().length, 'row')} of ${plural(shops.length, 'shop')} pushed in ${plural(requests.length, 'request')}, ${accepted.length} accepted`,
				...(same(atService, inFile)
					? {}
					: {
							problem: `the service does not hold exactly the ${plural(rows.length, 'row')} of ad-spend.csv`,
						}),
			};
		},
	},
	{
		file: 'orders-to-spreadsheet.json',
		check({ execution, sandbox, folder, since }) {
			const path = join(folder, XLSX);
			const read = outputOf(execution, 'Orders of the last 30 days').length;
			const request = sandbox.requests('sql').findLast(({ id }) => id > since);
			const { shopId, period } = (request?.body ?? { period: {} }) as SqlBody;
			const expected = sandbox.database
				.prepare('SELECT count(*) AS count FROM all_orders WHERE shop = ? AND date BETWEEN ? AND ?')
				.get(shopId ?? '', period.startDate ?? '', period.endDate ?? '');
			const bytes = existsSync(path) ? statSync(path).size : 0;
			return {
				text: `${plural(read, 'row')} read, ${period.startDate} to ${period.endDate}\n${path} (${Math.round(bytes / 1024)} KB)`,
				...(read > 0 && read === expected?.count && isZip(path)
					? {}
					: {
							problem: `the service holds ${String(expected?.count)} such orders, and the file has ${bytes} bytes`,
						}),
			};
		},
	},
	{
		file: 'contacts-to-deletion-requests.json',
		check({ sandbox, folder, since }) {
			const contacts = readCsv(folder, 'contacts.csv');
			const requests = sandbox.requests('compliance').filter((request) => request.id > since);
			const accepted = sandbox.deletionRequests();
			const emails = distinct(accepted.flatMap((request) => request.emails));
			const phones = distinct(accepted.flatMap((request) => request.phones));
			const complete =
				same(emails, distinct(contacts.map(({ email }) => email ?? ''))) &&
				same(phones, distinct(contacts.map(({ phone }) => phone ?? '')));
			return {
				text: `${plural(requests.length, 'deletion request')} for ${emails.length} email addresses and ${phones.length} phone numbers, ${accepted.length} accepted`,
				...(complete && accepted.length === requests.length
					? {}
					: { problem: 'the service has not accepted a request for everyone in contacts.csv' }),
			};
		},
	},
	{
		file: 'data-table-to-ads.json',
		readsQueue: true,
		check({ execution, sandbox, folder, since }) {
			const requests = sandbox.requests('ads').filter((request) => request.id > since);
			const queued = readCsv(folder, 'ad-spend-queue.csv').length;
			const written = outputOf(execution, 'Write the outcome');
			const accepted = written.filter(({ json }) => json.pushOutcome === 'accepted').length;
			return {
				text: `${plural(queued, 'row')} of a data table pushed in ${plural(requests.length, 'request')}, ${accepted} marked as accepted`,
				...(accepted === queued
					? {}
					: {
							problem: `the table does not say of all ${plural(queued, 'row')} that they were accepted`,
						}),
			};
		},
	},
	{
		file: 'large-file-to-ads.json',
		prepare: async (folder) => await writeLargeFile(join(folder, LARGE_FILE)),
		check({ execution, sandbox, folder, since }) {
			const requests = sandbox
				.requests('ads')
				.filter(({ id, status }) => id > since && status === 200);
			const taken = requests.reduce((sum, { rows }) => sum + (rows ?? 0), 0);
			const path = join(folder, LARGE_FILE.replace('.csv', '-not-accepted.ndjson'));
			const failed = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
			const [item] = outputOf(execution, 'Push ad rows');
			const bad = LARGE_ROWS / BAD_EVERY;
			const isRight =
				taken === LARGE_ROWS - bad &&
				item?.json.accepted === taken &&
				failed.length === bad &&
				failed.every((row) => (JSON.parse(row) as { spend: string }).spend === 'n/a');
			return {
				text: `${plural(taken, 'row')} of one file pushed in ${plural(requests.length, 'request')}\n${path} (${plural(failed.length, 'row')} to correct)`,
				...(isRight
					? {}
					: { problem: `of ${plural(LARGE_ROWS, 'row')}, ${bad} should be in that file` }),
			};
		},
	},
];

interface SqlBody {
	shopId?: string;
	period: { startDate?: string; endDate?: string };
}

/** Whether a file begins as a ZIP archive does, which an XLSX file is. */
function isZip(path: string): boolean {
	return existsSync(path) && readFileSync(path).subarray(0, 2).toString('latin1') === 'PK';
}

/**
 * An example as a user would have set it up: the folder in its Settings node is theirs, and
 * their credentials and their data table are chosen.
 */
export function prepareExample(
	file: string,
	folder: string,
	credentials: CredentialIds,
	table?: DataTable,
): Workflow {
	const workflow = JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as Workflow;
	for (const node of workflow.nodes) {
		if (node.name === 'Settings') setFolder(node, folder);
		if (!node.type.endsWith('.merchantData')) continue;
		const types = CREDENTIALS_OF_RESOURCE[String(node.parameters.resource)] ?? [];
		const chosen = types.flatMap((type) => (credentials[type] ? [[type, credentials[type]]] : []));
		if (chosen.length === 0) throw new Error(`${file}: no credential for "${node.name}"`);
		node.credentials = Object.fromEntries(chosen);
	}
	if (table !== undefined) chooseDataTable(workflow, table);
	return workflow;
}

/** Puts a data table into the node in which the user would choose it. */
export function chooseDataTable(
	{ nodes }: Workflow,
	{ id, name }: Pick<DataTable, 'id' | 'name'>,
): void {
	for (const { type, parameters } of nodes) {
		const table = parameters.dataTableId as { mode: string } | undefined;
		if (type !== 'n8n-nodes-base.dataTable' || table?.mode !== 'list') continue;
		Object.assign(table, { value: id, cachedResultName: name });
	}
}

function setFolder(settings: WorkflowNode, folder: string): void {
	const { assignments } = settings.parameters.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	for (const assignment of assignments) {
		if (assignment.name === 'folder') assignment.value = folder;
	}
}
