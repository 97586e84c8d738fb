import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, read, readJson, temporaryFolder } from '../kit/repository.mts';

/** The versions that are needed, tested, released and locked: whatever a user reads says what package.json says. */

const { engines, version } = readJson<{ engines: Record<string, string>; version: string }>(
	'package.json',
);

/** What a text names as the lowest, once for each time it does. */
const named = (path: string, words: RegExp) =>
	[...read(path).matchAll(words)].map(([, low]) => low);

const LOW_N8N = /from\s+n8n\s+(\d[\d.]*\d)\s+on\b/g;
const LOW_NODE = /Node\.js\s+(\d[\d.]*)\s+or\s+newer/g;

it.each([
	['n8n', 'README.md', LOW_N8N],
	['node', 'README.md', LOW_NODE],
	['node', 'CONTRIBUTING.md', LOW_NODE],
	['n8n', 'CONTRIBUTING.md', /npm run canary -- (\d[\d.]*\d)/g],
	['n8n', '.github/workflows/canary.yml', /\["latest", "(\d[\d.]*\d)"\]/g],
	['n8n', 'docs/decisions.md', /lowest\s+n8n\s+is\s+(\d[\d.]*\d)/g],
	// What `npm start` and `npm test` refuse to run on.
	['node', 'scripts/setup.mjs', /OLDEST_NODE = (\d+)/g],
])('the lowest version of %s in %s is that of package.json', (engine, path, words) => {
	expect(named(path, words).map((low) => `>=${low}`)).toEqual([engines[engine]]);
});

it('package-lock.json has the versions of n8n and Node.js in package.json', () => {
	expect(readJson('package-lock.json')).toHaveProperty(['packages', '', 'engines'], engines);
});

/** The n8n of a line that everything is checked on. */
const pinned = (line: string) =>
	readJson<{ dependencies: { n8n: string } }>(`scripts/hosts/${line}/package.json`).dependencies
		.n8n;
const minorOf = (version: string) => version.split('.').slice(0, 2).join('.');

it('README calls the pinned versions of n8n tested', () => {
	const tested = named('README.md', /tested with (\d+\.\d+)\b/g);
	expect(tested).toEqual([pinned('n8n-2'), pinned('n8n-1')].map(minorOf));
});

it('CONTRIBUTING names no n8n older than the pinned one as newest', () => {
	const LAST = /newest n8n[^:]*: last on\s+n8n (\d[\d.]*\d)/g;
	const [newest, ...others] = named('CONTRIBUTING.md', LAST);
	expect(others).toEqual([]);
	const order = newest!.localeCompare(pinned('n8n-2'), 'en', { numeric: true });
	expect(order).toBeGreaterThanOrEqual(0);
});

const folder = temporaryFolder();

/** The notes of a release, made as publish.yml makes them: the command as it stands there. */
function notesOf(version: string): string {
	const [command] = /awk .*/.exec(read('.github/workflows/publish.yml'))!;
	writeFileSync(join(folder, 'CHANGELOG.md'), read('CHANGELOG.md'));
	const env = { PATH: process.env.PATH, GITHUB_REF_NAME: `v${version}` };
	execFileSync('bash', ['-c', command], { cwd: folder, env, stdio: 'pipe' });
	return readFileSync(join(folder, 'notes.md'), 'utf8');
}

it('a release has the section of the changelog as its notes', () => {
	const changelog = read('CHANGELOG.md');
	const section = changelog.slice(changelog.indexOf(`## [${version}] - `)).split(/^## /m)[1]!;
	expect(notesOf(version)).toBe(section.slice(section.indexOf('\n') + 1));
	expect(notesOf(version)).toContain('\n- ');
	expect(notesOf('999.0.0')).toBe('');
});

it('the changelog begins with the section of what is not released', () => {
	expect([...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)][0]![1]).toBe('[Unreleased]');
});

/** `npm ci` refuses a lock file that lacks an optional package of any platform, and npm may leave some out. */

type Locked = { version?: string; optionalDependencies?: Record<string, string> };

const { packages } = readJson<{ packages: Record<string, Locked> }>('package-lock.json');

/** Where Node would find a package from the folder of another: the nearest folder upwards that has it. */
function find(name: string, from: string): string | undefined {
	const path = join(from, 'node_modules', name);
	if (path in packages) return path;
	if (from === '') return undefined;
	const above = from.lastIndexOf('/node_modules/');
	return find(name, above < 0 ? '' : from.slice(0, above));
}

const optional = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
	Object.entries(optionalDependencies).map(([name, range]) => ({ from, name, range })),
);

const OF_A_PLATFORM = /\b(android|darwin|linux|win32)\b/;
const ALONE = { optional: true, os: [expect.any(String)], cpu: [expect.any(String)] };

it.each(optional)('package-lock.json locks $name for its platform, optional for $from', (each) => {
	const path = find(each.name, each.from);
	expect(path).toBeDefined();
	if (/^\d/.test(each.range)) expect(packages[path!]!.version).toBe(each.range);
	if (OF_A_PLATFORM.test(each.name)) expect(packages[path!]).toMatchObject(ALONE);
});

it.each(['scripts/setup.mjs', '.ci/run', ...filesOf('.github/workflows/*.yml')])(
	'%s installs only what is locked',
	(path) => {
		expect(read(path)).not.toMatch(/npm (install|i|update)\b|'install'/);
	},
);
