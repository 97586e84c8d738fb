import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CACHE } from '../scripts/paths.mts';

/**
 * Mutation testing, `npm run mutation`: breaks transport/ and shared/ a change at a time, in every
 * way that Stryker knows, and counts the changes that no unit test notices. The tests on the engines
 * prove the same behaviour against the real n8n, and would take a day.
 */

const CACHED = join(CACHE, 'mutation');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: ['nodes/MerchantData/{transport,shared}/**/*.ts'],
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'mutation/jest.config.mjs' },
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: join(CACHED, 'incremental.json'),
	// Not in the project, where the lint reads every script.
	tempDirName: join(tmpdir(), 'merchant-data-mutation'),
	cleanTempDir: 'always',
	reporters: ['progress', 'clear-text', 'json', 'html'],
	clearTextReporter: { reportTests: false, reportScoreTable: true },
	jsonReporter: { fileName: join(CACHED, 'report.json') },
	htmlReporter: { fileName: join(CACHED, 'report.html') },
	thresholds: { high: 95, low: 85, break: 85 },
};
