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
	// Whether the model notices a wrong use of the store says nothing about the node.
	globSync(`test/unit/${folder}/**/*.test.mts`, { cwd: ROOT }),
);
// A group keeps what a file does before each test to its own tests.
const load = (file: string) => describe(file, () => void require(join(ROOT, file)));
/** It replaces modules of the node, so it comes last and loads them again itself. */
const MODEL = join('test', 'unit', 'delivery', 'sent', 'snapshot.test.mts');
const wanted = files.filter(isWanted);
wanted.filter((file) => file !== MODEL).forEach(load);
if (wanted.includes(MODEL)) {
	jest.resetModules();
	load(MODEL);
}
