import { parseArgs } from 'node:util';
import { PINNED } from '../../scripts/hosts/install.mts';
import { browser } from './browser/suite.mts';
import { commands } from './commands.mts';
import { examples } from './examples/suite.mts';
import { queueMode } from './queueMode/suite.mts';
import { allHold } from './result.mts';
import { scenarios } from './scenarios/suite.mts';
import { runSuites, type Suite } from './suite.mts';

/**
 * `npm run test:e2e`: everything that is checked with real n8n, or the suites that are named.
 * `--only <part of a name>` runs some of the checks, `--line n8n-1` those on one line; `--pictures` takes those of
 * the docs again.
 */

/** Side by side; each takes about as long as the other. */
const LANES: ReadonlyArray<Record<string, Suite>> = [
	{ browser, 'queue-mode': queueMode, commands },
	{ scenarios, examples },
];
const NAMES = LANES.flatMap(Object.keys);

const { values: flags, positionals: named } = parseArgs({
	allowPositionals: true,
	options: {
		only: { type: 'string', default: '' },
		line: { type: 'string', default: '' },
		pictures: { type: 'boolean', default: false },
	},
});
const unknown = named.filter((name) => !NAMES.includes(name));
const versions = Object.values(PINNED).filter(({ name }) => name.includes(flags.line));
if (unknown.length > 0 || versions.length === 0) {
	const asked = unknown.length > 0 ? unknown.join(', ') : `--line ${flags.line}`;
	console.error(
		`There is no ${asked}. Suites: ${NAMES.join(', ')}; lines: ${Object.keys(PINNED).join(', ')}.`,
	);
	process.exit(1);
}

const isWanted = ([name]: [string, Suite]) => named.length === 0 || named.includes(name);
const lanes = LANES.map((suites) => Object.fromEntries(Object.entries(suites).filter(isWanted)));
const results = await runSuites(lanes, { only: flags.only, versions, pictures: flags.pictures });
// What a failed check has left running must not keep the process.
process.exit(allHold(results) ? 0 : 1);
