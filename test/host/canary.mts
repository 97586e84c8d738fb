import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { n8nOf } from '../../scripts/hosts/install.mts';
import { examples } from './examples/suite.mts';
import { allHold, resultTable } from './result.mts';
import { scenarios } from './scenarios/suite.mts';
import { runSuites } from './suite.mts';

/**
 * `npm run canary`: scenarios and examples on the newest n8n, or on the one that is
 * named: `npm run canary -- 1.119.2`. The pinned ones and the docs stay as they are.
 * `--only <part of a name>` runs some of the checks.
 */

const { values: flags, positionals } = parseArgs({
	allowPositionals: true,
	options: { only: { type: 'string', default: '' } },
});
const [asked = 'latest'] = positionals;

/** The version that a version or a tag means now. */
function currentVersion(): string {
	const version = execFileSync('npm', ['view', `n8n@${asked}`, 'version'], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	}).trim();
	// A name and a version per line if there are several, as of "2".
	if (!/^[\d.]+(-\S+)?$/.test(version)) throw new Error(`The registry has no n8n "${asked}"`);
	return version;
}

let holdsAll = false;
try {
	const n8n = n8nOf(currentVersion());
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
