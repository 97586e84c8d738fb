import { join } from 'node:path';
import { filesOf, read, readJson } from '../kit/repository.mts';

/**
 * `npm ci` refuses a lock file that lacks an optional package of any platform. A registry may not list
 * those of other platforms, and npm then leaves them out without a word.
 */

interface Locked {
	version?: string;
	optional?: boolean;
	os?: string[];
	cpu?: string[];
	optionalDependencies?: Record<string, string>;
}

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

it.each(optional)(
	'$name, which is optional for $from, is in the lock file',
	({ from, name, range }) => {
		const path = find(name, from);
		expect(path).toBeDefined();
		if (/^\d/.test(range)) expect(packages[path!]!.version).toBe(range);
	},
);

const ofAPlatform = optional.filter(({ name }) => /\b(android|darwin|linux|win32)\b/.test(name));

it.each(ofAPlatform)('$name is installed on its own platform alone', ({ from, name }) => {
	expect(packages[find(name, from)!]).toMatchObject({
		optional: true,
		os: [expect.any(String)],
		cpu: [expect.any(String)],
	});
});

it.each(['scripts/setup.mjs', '.ci/run', ...filesOf('.github/workflows/*.yml')])(
	'%s installs what is locked, and nothing else',
	(path) => {
		expect(read(path)).not.toMatch(/npm (install|i|update)\b|'install'/);
	},
);
