import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from '../../../scripts/hosts/host.mts';
import { endProcess, killAtExit, until } from './processes.mts';

const STANDARD_PORT = 6379;
const READY_MS = 10_000;
const ANSWER_MS = 2_000;

/** A Redis database that nobody else uses. */
export interface Redis {
	port: number;
	db: number;
	/** Whose it is, for the screen. */
	origin: string;
	/** Empties the database, and ends a server that was started for it. */
	close(): Promise<void>;
}

/**
 * Sends inline commands over one connection.
 * @returns the replies, one line each: only commands with one-line replies may be sent
 * @throws Error when the server does not answer within two seconds
 */
async function redisCommands(port: number, commands: string[]): Promise<string[]> {
	const socket = connect({ host: '127.0.0.1', port });
	socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('Redis does not answer')));
	socket.write(commands.map((command) => `${command}\r\n`).join(''));
	let text = '';
	for await (const chunk of socket) {
		text += String(chunk);
		if (text.split('\r\n').length > commands.length) break;
	}
	return text.split('\r\n').slice(0, commands.length);
}

async function answers(port: number): Promise<boolean> {
	return await redisCommands(port, ['PING']).then(
		([reply]) => reply === '+PONG',
		() => false,
	);
}

/** The highest-numbered database that holds nothing, so that emptying it afterwards harms nobody. */
async function emptyDatabase(port: number): Promise<number | undefined> {
	for (let db = 15; db > 0; db--) {
		const [selected, size] = await redisCommands(port, [`SELECT ${db}`, 'DBSIZE']);
		if (selected === '+OK' && size === ':0') return db;
	}
	return undefined;
}

/**
 * An empty database of the Redis on the standard port, or a server of our own.
 * @throws Error that says what to install
 */
export async function openRedis(): Promise<Redis> {
	if (await answers(STANDARD_PORT)) {
		const db = await emptyDatabase(STANDARD_PORT);
		if (db !== undefined) {
			const close = async () => {
				await redisCommands(STANDARD_PORT, [`SELECT ${db}`, 'FLUSHDB']);
			};
			return { port: STANDARD_PORT, db, origin: `port ${STANDARD_PORT}, database ${db}`, close };
		}
	}
	if (spawnSync('redis-server', ['--version']).status !== 0) {
		throw new Error(
			'Queue mode needs Redis, and there is none here.\n' +
				'On Debian or Ubuntu: sudo apt-get install redis-server',
		);
	}
	const port = await freePort();
	const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no' };
	const server = spawn(
		'redis-server',
		Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
		{ stdio: 'ignore' },
	);
	killAtExit(server);
	const close = async () => await endProcess(server);
	try {
		await until('Redis answers', READY_MS, async () => (await answers(port)) || undefined);
	} catch (error) {
		await close();
		throw error;
	}
	return { port, db: 0, origin: `started for this, port ${port}`, close };
}
