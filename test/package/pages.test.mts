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

/** What people must find, in these words, where they read about it. */
it.each([
	['retrying', 'With *It Replaces the Earlier One*: execute again. That is all.'],
	['retrying', '`Do not execute again, or 500 rows are sent twice.`'],
	['retrying', '`Do not execute again: 500 rows may be stored`'],
	['retrying', '`No row was accepted.`'],
	['retrying', '`The rows are fine.`'],
	['sent-again', 'Ask your contact at the service'],
	['sent-again', 'Each row needs what identifies it'],
	['sent-again', 'a row is noted when the service has accepted it, never before'],
	['sent-again', 'To send everything once, run with it off.'],
	['sent-again', 'more than 100,000 rows'],
	['sent-again', 'Two rows for one thing in an input'],
	['sent-again', 'Rows that anything else writes'],
	['sent-again', 'Each pass of *Loop Over Items* compares with the previous pass'],
	['sent-again', 'A sub-workflow that is called for each item'],
	['sent-again', 'a webhook that brings another shop each time'],
	['files', 'With *It Replaces the Earlier One*, correct the cause and execute again.'],
	['operating', 'With *It May Be There Twice*, do not click Retry'],
	['operating', 'A copied or restored database contains the same refresh token, which works once.'],
	['operating', 'a strict service may end both connections'],
	['retrying', 'A retry sends only those that were rejected or not sent'],
	['retrying', 'A retry does not send them again. Look up which of them arrived.'],
	['pushing', "n8n's `row_number` is left out unless *Columns* names it"],
	['pushing', '`error` has `outcome` first'],
	['pushing', 'names the first ten, each reason once'],
	['columns', 'If a CSV file lacks a column that the form names, the node sends nothing'],
	[
		'columns',
		'With *Leave Out*, a column that somebody adds later is not sent before you name it.',
	],
	['../decisions', 'A CSV file that lacks a named column is refused'],
	['../decisions', 'Texts that begin with `=` are written into CSV files as they are'],
	['columns', '`row_number` of a sheet; `id`, `createdAt` and `updatedAt`'],
	['ad-platforms', '![The new node, with its columns](../images/columns.png)'],
	['ad-platforms', 'enter the whole path, such as `/home/node/.n8n-files/report.csv`'],
	['ad-platforms', 'n8n Cloud has no disk. Begin in one of these ways: - **n8n Form Trigger**'],
	['files', 'n8n 2.x reads files in `~/.n8n-files` only'],
	['files', 'n8n Cloud has no disk'],
	['connecting', 'If it says `localhost`, set `N8N_EDITOR_BASE_URL` or `WEBHOOK_URL`'],
	['connecting', 'Only if one that *Credentials* asks for is not chosen'],
	['errors', 'Keep `/home/node/.n8n` in a volume, or set `N8N_REINSTALL_MISSING_PACKAGES=true`.'],
	[
		'sql',
		"1. Add **Execute a SQL query**, and enter the shop and the query. If n8n's time zone is not yours (its default is New York), set *Timezone* in the options.",
	],
	['sql', 'If your Excel writes 1,5, choose *Comma* and `;`'],
	['sql', 'such as `=HYPERLINK(…)`, is written as it is, and Excel runs it as a formula'],
	['sql', 'A hint says if the answer says that there are more rows than it has'],
	['sql', 'or that the service is still working (`jobComplete: false`'],
	['sql', '**Give each column a name of its own.**'],
	[
		'trigger',
		"Choose the API key credential and the poll times. If n8n's time zone is not yours (its default is New York), set *Timezone* in the options. 2.",
	],
	['trigger', 'a renamed node, a copy and an imported workflow start from scratch'],
	['trigger', 'To get the rows that came meanwhile, set *Start With* to *Rows of the Look-Back*'],
	['trigger', 'On n8n 1.x, stop n8n before `n8n import:workflow` replaces a workflow'],
	['trigger', 'It also fails if two columns have one name'],
	['trigger', 'A midnight, such as `2026-06-29T00:00:00+01:00`, is a day.'],
])('the page %s says: %s', (name, sentence) => {
	expect(read(`docs/guide/${name}.md`).replace(/\s+/g, ' ')).toContain(sentence);
});

it.each([
	'You need git, Node.js 20 or newer with npm, Python 3, `make` and a C++ compiler',
	'keep `/home/node/.n8n` in a volume',
	'**n8n Form Trigger**, **Gmail Trigger**, **Google Drive**, or **Read/Write Files from Disk**',
	'the whole path of a file in `~/.n8n-files`; n8n Cloud has no disk',
])('README.md says: %s', (sentence) => {
	expect(read('README.md').replace(/\s+/g, ' ')).toContain(sentence);
});

it('the page about ad platforms begins with the recipes that do what it says', () => {
	const [beginning] = read('docs/guide/ad-platforms.md').split('\n## ');
	expect(beginning!.match(/\(\.\.\/\.\.\/examples\/[\w-]+\.json\)/g)).toHaveLength(2);
});

it('the page of the recipes is for people who use them, and not for developers', () => {
	expect(read('examples/README.md')).not.toMatch(/npm run|test:|`code\/`|sandbox/);
});

/** Nobody has to find out which rows arrived, unless the service may store a row twice. */
it.each(['README.md', ...GUIDE].filter((path) => !path.endsWith('/retrying.md')))(
	'%s sends nobody to look up rows',
	(path) => expect(read(path)).not.toMatch(/\blook(?:s|ed|ing)?[\s-](?:\S+[\s-])?up\b/i),
);

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
