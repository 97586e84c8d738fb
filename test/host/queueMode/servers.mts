import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endOf, freePort } from '../../../scripts/hosts/host.mts';
import { until } from '../../../scripts/until.mts';

/** What n8n's processes share in queue mode, on 127.0.0.1, empty, and gone afterwards. */

const READY_MS = 20_000;
export const POSTGRES_USER = 'postgres';
/** Debian keeps the server's programs here, outside of the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

export type Server = Awaited<ReturnType<typeof startRedis>>;

const works = (program: string, ...args: string[]): boolean =>
	spawnSync(program, args, { env: { ...process.env, PGCONNECT_TIMEOUT: '3' } }).status === 0;

const missing = (name: string, debianPackage: string) =>
	new Error(
		`Queue mode needs ${name}, and there is none here.\n` +
			`On Debian or Ubuntu: sudo apt-get install ${debianPackage}`,
	);

async function start(
	[program = '', ...args]: string[],
	options: SpawnOptions,
	answers: () => boolean,
): Promise<() => Promise<void>> {
	const end = endOf(spawn(program, args, { ...options, stdio: 'ignore' }));
	// PostgreSQL would wait for open connections at SIGTERM.
	const close = async () => await end('SIGINT');
	try {
		await until(`${program} answers`, READY_MS, answers);
		return close;
	} catch (error) {
		await close();
		throw error;
	}
}

/** @throws Error that says what to install */
export async function startRedis() {
	if (!works('redis-server', '--version')) throw missing('Redis', 'redis-server');
	const port = await freePort();
	const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no' };
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
	const close = await start(['redis-server', ...args], {}, () =>
		works('redis-cli', '-p', String(port), 'ping'),
	);
	return { port, close };
}

function postgresPrograms(): string | undefined {
	const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
	const debian = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
	return [...debian, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
		existsSync(join(folder, 'initdb')),
	);
}

/** The server refuses to run as root, so Debian's user for it does. */
function postgresIdentity(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) =>
		Number(spawnSync('id', [flag, POSTGRES_USER], { encoding: 'utf8' }).stdout);
	return { uid: id('-u'), gid: id('-g') };
}

/** With a database of the user's name. @throws Error that says what to install */
export async function startPostgres(): Promise<Server> {
	const programs = postgresPrograms();
	if (programs === undefined || !works('psql', '--version'))
		throw missing('PostgreSQL', 'postgresql');
	const port = await freePort();
	const { uid, gid } = postgresIdentity();
	const folder = mkdtempSync(join(tmpdir(), 'queue-mode-postgres-'));
	if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
	const options: SpawnOptions = { uid, gid, cwd: folder };
	const init = ['-D', folder, '-U', POSTGRES_USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	const { status } = spawnSync(join(programs, 'initdb'), init, { ...options, stdio: 'ignore' });
	if (status !== 0) throw new Error(`initdb failed in ${folder}`);
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const server = [join(programs, 'postgres'), '-D', folder, '-p', String(port)];
	const target = ['-w', '-q', '-h', '127.0.0.1', '-p', String(port), '-U', POSTGRES_USER];
	const end = await start(
		[...server, ...settings.flatMap((setting) => ['-c', setting])],
		options,
		() => works('psql', ...target, '-d', POSTGRES_USER, '-c', 'SELECT 1'),
	);
	const close = async () => {
		await end();
		rmSync(folder, { recursive: true, force: true });
	};
	return { port, close };
}
