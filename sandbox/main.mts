import { parseArgs } from 'node:util';
import { startSandbox } from './index.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		'seed-end-date': { type: 'string' },
		database: { type: 'string' },
		'self-signed': { type: 'boolean', default: false },
	},
});

const seedEndDate = values['seed-end-date'];
const { database } = values;
const sandbox = await startSandbox({
	port: Number(values.port),
	// Started alone, it may run for days.
	logRows: false,
	...(seedEndDate === undefined ? {} : { seedEndDate }),
	...(database === undefined ? {} : { database }),
	...(values['self-signed'] ? { https: 'selfSigned' as const } : {}),
});

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
	['Tables', 'orders, ad_spend, pushed_ads, pushed_email_sms'],
	['Request log', `${sandbox.url}/_sandbox/log`],
	['Everything else', `${sandbox.url}/_sandbox`],
];
console.log('The sandbox is up. These are development values; they open nothing else.\n');
for (const [name, value] of lines) console.log(`  ${name.padEnd(24)}${value}`);
console.log(`
The next two ad pushes fail, the second after its rows were stored:
  curl ${sandbox.url}/_sandbox/faults -H 'content-type: application/json' \\
    -d '{"endpoint":"ads","sequence":[500,"lostAnswer"]}'

sandbox/README.md explains the control calls. Ctrl-C ends.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
