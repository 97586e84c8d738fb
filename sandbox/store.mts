import { DatabaseSync, constants, type SQLOutputValue } from 'node:sqlite';
import { identityOf } from './identity.mts';
import { type PushEndpoint, PUSHES } from './literals.mts';
import { seed } from './seed.mts';
import type { Settings } from './settings.mts';

interface DeletionRequest {
	requestId: number;
	shop: string;
	emails: string[];
	phones: string[];
}

const SEEDED = {
	orders:
		'shop TEXT, order_id TEXT, date TEXT, customer TEXT, product TEXT, quantity INTEGER, total REAL, currency TEXT',
	ad_spend:
		'shop TEXT, date TEXT, channel TEXT, campaign TEXT, impressions INTEGER, clicks INTEGER, spend REAL, currency TEXT',
};
const PUSH_TABLES = Object.values(PUSHES).map(({ table }) => table);
const COLUMNS_OF_PUSH =
	'shop TEXT, request_id INTEGER, ordinal INTEGER, row TEXT, identity TEXT, replaced_by INTEGER';
const TABLES = {
	...SEEDED,
	...Object.fromEntries(PUSH_TABLES.map((table) => [table, COLUMNS_OF_PUSH])),
};
/** What a query of the SQL endpoint can read. */
export const VIEWS = Object.keys(TABLES);

/** The tables `all_<name>` hold every row of every shop; a query can read nothing but the views `<name>` of one shop. */
export class Store {
	readonly database: DatabaseSync;
	readonly #settings: Settings;
	#shop = '';

	constructor(seedEndDate: string, settings: Settings) {
		this.#settings = settings;
		this.database = new DatabaseSync(':memory:');
		this.database.function('current_shop', { deterministic: true }, () => this.#shop);
		for (const [name, columns] of Object.entries(TABLES)) {
			const isPush = PUSH_TABLES.includes(name);
			const shown = isPush ? 'shop, request_id, ordinal, row' : '*';
			const standing = isPush ? 'replaced_by IS NULL' : 'TRUE';
			this.database.exec(`
				CREATE TABLE all_${name} (${columns});
				CREATE TEMP VIEW ${name} AS
					SELECT ${shown} FROM main.all_${name} WHERE shop = current_shop() AND ${standing};
			`);
		}
		this.database.exec(
			'CREATE TABLE deletion_requests (request_id INTEGER, shop TEXT, emails TEXT, phones TEXT)',
		);
		seed(this.database, seedEndDate);
		for (const name of VIEWS) this.database.exec(`CREATE INDEX ${name}_shop ON all_${name} (shop)`);
		for (const table of PUSH_TABLES) {
			this.database.exec(`
				CREATE INDEX ${table}_identity ON all_${table} (shop, identity)
					WHERE replaced_by IS NULL AND identity IS NOT NULL
			`);
		}
	}

	/** Stores the rows of a push, all or none; each replaces the one of the same identity, unless rows add up. */
	push(endpoint: PushEndpoint, requestId: number, shop: string, rows: unknown[]): void {
		const { table } = PUSHES[endpoint];
		const replace = this.database.prepare(
			`UPDATE all_${table} SET replaced_by = ? WHERE shop = ? AND identity = ? AND replaced_by IS NULL`,
		);
		const insert = this.database.prepare(`INSERT INTO all_${table} VALUES (?, ?, ?, ?, ?, NULL)`);
		this.database.exec('BEGIN');
		for (const [ordinal, row] of rows.entries()) {
			const identity = this.#settings.rowsAddUp ? null : identityOf(row);
			if (identity !== null) replace.run(requestId, shop, identity);
			insert.run(shop, requestId, ordinal, JSON.stringify(row), identity);
		}
		this.database.exec('COMMIT');
	}

	/** The rows pushed to an endpoint, those too that were replaced, in order of arrival, of one shop or of all. */
	pushed(endpoint: PushEndpoint, shop?: string) {
		return this.#select(endpoint, 'WHERE shop = ?1 OR ?1 IS NULL ORDER BY rowid', shop ?? null);
	}

	/** The first rows of a request, as many as there are up to `limit`. */
	pushedBy(endpoint: PushEndpoint, requestId: number, limit: number) {
		return this.#select(endpoint, 'WHERE request_id = ? ORDER BY rowid LIMIT ?', requestId, limit);
	}

	#select(endpoint: PushEndpoint, which: string, ...values: Array<number | string | null>) {
		const select = `SELECT * FROM all_${PUSHES[endpoint].table} ${which}`;
		return this.database
			.prepare(select)
			.all(...values)
			.map(pushedRow);
	}

	/** How many rows all pushes brought, and how many of them were replaced. */
	count(): { rows: number; replaced: number } {
		const counts = PUSH_TABLES.map((table) =>
			this.database
				.prepare(`SELECT COUNT(*) AS rows, COUNT(replaced_by) AS replaced FROM all_${table}`)
				.get(),
		);
		const sum = (name: string) => counts.reduce((all, each) => all + Number(each?.[name]), 0);
		return { rows: sum('rows'), replaced: sum('replaced') };
	}

	requestDeletion({ requestId, shop, emails, phones }: DeletionRequest): void {
		this.database
			.prepare('INSERT INTO deletion_requests VALUES (?, ?, ?, ?)')
			.run(requestId, shop, JSON.stringify(emails), JSON.stringify(phones));
	}

	deletionRequests(): DeletionRequest[] {
		const found = this.database.prepare('SELECT * FROM deletion_requests ORDER BY rowid').all();
		return found.map(({ request_id, shop, emails, phones }) => ({
			requestId: Number(request_id),
			shop: String(shop),
			emails: JSON.parse(String(emails)),
			phones: JSON.parse(String(phones)),
		}));
	}

	/** Throws SQLite's error for a syntax error, for what is not there, and for whatever is not plain reading. */
	query(shop: string, sql: string, parameters: Record<string, string>): object[] {
		this.#shop = shop;
		this.database.setAuthorizer(onlyReadViews);
		try {
			const statement = this.database.prepare(sql);
			// A query need not use both dates.
			statement.setAllowUnknownNamedParameters(true);
			return statement.all(parameters);
		} finally {
			this.database.setAuthorizer(null);
		}
	}

	clear(): void {
		for (const table of PUSH_TABLES) this.database.exec(`DELETE FROM all_${table}`);
		this.database.exec('DELETE FROM deletion_requests');
	}

	close(): void {
		this.database.close();
	}
}

function pushedRow(found: Record<string, SQLOutputValue>) {
	const { request_id, shop, ordinal, row, replaced_by } = found;
	return {
		requestId: Number(request_id),
		shop: String(shop),
		/** Position in the request's `data`, from 0. */
		ordinal: Number(ordinal),
		row: JSON.parse(String(row)) as unknown,
		/** The request with a row of the same identity, which stands in this one's place; null while there is none. */
		replacedBy: replaced_by === null ? null : Number(replaced_by),
	};
}

const READING = new Set([
	constants.SQLITE_SELECT,
	constants.SQLITE_FUNCTION,
	constants.SQLITE_RECURSIVE,
]);
const READABLE = new Set([...VIEWS, 'json_each', 'json_tree']);

/** SQLite asks this for every table, column and action of a query while it is prepared. */
function onlyReadViews(
	action: number,
	table: string | null,
	_column: string | null,
	_database: string | null,
	view: string | null,
): number {
	const read = action === constants.SQLITE_READ && READABLE.has(view ?? table ?? '');
	return read || READING.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY;
}
