// The long chaos run, `npm run chaos`: the node in the engine of n8n 2.x.
import base from '../../../jest.config.mjs';

const engine = base.projects.find(({ displayName }) => displayName === 'n8n-2');

export default {
	...engine,
	rootDir: '../../..',
	roots: ['<rootDir>/test/long/chaos'],
	testMatch: ['<rootDir>/test/long/chaos/all.mts'],
	watchman: false,
	maxWorkers: 1,
	testTimeout: 60 * 60 * 1_000,
	// The table is the output.
	reporters: [['default', { summaryThreshold: 1 }]],
};
