import { parseArgs } from 'node:util';
import { PINNED } from '../../scripts/hosts/install.mts';
import { browser } from './browser/suite.mts';
import { commands } from './commands.mts';
import { examples } from './examples/suite.mts';
import { queueMode } from './queueMode/suite.mts';
import { allHold } from './result.mts';
import { scenarios } from './scenarios/suite.mts';
import { runSuites } from './suite.mts';

/**
 * `npm run test:e2e`: everything that is checked with real n8n, or the suites that are named.
 * `--only <part of a name>` runs some of the checks, `--line n8n-1` those on one line; `--pictures` takes those of
 * the docs again.
 */

const SUITES = { browser, examples, scenarios, 'queue-mode': queueMode, commands };
const NAMES = Object.keys(SUITES);

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

const wanted = Object.entries(SUITES).filter(
	([name]) => named.length === 0 || named.includes(name),
);
const { only, pictures } = flags;
const results = await runSuites(Object.fromEntries(wanted), { only, versions, pictures });
// What a failed check has left running must not keep the process.
process.exit(allHold(results) ? 0 : 1);
