import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';

// jest runs each test file in a realm of its own, while Node's modules throw errors of the outer
// realm. In n8n there is one realm: a refused connection is an `instanceof Error` there.
const isInstance = Function.prototype[Symbol.hasInstance];
Object.defineProperty(Error, Symbol.hasInstance, {
	value(this: unknown, value: unknown): boolean {
		return this === Error && types.isNativeError(value) ? true : isInstance.call(this, value);
	},
});

const folder = mkdtempSync(join(tmpdir(), 'merchant-data-test-'));
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

// Core 1.x starts timers that only a server's shutdown would end; they keep the worker alive, and
// with it every engine it has loaded.
const { setInterval } = globalThis;
const intervals: NodeJS.Timeout[] = [];
globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
	const interval = setInterval(...args);
	intervals.push(interval);
	return interval;
}) as typeof setInterval;

afterAll(() => {
	intervals.forEach((interval) => clearInterval(interval));
	rmSync(folder, { recursive: true, force: true });
});
