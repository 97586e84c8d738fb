import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from '../scripts/paths.mts';
import { duration } from '../scripts/progress.mjs';

/**
 * `npm run mutation`: breaks the code, prints what no test noticed, writes docs/mutation.md; fails
 * below 85 %. Only what changed since the last run is tried; `--force` tries everything, which is
 * needed after a change to what the tests share, since Stryker does not see it.
 */

const DETECTED = ['Killed', 'Timeout'];
const NOT_DETECTED = ['Survived', 'NoCoverage'];

const { values: flags } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
const started = Date.now();
const mutants = await new Stryker({
	configFile: join(import.meta.dirname, 'stryker.config.mjs'),
	force: flags.force,
}).runMutationTest();
const seconds = (Date.now() - started) / 1_000;

type Mutants = typeof mutants;

/** Mutants that are no valid code are not counted, as in Stryker's own score. */
function row(name: string, of: Mutants): string {
	const detected = of.filter(({ status }) => DETECTED.includes(status)).length;
	const missed = of.filter(({ status }) => NOT_DETECTED.includes(status)).length;
	const score = ((100 * detected) / (detected + missed)).toFixed(1);
	return `| ${name} | ${score} % | ${detected} | ${missed} |`;
}

const byFile = Map.groupBy(mutants, ({ fileName }) => fileName);
const files = [...byFile].sort(([a], [b]) => a.localeCompare(b));
writeFileSync(
	join(ROOT, 'docs', 'mutation.md'),
	`# Mutation testing

\`npm run mutation\` changes \`transport/\` and \`shared/\` in ${mutants.length.toLocaleString('en')} places, one at a time (a condition
turned round, a text emptied, a call left out), and runs the unit tests against each. What no test
notices is code that could break unseen. At least 85 % must be noticed.

This run took ${duration(seconds)} on ${cpus().length} cores${flags.force ? '' : ', with what had not changed taken from the run before'}.

| file | noticed | changes noticed | not noticed |
| --- | ---: | ---: | ---: |
${row('**all**', mutants)}
${files.map(([fileName, of]) => row(`\`${basename(fileName)}\``, of)).join('\n')}
`,
);
