import { existsSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { CACHE, ROOT } from '../../../scripts/paths.mts';
import { duration } from '../../../scripts/progress.mjs';
import { reportText, writeReport } from '../../../scripts/report.mts';

/**
 * `npm run mutation`: breaks the code a change at a time, prints what no unit test noticed, writes
 * docs/reports/mutation.md; fails if a folder is below 85 %. Only what changed since the last run is tried.
 * `--force` tries everything, which is needed after a change to what the tests share. `--only <folder>`
 * writes nothing. `--static` tries what is read when a module is loaded too (tables, patterns), for hours.
 */

/** The folders under `nodes/MerchantData/` that are broken, and the folders of unit tests that should notice. */
const TESTS_OF: Record<string, string[]> = {
	delivery: ['delivery', 'input'],
	errors: ['errors', 'input'],
	input: ['input'],
	lib: ['lib', 'service', 'input', 'sql'],
	mapping: ['mapping', 'input'],
	n8n: ['n8n'],
	resources: ['resources', 'input'],
	service: ['service', 'resources/shop'],
	sql: ['sql', 'resources/sql'],
	trigger: ['trigger'],
};

const DETECTED = ['Killed', 'Timeout'];
const NOT_DETECTED = ['Survived', 'NoCoverage'];

const { values: flags } = parseArgs({
	options: {
		force: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		static: { type: 'boolean', default: false },
	},
});
const started = Date.now();
const REPORTS = join(CACHE, 'mutation');
const isWhole = flags.force || !existsSync(REPORTS);

const OPTIONS: ConstructorParameters<typeof Stryker>[0] = {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	// The tests are one file, which takes its parts at run time.
	jest: { configFile: 'test/long/mutation/jest.config.mjs', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	incremental: true,
	// What a run leaves in memory slows the next down.
	maxTestRunnerReuse: 100,
	// Not in the project, where the lint reads every script.
	tempDirName: join(tmpdir(), 'merchant-data-mutation'),
	cleanTempDir: 'always',
	reporters: ['progress', 'clear-text', 'json', 'html'],
	clearTextReporter: { reportTests: false, reportScoreTable: true },
	jsonReporter: { fileName: join(REPORTS, 'report.json') },
	htmlReporter: { fileName: join(REPORTS, 'report.html') },
	thresholds: { high: 95, low: 85, break: 85 },
};

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

async function mutantsOf(folder: string, tests: string[]): Promise<Mutants> {
	// Read by jest.config.mjs, in processes of their own.
	process.env.MUTATION_TESTS = tests.join('|');
	process.env.TEST_DRAWS = '0.02';
	return await new Stryker({
		...OPTIONS,
		mutate: [`nodes/MerchantData/${folder}/**/*.ts`],
		incrementalFile: join(REPORTS, `${folder}.json`),
		force: flags.force,
		ignoreStatic: !flags.static,
	}).runMutationTest();
}

const mutants: Mutants = [];
for (const [folder, tests] of Object.entries(TESTS_OF))
	if (folder.includes(flags.only)) mutants.push(...(await mutantsOf(folder, tests)));
const seconds = (Date.now() - started) / 1_000;
const tried = mutants.filter(({ status }) => [...DETECTED, ...NOT_DETECTED].includes(status));

/** Mutants that are no valid code are not counted, as in Stryker's own score. */
function row(name: string, of: Mutants): string {
	const detected = of.filter(({ status }) => DETECTED.includes(status)).length;
	const missed = of.filter(({ status }) => NOT_DETECTED.includes(status)).length;
	const score = ((100 * detected) / (detected + missed)).toFixed(1);
	return `| ${name} | ${score} % | ${detected} | ${missed} |`;
}

const pathOf = ({ fileName }: Mutants[number]) =>
	relative(join(ROOT, 'nodes', 'MerchantData'), fileName);

/** A row for each part of what was tried, by name. */
const rowsBy = (nameOf: (mutant: Mutants[number]) => string): string =>
	[...Map.groupBy(tried, nameOf)]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, of]) => row(name, of))
		.join('\n');

const folders = rowsBy((mutant) => `**${pathOf(mutant).split(sep)[0]}/**`);
const whatItDoes = `It changes ${Object.keys(TESTS_OF)
	.map((folder) => `\`${folder}/\``)
	.join(', ')} in ${tried.length.toLocaleString('en')} places, one at a time (a condition
turned round, a text emptied, a call left out), and runs the unit tests against each. What no test
notices is code that could break unseen. At least 85 % must be noticed in each folder.${flags.static ? '' : ' What is read when a module is loaded (tables, patterns) is left out: `-- --static` tries it, for hours.'}`;
const time = `This run took ${duration(seconds)} on ${cpus().length} cores${isWhole ? '' : ', with what had not changed taken from the run before'}.`;
const table = `| file | noticed | changes noticed | not noticed |
| --- | ---: | ---: | ---: |
${row('**all**', tried)}
${folders}
${rowsBy((mutant) => `\`${pathOf(mutant)}\``)}`;
if (flags.only === '')
	writeReport(
		'mutation',
		reportText('Mutation testing', 'npm run mutation', whatItDoes, time, table),
	);
console.log(folders);
