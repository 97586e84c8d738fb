import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE } from '../scripts/paths.mts';
import { reportText, writeReport } from '../scripts/report.mts';
import { benchCosts, benchLimits, benchPreview } from './bounds.mts';
import { benchFiles } from './files.mts';
import { startBenchHost } from './host.mts';
import { startNullSinkThread } from './nullSink.mts';
import type { Bench } from './race.mts';
import { holds, markdown, type Section, time } from './section.mts';
import { benchSqlFiles } from './sqlFiles.mts';
import { benchAnswerTimes, benchOnlyChanged, benchPush, benchSql } from './times.mts';

/**
 * `npm run bench`: measures, prints, writes docs/reports/benchmarks.md; fails if a promise is missed.
 * `--only <part of a section's name>` measures some and writes nothing.
 */

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const SECTIONS: Record<string, (bench: Bench) => Promise<Section>> = {
	sqlFiles: benchSqlFiles,
	sql: benchSql,
	answerTimes: benchAnswerTimes,
	push: benchPush,
	onlyChanged: benchOnlyChanged,
	files: benchFiles,
	preview: benchPreview,
	limits: benchLimits,
	costs: benchCosts,
};

const load = () => loadavg()[0]!.toFixed(1);
const loadAtStart = load();

function machine(): string {
	const n8n = join(CACHE, 'hosts', 'n8n-2', 'node_modules', 'n8n', 'package.json');
	const { version } = JSON.parse(readFileSync(n8n, 'utf8')) as { version: string };
	const [cpu] = cpus();
	return `Measured on ${process.platform} ${process.arch}, ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory; Node ${process.versions.node}, n8n ${version}. Load average ${loadAtStart} at the start, ${load()} at the end: above the number of cores, other work slowed everything down.`;
}

const sink = await startNullSinkThread();
const credentials = [
	{
		type: 'merchantDataOAuth2Api',
		data: {
			environment: 'production',
			baseUrl: sink.url,
			clientId: 'bench-client',
			clientSecret: 'bench-client-secret',
			oauthTokenData: { access_token: 'bench-access-token', refresh_token: 'bench-refresh-token' },
		},
	},
	{
		type: 'merchantDataApi',
		data: { environment: 'production', baseUrl: sink.url, apiKey: 'bench-api-key' },
	},
];
const host = await startBenchHost(credentials);
const onRun = (name: string, ms: number) => console.log(`${time(ms).padStart(10)}  ${name}`);
const sections: Section[] = [];
try {
	for (const [name, measure] of Object.entries(SECTIONS)) {
		if (!name.includes(flags.only)) continue;
		sections.push(await measure({ host, sink, credentials, onRun }));
	}
} finally {
	await host.close();
	sink.close();
}

const text = reportText('Benchmarks', 'npm run bench', machine(), ...sections.map(markdown));
console.log(`\n${text}`);
if (flags.only === '') writeReport('benchmarks', text);
process.exit(sections.flatMap(({ bounds }) => bounds).every(holds) ? 0 : 1);
