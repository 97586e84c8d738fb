import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { filesOf, PAGES, read, readJson, root } from '../kit/repository.mts';

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

const inDocs = (command: RegExp) =>
	PAGES.flatMap((path) => [...read(path).matchAll(command)].map(([all]) => all));

/** As they stand in the docs: `npx jest …`. */
const jestCommands = [...new Set(inDocs(/(?<=`)npx jest [^`]+(?=`)/g))];

/** The tests that jest would run. */
function listed(options: string): string[] {
	const jest = join(root, 'node_modules/jest/bin/jest.js');
	// First, because "--" ends the options.
	const args = [jest, '--listTests', '--json', ...options.split(' ')];
	const output = execFileSync(process.execPath, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: 'pipe',
	});
	const paths = JSON.parse(output.slice(output.indexOf('['))) as string[];
	return [...new Set(paths)].map((path) => relative(root, path)).sort();
}

it.each(jestCommands)('%s runs only the tests under its path', (command) => {
	const options = command.replace('npx jest ', '').replace(/ -t '.*'/, '');
	const path = options.split(' ').at(-1)!;
	const under = filesOf('test/**/*.test.mts').filter((name) => name.includes(path));
	expect(under.length).toBeGreaterThan(0);
	expect(listed(options)).toEqual(under);
});

/** `npm run bench -- --something`: the script, and the options that it is given. */
const withOptions = inDocs(/npm run [\w:-]+ -- [^`\n]*--[^`\n]*/g).map((command) => {
	const [, script, rest] = /npm run ([\w:-]+) -- (.*)/.exec(command)!;
	return [command, script!, [...rest!.matchAll(/--([\w-]+)/g)].map(([, name]) => name!)] as const;
});

it.each(withOptions)('%s has options that its program knows', (_command, script, options) => {
	const [program] = /\S+\.mts/.exec(scripts[script]!)!;
	const declared = [...read(program).matchAll(/^\t*'?([\w-]+)'?: \{ type: '/gm)].map(
		([, name]) => name,
	);
	expect(declared).toEqual(expect.arrayContaining([...options]));
});
