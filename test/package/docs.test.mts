import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every command that the docs give is one that exists, and that a check runs. */

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (folder: string, extension: string) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith(extension))
		.map((name) => join(folder, name));

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The scripts of package.json that a text calls. */
const called = (text: string): string[] =>
	[...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
		([, run, short]) => run ?? short!,
	);

/** Without a suite, what is checked with real n8n is all of it. */
const isPartOf = (whole: string) => (script: string) =>
	scripts[whole] === 'node test/host/main.mts' && scripts[script]!.startsWith(`${scripts[whole]} `);

function withWhatTheyCall(names: string[]): Set<string> {
	const all = new Set(names);
	for (const name of all) {
		for (const next of called(scripts[name] ?? '')) all.add(next);
		for (const part of Object.keys(scripts).filter(isPartOf(name))) all.add(part);
	}
	return all;
}

const CHECKS = ['.ci/run', 'test/host/commands.mts', ...namesIn('.github/workflows', '.yml')];
const run = withWhatTheyCall(CHECKS.flatMap((path) => called(read(path))));

const DOCS = [
	...namesIn('.', '.md'),
	...namesIn('docs', '.md'),
	'examples/README.md',
	'sandbox/README.md',
];
const given = DOCS.flatMap((path) => called(read(path)).map((name) => [path, name]));

it.each(given)('%s: "%s" exists and is run by a check', (_path, name) => {
	expect(scripts).toHaveProperty([name]);
	expect([...run]).toContain(name);
});

it('knows the commands of the docs', () => {
	expect(given.map(([, name]) => name)).toEqual(
		expect.arrayContaining(['start', 'test', 'dev', 'chaos', 'bench', 'mutation']),
	);
});
