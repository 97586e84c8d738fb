import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { filesOf, PAGES, read, readJson, root } from '../kit/repository.mts';

/** The pages are short, and whatever they link to or show is there, as is what comments cite of them. */

const GUIDE = filesOf('docs/guide/*.md');

/** As `wc -w` counts them. */
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

it('README.md has at most 200 lines', () => {
	expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(200);
});

it.each<[path: string, most: number]>([
	['README.md', 1_200],
	['CONTRIBUTING.md', 1_800],
	['SECURITY.md', 250],
	['docs/decisions.md', 3_500],
	['docs/architecture.md', 1_500],
	['docs/traps.md', 750],
	// A table in which one looks for a single line may be long.
	...GUIDE.filter((path) => !path.endsWith('errors.md')).map((path): [string, number] => [
		path,
		900,
	]),
])('%s has at most %i words', (path, most) => {
	expect(wordsOf(read(path)).length).toBeLessThanOrEqual(most);
});

it('CHANGELOG.md has at most 700 words of each version', () => {
	const sections = read('CHANGELOG.md').split(/^## /m);
	for (const section of sections) expect(wordsOf(section).length).toBeLessThanOrEqual(700);
});

const REPORTS = filesOf('docs/reports/*.md');

it('has the reports of the commands', () => {
	const names = REPORTS.map((path) => basename(path, '.md'));
	expect(names).toEqual(['benchmarks', 'limiter', 'mutation', 'scenarios']);
});

const ORIGIN = /^# .+\n\nWritten by `npm run [\w:]+` of commit [0-9a-f]{7,}\b/;

it.each(REPORTS)('%s begins with how it was made, and of which commit', (path) => {
	expect(read(path)).toMatch(ORIGIN);
});

const { homepage } = readJson<{ homepage: string }>('package.json');
const ON_GITHUB = `${homepage}/blob/main/`;

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

interface Link {
	page: string;
	target: string;
	isPicture: boolean;
}

const linksOf = (page: string): Link[] =>
	[...withoutCode(read(page)).matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark, target]) => ({
		page,
		target: target!,
		isPicture: mark === '!',
	}));

const links = PAGES.flatMap(linksOf);

/** Where a link leads in this repository: a path, and what follows "#". Undefined if it leads elsewhere. */
function destination({ page, target }: Link): [path: string, anchor: string] | undefined {
	const [address = '', anchor = ''] = target.split('#');
	if (/^https?:/.test(address)) return undefined;
	return [address === '' ? page : join(dirname(page), address), anchor];
}

/** The anchors that GitHub gives to a page's headings. */
const anchorsOf = (path: string) =>
	[...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

const inside = links.filter((link) => destination(link) !== undefined);

it.each(inside)('$page: $target is there', (link) => {
	const [path, anchor] = destination(link)!;
	expect([path, existsSync(join(root, path))]).toEqual([path, true]);
	if (anchor !== '') expect(anchorsOf(path)).toContain(anchor);
});

// npm shows the README as well, and resolves its links by the repository in package.json.
it.each(PAGES)('%s links within the repository by relative paths', (page) => {
	const whole = linksOf(page).filter(({ target }) => target.startsWith(ON_GITHUB));
	expect(whole).toEqual([]);
});

it('every picture is shown by a page', () => {
	const pictures = filesOf('docs/images/**/*.png');
	expect(pictures.length).toBeGreaterThan(30);
	const shown = links.filter(({ isPicture }) => isPicture).map((link) => destination(link)?.[0]);
	expect(pictures.filter((path) => !shown.includes(path))).toEqual([]);
});

/** A picture that is no larger is there at once on a phone, too. */
const PICTURE_BYTES = 100_000;

it('the pictures of the examples are of modest size', () => {
	const sizes = filesOf('docs/images/examples/*').map((path) => statSync(join(root, path)).size);
	expect(Math.max(...sizes)).toBeLessThan(PICTURE_BYTES);
});

const CONNECTING = `${ON_GITHUB}docs/guide/connecting.md`;

it.each([
	['MerchantData', 'docs/guide/README.md'],
	['MerchantDataTrigger', 'docs/guide/trigger.md'],
])('the Docs link of %s leads to %s', (name, path) => {
	const { resources } = readJson<{ resources: object }>(`nodes/MerchantData/${name}.node.json`);
	// Without a fragment: n8n appends parameters of its own.
	expect(resources).toEqual({
		primaryDocumentation: [{ url: ON_GITHUB + path }],
		credentialDocumentation: [{ url: CONNECTING }],
	});
	expect(GUIDE).toContain(path);
});

it('the help of the credentials leads to the page about connecting', () => {
	for (const credential of [new MerchantDataApi(), new MerchantDataOAuth2Api()])
		expect(credential.documentationUrl).toBe(CONNECTING);
});

const sections = new Map(
	read('docs/service.md')
		.split(/^## /m)
		.slice(1)
		.map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

const CITED = new RegExp(
	`"(${[...sections.keys()].join('|')})"(?:(?:, (?:rule|row))?,? (\\d+)(?: (?:to|and) (\\d+))?|, ([a-zA-Z][\\w ]+?)(?=[)".;:]))?`,
	'g',
);

const citations = filesOf('{nodes,credentials,sandbox,test}/**/*.{ts,mts}').flatMap((path) => {
	const text = read(path).replaceAll(/\s*\n\s*\* /g, ' ');
	return [...text.matchAll(CITED)].map(([whole, section, from, to, named]) => ({
		path,
		whole,
		section: section!,
		named,
		parts: [from, to].filter((part) => part !== undefined),
	}));
});

it.each(citations)('$path: $whole is there', ({ section, parts, named }) => {
	const text = sections.get(section)!;
	for (const part of parts)
		expect(text).toMatch(new RegExp(`^(?:\\| *)?${part}(?:\\.| *\\|)`, 'm'));
	if (named && section === 'Resources')
		expect(text.toLowerCase()).toContain(`**${named.toLowerCase()}.**`);
});
