import { join } from 'node:path';
import { filesOf, read, readJson } from '../kit/repository.mts';

/**
 * `npm ci` refuses a lock file that lacks an optional package of any platform. A registry may not list
 * those of other platforms, and npm then leaves them out without a word.
 */

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

it('the lock file has optional packages', () => {
	expect(optional.length).toBeGreaterThan(50);
});

const OF_A_PLATFORM = /\b(android|darwin|linux|win32)\b/;
const ALONE = { optional: true, os: [expect.any(String)], cpu: [expect.any(String)] };

it.each(optional)('$name, optional for $from, is locked: for its platform', (each) => {
	const path = find(each.name, each.from);
	expect(path).toBeDefined();
	if (/^\d/.test(each.range)) expect(packages[path!]!.version).toBe(each.range);
	if (OF_A_PLATFORM.test(each.name)) expect(packages[path!]).toMatchObject(ALONE);
});

it.each(['scripts/setup.mjs', '.ci/run', ...filesOf('.github/workflows/*.yml')])(
	'%s installs what is locked, and nothing else',
	(path) => {
		expect(read(path)).not.toMatch(/npm (install|i|update)\b|'install'/);
	},
);
