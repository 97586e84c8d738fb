const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

/**
 * Runs test files in the realm of their worker, and not in one for each file: so the engine, which takes
 * longer to load than most files take, is loaded once per worker (see `loadedOnce.cjs`), and there is one
 * `Error`, as in n8n.
 */

const folder = mkdtempSync(join(tmpdir(), 'merchant-data-test-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, {
	N8N_USER_FOLDER: folder,
	N8N_ENCRYPTION_KEY: 'key-of-the-tests',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_AVAILABLE_BINARY_DATA_MODES: 'filesystem',
	N8N_BINARY_DATA_STORAGE_PATH: join(folder, 'binaryData'),
	N8N_LOG_LEVEL: 'debug',
	// n8n checks the permissions of its settings file; it need not warn about ours.
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
});

// Core 1.x starts timers that only a server's shutdown would end; they must not keep the worker alive.
const { setInterval } = globalThis;
globalThis.setInterval = (...args) => setInterval(...args).unref();

globalThis.requireOnce = require;

/** What jest takes for a realm of the file, and compiles in. */
const realms = new WeakSet();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) => {
	const realm = realms.has(parsingContext) ? {} : { parsingContext };
	return compileFunction(code, parameters, { ...options, ...realm });
};

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const { projectConfig } = config;
		realms.add(this.context);
		this.global = Object.assign(globalThis, projectConfig.globals);
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = null;
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}
};
