import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** `npm run sandbox`, if another program has its port. */

const MAIN = join(__dirname, '../../../sandbox/main.mts');
const USUAL_PORT = 4010;

let other: Server;
let sandbox: ChildProcess | undefined;

/** Takes a port, unless somebody else has it. @returns the port that is taken */
async function take(port: number): Promise<number> {
	other = createServer();
	const taken = once(other.listen(port, '127.0.0.1'), 'listening');
	await taken.catch(() => undefined);
	return port || (other.address() as AddressInfo).port;
}

/** What the command prints before it ends, or says its address. */
async function started(...args: string[]): Promise<string> {
	sandbox = spawn(process.execPath, [MAIN, ...args], { stdio: 'pipe' });
	let output = '';
	for (const stream of [sandbox.stdout!, sandbox.stderr!])
		stream.on('data', (chunk) => (output += String(chunk)));
	const ended = once(sandbox, 'exit').then(() => true);
	while (!/Base address\s+http\S+\n/.test(output)) {
		if (await Promise.race([ended, setTimeout(50, false)])) break;
	}
	return output;
}

afterEach(() => {
	sandbox?.kill('SIGKILL');
	other.close();
});

it('takes another port if its usual one is taken', async () => {
	await take(USUAL_PORT);
	const [, address] = /Base address\s+(http\S+)/.exec(await started())!;
	expect(address).not.toContain(`:${USUAL_PORT}`);
	expect((await fetch(address!)).status).toBeLessThan(500);
});

it.each([
	['that is taken', undefined, /^Port \d+ is taken\. Give another one, or none for any/],
	['that is not a number', 'abc', /^--port is "abc", and a port is a whole number from 0/],
])('refuses a port %s', async (_, asked, told) => {
	const taken = await take(0);
	const output = await started('--port', asked ?? String(taken));
	expect(sandbox!.exitCode).toBe(1);
	expect(output).toMatch(told);
	expect(output).not.toContain('    at ');
});
