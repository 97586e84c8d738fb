import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../scripts/paths.mts';
import { run } from '../../scripts/progress.mjs';
import { check, type Results, type Suite } from './suite.mts';
import { until } from '../../scripts/until.mts';

/** The commands of the docs that no other check calls. */

/** By command, the line with the address of what goes on until Ctrl-C, or the environment of what ends. */
const COMMANDS: Record<string, RegExp | Record<string, string>> = {
	'npm start': /Editor\s+(http\S+)/,
	'npm run sandbox': /Base address\s+(http\S+)/,
	'npm run dev': /Editor\s+(http\S+)/,
	'npm run format': {},
	'npm run simulate -- --short': {},
	'npm run chaos': { CHAOS_ROWS: '1000' },
};

const READY_MS = 5 * 60_000;
const END_MS = 60_000;
const LIMIT_MS = 2 * READY_MS;

async function untilCtrlC(command: string, ready: RegExp): Promise<string> {
	const [program, ...args] = command.split(' ');
	// A process group of its own, which gets the signal as a terminal's would.
	const child = spawn(program!, args, { cwd: ROOT, detached: true, stdio: 'pipe' });
	const ended = once(child, 'exit');
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => (output += String(chunk)));
	}
	try {
		const said = await until(`"${command}" is ready`, READY_MS, () => {
			if (child.exitCode !== null) throw new Error(`"${command}" has ended:\n${output}`);
			return ready.exec(output);
		});
		const address = said[1]!;
		await fetch(address);
		process.kill(-child.pid!, 'SIGINT');
		const inTime = await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
		if (inTime === undefined) throw new Error(`"${command}" goes on after Ctrl-C:\n${output}`);
		if (await fetch(address).catch(() => undefined)) {
			throw new Error(`"${command}" has left something running at ${address}`);
		}
		return `was up at ${address}`;
	} catch (error) {
		if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
		throw error;
	}
}

export const commands: Suite = async ({ only }) => {
	const results: Results = [];
	for (const [name, told] of Object.entries(COMMANDS)) {
		if (!name.includes(only)) continue;
		const work = async (): Promise<string | void> => {
			if (told instanceof RegExp) return await untilCtrlC(name, told);
			const [program, ...args] = name.split(' ');
			await run(program!, args, { cwd: ROOT, env: told });
		};
		results.push(await check(name, LIMIT_MS, work));
	}
	return results;
};
