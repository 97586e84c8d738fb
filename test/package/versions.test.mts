import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, readJson, temporaryFolder } from '../kit/repository.mts';

/** The versions that are needed, tested, released and locked: whatever a user reads says what package.json says. */

type Manifest = { engines: Record<string, string>; version: string };
const { engines, version } = readJson<Manifest>('package.json');

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

const pinned = (line: string) =>
	readJson<{ dependencies: { n8n: string } }>(`scripts/hosts/${line}/package.json`).dependencies
		.n8n;
const minorOf = (version: string) => version.split('.').slice(0, 2).join('.');

it('README calls the pinned versions of n8n tested', () => {
	const tested = named('README.md', /tested with (\d+\.\d+)\b/g);
	expect(tested).toEqual([pinned('n8n-2'), pinned('n8n-1')].map(minorOf));
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

it('package-lock.json locks each optional package, in the version that is asked for', () => {
	expect(optional.length).toBeGreaterThan(40);
	const wrong = optional.filter(({ from, name, range }) => {
		const path = find(name, from);
		return path === undefined || (/^\d/.test(range) && packages[path]!.version !== range);
	});
	expect(wrong).toEqual([]);
});
