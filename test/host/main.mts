import { parseArgs } from 'node:util';
import { HOST_LINES } from '../../scripts/hosts/install.mts';
import { duration } from '../../scripts/progress.mjs';
import { browser } from './browser/suite.mts';
import { commands } from './commands.mts';
import { examples } from './examples/suite.mts';
import { queueMode } from './queueMode/suite.mts';
import { scenarios } from './scenarios/suite.mts';
import type { Suite } from './suite.mts';

/**
 * `npm run test:e2e`: everything that is checked with real n8n, or the suites that are named.
 * `--only <part of a name>` runs some of the checks, `--line n8n-1` those on one line.
 */

const SUITES: Record<string, Suite> = {
	browser,
	scenarios,
	examples,
	'queue-mode': queueMode,
	commands,
};

const { values: flags, positionals: named } = parseArgs({
	allowPositionals: true,
	options: {
		only: { type: 'string', default: '' },
		line: { type: 'string', default: '' },
	},
});
const unknown = named.filter((name) => !Object.hasOwn(SUITES, name));
const lines = HOST_LINES.filter((line) => line.includes(flags.line));
if (unknown.length > 0 || lines.length === 0) {
	const asked = unknown.length > 0 ? unknown.join(', ') : `--line ${flags.line}`;
	console.error(
		`There is no ${asked}. Suites: ${Object.keys(SUITES).join(', ')}; lines: ${HOST_LINES.join(', ')}.`,
	);
	process.exit(1);
}

let ran = 0;
let hold = 0;
for (const [name, suite] of Object.entries(SUITES)) {
	if (named.length > 0 && !named.includes(name)) continue;
	const started = Date.now();
	console.log(`\n  ${name}\n`);
	const results = await suite({ only: flags.only, lines }).catch((error: unknown) => {
		console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
		return [false];
	});
	const good = results.filter(Boolean).length;
	const took = duration((Date.now() - started) / 1_000);
	console.log(`\n  ${good} of ${results.length} hold, ${took}`);
	ran += results.length;
	hold += good;
}
console.log('');
if (ran === 0) console.error(`Nothing is called "${flags.only}".`);
// What a failed check has left running must not keep the process.
process.exit(hold === ran && ran > 0 ? 0 : 1);
