import { startSandbox } from './index.mts';
import { VIEWS } from './store.mts';

/** `npm run sandbox`: the stand-in for the service, until Ctrl-C. */

/** Any other will do if it is taken, by `npm start` for instance. */
const USUAL_PORT = 4010;

/** Started alone, it may run for days. */
const start = async (port: number) => await startSandbox({ port, logRows: false });

const sandbox = await start(USUAL_PORT).catch(async () => await start(0));

const lines = [
	['Base address', sandbox.url],
	['App address', sandbox.url],
	['Client ID', sandbox.clientId],
	['Client secret', sandbox.clientSecret],
	['Account ID', sandbox.accountId],
	...Object.entries(sandbox.apiKeys).map(([name, key]) => [`API key (${name})`, key]),
	['Shops', sandbox.shops.join(', ')],
	['Tables', VIEWS.join(', ')],
	['Requests and faults', `${sandbox.url}/received`],
];
console.log(`The sandbox is up. These are development values; they open nothing else.

${lines.map(([name = '', value]) => `  ${name.padEnd(24)}${value}`).join('\n')}

sandbox/README.md explains it. Ctrl-C ends.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
