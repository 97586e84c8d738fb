import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installHost, type N8n, n8nOf } from '../../scripts/hosts/install.mts';
import { candidates, type Published } from '../../scripts/hosts/versions.mts';
import { examples } from './examples/suite.mts';
import { allHold, resultTable } from './result.mts';
import { scenarios } from './scenarios/suite.mts';
import { runSuites } from './suite.mts';

/**
 * `npm run canary`: scenarios and examples on the newest n8n that can be installed, or on the one that is
 * named: `npm run canary -- 1.119.2`. The pinned ones and the docs stay as they are.
 * `--only <part of a name>` runs some of the checks.
 */

/** How many versions may be incomplete in the registry. */
const TRIES = 5;
const INCOMPLETE = /\bE(?:TARGET|404)\b/;

const { values: flags, positionals } = parseArgs({
	allowPositionals: true,
	options: { only: { type: 'string', default: '' } },
});
const [asked = 'latest'] = positionals;

function published(): Published {
	const text = execFileSync('npm', ['view', 'n8n', 'versions', 'dist-tags', '--json'], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		// npm is a .cmd file on Windows, which only a shell starts.
		shell: process.platform === 'win32',
	});
	return JSON.parse(text) as Published;
}

/** Installs the first of the versions that the registry has all parts of. */
async function install([version = '', ...others]: readonly string[]): Promise<N8n> {
	const n8n = n8nOf(version);
	try {
		await installHost(n8n);
		return n8n;
	} catch (error) {
		const { message } = error as Error;
		if (others.length === 0 || !INCOMPLETE.test(message)) throw error;
		console.log(`\n  n8n ${version} is not complete in the registry:\n\n${message}\n`);
		return await install(others);
	}
}

let holdsAll = false;
try {
	const n8n = await install(candidates(asked, published()).slice(0, TRIES));
	const results = await runSuites({ scenarios, examples }, { only: flags.only, versions: [n8n] });
	const table = resultTable(`n8n ${n8n.version}, Node.js ${process.versions.node}`, results);
	console.log(table);
	// What GitHub shows on the page of a run.
	const summary = process.env.GITHUB_STEP_SUMMARY;
	if (summary) appendFileSync(summary, table);
	holdsAll = allHold(results);
} catch (error) {
	console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
}
// What a failed check has left running must not keep the process.
process.exit(holdsAll ? 0 : 1);
