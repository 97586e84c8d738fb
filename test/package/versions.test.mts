import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lowest versions of n8n and Node.js: package.json says them, and so does whatever a user reads. */

const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');

const { engines } = JSON.parse(read('package.json')) as { engines: Record<string, string> };

/** What a text names as the lowest, once for each time it does. */
const named = (path: string, words: RegExp) =>
	[...read(path).matchAll(words)].map(([, low]) => low);

const LOW_N8N = /from\s+n8n\s+(\d[\d.]*\d)\s+on\b/g;
const LOW_NODE = /Node\.js\s+(\d[\d.]*)\s+or\s+newer/g;

it.each([
	['n8n', 'README.md', LOW_N8N],
	['node', 'README.md', LOW_NODE],
	['node', 'CONTRIBUTING.md', LOW_NODE],
	['n8n', 'docs/decisions.md', /lowest\s+n8n\s+is\s+(\d[\d.]*\d)/g],
	// What `npm start` and `npm test` refuse to run on.
	['node', 'scripts/setup.mjs', /OLDEST_NODE = (\d+)/g],
])('of %s: %s names the one in package.json', (engine, path, words) => {
	expect(named(path, words).map((low) => `>=${low}`)).toEqual([engines[engine]]);
});

it('of n8n and Node.js are those that package-lock.json has', () => {
	const lock = JSON.parse(read('package-lock.json')) as {
		packages: Record<string, { engines?: unknown }>;
	};
	expect(lock.packages['']!.engines).toEqual(engines);
});
