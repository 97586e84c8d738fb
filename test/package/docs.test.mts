import { filesOf, PAGES, read, readJson } from '../kit/repository.mts';

/** Every command that the docs give is one that exists, and that a check runs. */

const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');

/** The scripts of package.json that a text calls. */
const called = (text: string): string[] =>
	[...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
		([, run, short]) => run ?? short!,
	);

/** Commands that run everything without arguments. */
const RUN_ALL = ['jest', 'node test/host/main.mts'];
const isPartOf = (whole: string) => (script: string) =>
	RUN_ALL.includes(scripts[whole]!) && scripts[script]!.startsWith(`${scripts[whole]} `);

function withWhatTheyCall(names: string[]): Set<string> {
	const all = new Set(names);
	for (const name of all) {
		for (const next of called(scripts[name] ?? '')) all.add(next);
		for (const part of Object.keys(scripts).filter(isPartOf(name))) all.add(part);
	}
	return all;
}

const CHECKS = ['.ci/run', 'test/host/commands.mts', ...filesOf('.github/workflows/*.yml')];
const run = withWhatTheyCall(CHECKS.flatMap((path) => called(read(path))));

const given = PAGES.flatMap((path) => called(read(path)).map((name) => [path, name]));

it.each(given)('%s gives a command that exists and that a check runs: %s', (_path, name) => {
	expect(scripts).toHaveProperty([name]);
	expect([...run]).toContain(name);
});

/** `npm run bench -- --something`: the script, and the options that it is given. */
const withOptions = PAGES.flatMap((path) =>
	[...read(path).matchAll(/npm run ([\w:-]+) -- ([^`\n]*--[^`\n]*)/g)].map(
		([command, script, rest]) =>
			[command, script!, [...rest!.matchAll(/--([\w-]+)/g)].map(([, name]) => name!)] as const,
	),
);

it.each(withOptions)('%s has options that its program knows', (_command, script, options) => {
	const [program] = /\S+\.mts/.exec(scripts[script]!)!;
	const declared = [...read(program).matchAll(/^\t*'?([\w-]+)'?: \{ type: '/gm)].map(
		([, name]) => name,
	);
	expect(declared).toEqual(expect.arrayContaining([...options]));
});
