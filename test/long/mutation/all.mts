import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/paths.mts';

/** Whether a file has a test that reaches the change: the others need not be loaded. */
declare const isWanted: (file: string) => boolean;

/** The unit tests as one file: Jest loads all modules again for each file, which takes longer than the tests. */

// Restores what each file starts with.
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const folders = process.env.MUTATION_TESTS!.split('|');
const files = folders.flatMap((folder) =>
	globSync(`test/unit/${folder}/**/*.test.mts`, { cwd: ROOT }),
);
for (const file of files.filter(isWanted)) {
	// A group keeps what a file does before each test to its own tests.
	describe(file, () => {
		require(join(ROOT, file));
	});
}
