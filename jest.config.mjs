import { availableParallelism } from 'node:os';

// Every behaviour test runs twice, once on the engine of each n8n line this package supports.
// Tests that touch no engine run once, in the project `unit`.

const engineOf = {
	'n8n-2': '<rootDir>/node_modules/n8n-core',
	'n8n-1': '<rootDir>/node_modules/n8n-core-1',
};
const workflowOf = {
	'n8n-2': '<rootDir>/node_modules/n8n-workflow',
	'n8n-1': '<rootDir>/node_modules/n8n-core-1/node_modules/n8n-workflow',
};
const luxonOf = {
	'n8n-2': '<rootDir>/node_modules/luxon',
	'n8n-1': '<rootDir>/node_modules/n8n-core-1/node_modules/luxon',
};

/**
 * The packages that a worker loads once, instead of once per test file: the engine has 2,000 modules.
 * What they need is loaded with them.
 */
const LOADED_ONCE = '/node_modules/(n8n-|@n8n/|@node-oauth/|@fastify/|fastify/|fast-check/|luxon/)';

const shared = {
	// Only these folders are crawled: the hosts' node_modules hold hundreds of thousands of files.
	roots: ['<rootDir>/credentials', '<rootDir>/nodes', '<rootDir>/test'],
	moduleFileExtensions: ['ts', 'mts', 'mjs', 'js', 'cjs', 'json', 'node'],
	testEnvironment: 'node',
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
				module: { type: 'commonjs' },
				sourceMaps: 'inline',
			},
		],
	},
};

/**
 * The project that runs the tests on one n8n line. Core, node and tests must share one instance of
 * each of these modules, as they do in n8n: `instanceof` on errors, the dependency container and
 * luxon's process-wide default zone depend on it.
 *
 * @param {'n8n-2' | 'n8n-1'} line
 */
const engineProject = (line) => ({
	...shared,
	displayName: line,
	globals: { n8nLine: line },
	testMatch: ['<rootDir>/test/engine/**/*.test.mts'],
	testEnvironment: '<rootDir>/test/kit/environment.cjs',
	transform: {
		...shared.transform,
		[LOADED_ONCE]: '<rootDir>/test/kit/loadedOnce.cjs',
	},
	transformIgnorePatterns: [],
	moduleNameMapper: {
		'^n8n-core$': engineOf[line],
		'^n8n-workflow$': workflowOf[line],
		'^luxon$': luxonOf[line],
		'^@n8n/(backend-common|config|di)$': `${engineOf[line]}/node_modules/@n8n/$1`,
	},
});

export default {
	watchman: false,
	testSequencer: '<rootDir>/test/kit/longFirst.cjs',
	// A bound for what never ends; no test may depend on how busy the machine is.
	testTimeout: 30_000,
	// In half a second, jest's default, not every worker of a busy machine comes to its end.
	workerGracefulExitTimeout: 20_000,
	// More than there are cores: a test of the engines waits for half of its time.
	maxWorkers: availableParallelism() + 3,
	// An engine stays in the memory of the worker that loaded it.
	workerIdleMemoryLimit: '1500MB',
	projects: [
		engineProject('n8n-2'),
		engineProject('n8n-1'),
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/{unit,package,long}/**/*.test.mts'],
		},
	],
};
