// The tests that `npm run mutation` runs against each change: fast ones, without an engine, of the folders
// that main.mts names.
import { join } from 'node:path';
import base from '../../../jest.config.mjs';

const unit = base.projects.find(({ displayName }) => displayName === 'unit');

export default {
	...unit,
	rootDir: '../../..',
	testTimeout: base.testTimeout,
	testMatch: ['<rootDir>/test/long/mutation/all.mts'],
	testEnvironment: join(import.meta.dirname, 'environment.cjs'),
	setupFilesAfterEnv: ['<rootDir>/test/long/mutation/setup.mts'],
	watchman: false,
};
