import { parseArgs } from 'node:util';
import { startSandbox } from './index.mts';
import { VIEWS } from './store.mts';

/** `npm run sandbox`: the stand-in for the service, until Ctrl-C. */

const USUAL_PORT = 4010;

const { values } = parseArgs({
	options: {
		port: { type: 'string' },
	},
});

function giveUp(problem: string): never {
	console.error(problem);
	process.exit(1);
}

/** Started alone, it may run for days. */
const start = async (port: number) => await startSandbox({ port, logRows: false });

/** The usual port is taken by `npm start`, for instance; any other will do. */
async function startAnywhere() {
	const port = Number(values.port ?? USUAL_PORT);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		giveUp(`--port is "${values.port}", and a port is a whole number from 0 (any) to 65535.`);
	return await start(port).catch(async (error: NodeJS.ErrnoException) => {
		const isTaken = error.code === 'EADDRINUSE';
		if (isTaken && values.port === undefined) return await start(0);
		if (isTaken) giveUp(`Port ${port} is taken. Give another one, or none for any that is free.`);
		return giveUp(`The sandbox does not start: ${error.message}`);
	});
}

const sandbox = await startAnywhere();

const lines: Array<[string, string]> = [
	['Base address', sandbox.url],
	['App address', sandbox.url],
	['Client ID', sandbox.clientId],
	['Client secret', sandbox.clientSecret],
	['Account ID', sandbox.accountId],
	...Object.entries(sandbox.apiKeys).map(([name, key]): [string, string] => [
		`API key (${name})`,
		key,
	]),
	['Shops', sandbox.shops.join(', ')],
	['Tables', VIEWS.join(', ')],
	['Requests and faults', `${sandbox.url}/received`],
];
console.log('The sandbox is up. These are development values; they open nothing else.\n');
for (const [name, value] of lines) console.log(`  ${name.padEnd(24)}${value}`);
console.log('\nsandbox/README.md explains it. Ctrl-C ends.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
