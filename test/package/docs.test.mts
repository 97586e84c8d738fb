import { PAGES, read, readJson } from '../kit/repository.mts';

/** Every command that the docs give is one that exists. */

const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');

const given = PAGES.flatMap((path) =>
	[...read(path).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => [
		path,
		(run ?? short)!,
	]),
);

it.each(given)('%s gives a command that exists: %s', (_path, name) => {
	expect(scripts).toHaveProperty([name]);
});
