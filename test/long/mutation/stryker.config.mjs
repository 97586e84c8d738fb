import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CACHE } from '../../../scripts/paths.mts';

/**
 * Mutation testing, `npm run mutation`: breaks the code a change at a time, in every way that Stryker
 * knows, and counts the changes that no unit test notices. The tests on the engines prove the same
 * behaviour against the real n8n, and would take a day. What is broken is added by main.mts.
 */

const CACHED = join(CACHE, 'mutation');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
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
	jsonReporter: { fileName: join(CACHED, 'report.json') },
	htmlReporter: { fileName: join(CACHED, 'report.html') },
	thresholds: { high: 95, low: 85, break: 85 },
};
