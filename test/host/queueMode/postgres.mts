import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../scripts/hosts/host.mts';
import { endProcess, killAtExit, until } from './processes.mts';

const STANDARD_PORT = 5432;
const READY_MS = 20_000;
const USER = 'postgres';
/** Debian keeps the server's programs here, outside of the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** A new PostgreSQL database. */
export interface Postgres {
	port: number;
	user: string;
	database: string;
	/** Whose the server is, for the screen. */
	origin: string;
	/** Drops the database, and ends a server that was started for it. */
	close(): Promise<void>;
}

/** Runs one SQL statement. @returns whether that worked */
function sql(port: number, statement: string): boolean {
	const target = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres'];
	const { status } = spawnSync('psql', ['-w', '-q', ...target, '-c', statement], {
		env: { ...process.env, PGCONNECT_TIMEOUT: '3' },
	});
	return status === 0;
}

/** The folder of the newest server's programs. */
function serverPrograms(): string | undefined {
	const debian = existsSync(DEBIAN_FOLDER)
		? readdirSync(DEBIAN_FOLDER)
				.sort((a, b) => Number(b) - Number(a))
				.map((version) => join(DEBIAN_FOLDER, version, 'bin'))
		: [];
	return [...debian, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
		existsSync(join(folder, 'initdb')),
	);
}

/** The server refuses to run as root, so Debian's user for it does. */
function identity(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) => Number(spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout);
	return { uid: id('-u'), gid: id('-g') };
}

async function startServer(): Promise<{ port: number; close: () => Promise<void> }> {
	const programs = serverPrograms();
	if (programs === undefined || spawnSync('psql', ['--version']).status !== 0) {
		throw new Error(
			'Queue mode needs PostgreSQL, and there is none here.\n' +
				'On Debian or Ubuntu: sudo apt-get install postgresql',
		);
	}
	const port = await freePort();
	const who = identity();
	const folder = mkdtempSync(join(tmpdir(), 'queue-mode-postgres-'));
	if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid);
	const options: SpawnOptions = { ...who, cwd: folder, stdio: 'ignore' };
	const remove = () => rmSync(folder, { recursive: true, force: true });
	const init = ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	const { status } = spawnSync(join(programs, 'initdb'), init, { ...options, stdio: 'ignore' });
	if (status !== 0) {
		remove();
		throw new Error('initdb failed');
	}
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const server = spawn(
		join(programs, 'postgres'),
		['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
		options,
	);
	killAtExit(server);
	const close = async () => {
		// "Fast shutdown": SIGTERM would wait for open connections.
		await endProcess(server, 'SIGINT');
		remove();
	};
	try {
		await until('PostgreSQL answers', READY_MS, () => sql(port, 'SELECT 1') || undefined);
	} catch (error) {
		await close();
		throw error;
	}
	return { port, close };
}

/**
 * A new database on the standard port, where PostgreSQL lets us in without a password, or on a
 * server of our own.
 * @throws Error that says what to install
 */
export async function openPostgres(): Promise<Postgres> {
	const isThere = sql(STANDARD_PORT, 'SELECT 1');
	const server = isThere ? { port: STANDARD_PORT, close: async () => {} } : await startServer();
	const { port } = server;
	const database = `n8n_queue_mode_${randomBytes(4).toString('hex')}`;
	const close = async () => {
		sql(port, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
		await server.close();
	};
	if (!sql(port, `CREATE DATABASE ${database}`)) {
		await close();
		throw new Error(`PostgreSQL on port ${port} does not let "${USER}" create a database`);
	}
	const origin = isThere ? `port ${port}` : `started for this, port ${port}`;
	return { port, user: USER, database, origin, close };
}
