import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from './examples.mts';
import type { RestClient } from './hosts/client.mts';
import { makeDataTable, type DataRow, type DataTable } from './hosts/dataTables.mts';

/** The data table that the queue's example reads, as a user would have made it. */

const NUMBERS = ['impressions', 'clicks', 'spend'];
const OUTCOME = { pushOutcome: 'string', pushStatus: 'number', pushMessage: 'string' };

/** The rows of `ad-spend-queue.csv`, numbers as numbers. */
export const queuedRows = (): DataRow[] =>
	parse(readFileSync(join(DATA_FOLDER, 'ad-spend-queue.csv')), {
		columns: true,
		cast: (value, { column, header }) =>
			!header && NUMBERS.includes(String(column)) ? Number(value) : value,
	});

/** Makes it anew, with rows that have not been sent. */
export async function makeQueue(client: RestClient): Promise<DataTable> {
	const rows = queuedRows();
	const own = Object.keys(rows[0] ?? {}).map((name) => [
		name,
		NUMBERS.includes(name) ? 'number' : 'string',
	]);
	const columns = { ...(Object.fromEntries(own) as Record<string, string>), ...OUTCOME };
	return await makeDataTable(client, 'Ad spend queue', columns, rows);
}
