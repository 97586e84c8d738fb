import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const MAIN = join(__dirname, '../../../sandbox/main.mts');
const USUAL_PORT = 4010;

const other = createServer();
let sandbox: ChildProcess | undefined;

afterEach(() => {
	sandbox?.kill('SIGKILL');
	other.close();
});

it('`npm run sandbox` takes another port if its usual one is taken', async () => {
	// By this test, or by something else on this machine.
	await once(other.listen(USUAL_PORT, '127.0.0.1'), 'listening').catch(() => undefined);
	sandbox = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [output] = (await once(sandbox.stdout!.setEncoding('utf8'), 'data')) as [string];
	const [, address] = /Base address\s+(http\S+)\n/.exec(output)!;
	expect(address).not.toContain(`:${USUAL_PORT}`);
	expect((await fetch(`${address}/received`)).status).toBe(200);
});
