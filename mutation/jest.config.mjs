// The tests that `npm run mutation` runs against each change: fast ones, without an engine.
import base from '../jest.config.mjs';

const unit = base.projects.find(({ displayName }) => displayName === 'unit');

export default {
	...unit,
	rootDir: '..',
	testMatch: ['<rootDir>/test/unit/{delivery,rows,runtime,shared,transport}/**/*.test.mts'],
	setupFiles: ['<rootDir>/mutation/setup.mts'],
	watchman: false,
};
