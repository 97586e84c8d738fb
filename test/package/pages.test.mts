import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { filesOf, PAGES, read, readJson, root } from '../kit/repository.mts';

/** The pages are short, and whatever they link to or show is there, as is what comments cite of them. */

/** A table in which one looks for a single line may be long. */
const GUIDE = filesOf('docs/guide/*.md').filter((path) => !path.endsWith('errors.md'));

it.each([
	['README.md', 1_200],
	['CONTRIBUTING.md', 1_800],
	['SECURITY.md', 250],
	['docs/decisions.md', 3_500],
	['docs/architecture.md', 1_500],
	['docs/traps.md', 750],
	...GUIDE.map((path) => [path, 900] as const),
] as const)('%s has at most %i words', (path, most) => {
	expect(read(path).trim().split(/\s+/).length).toBeLessThanOrEqual(most);
});

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

/** The links and pictures of a page that lead somewhere in this repository. */
const linksOf = (page: string) =>
	[...withoutCode(read(page)).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
		.map(([, target]) => ({ page, target: target! }))
		.filter(({ target }) => !/^https?:/.test(target));

/** The anchors that GitHub gives to a page's headings. */
const anchorsOf = (path: string) =>
	[...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

it.each(PAGES.flatMap(linksOf))('$page: $target is there', ({ page, target }) => {
	const [address = '', anchor] = target.split('#');
	const path = address === '' ? page : join(dirname(page), address);
	expect([path, existsSync(join(root, path))]).toEqual([path, true]);
	if (anchor !== undefined) expect(anchorsOf(path)).toContain(anchor);
});

const { homepage } = readJson<{ homepage: string }>('package.json');
const ON_GITHUB = `${homepage}/blob/main/`;
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
	`"(${[...sections.keys()].join('|')})",?(?: (?:rule|row))? (\\d+)(?: (?:to|and) (\\d+))?`,
	'g',
);

const citations = filesOf('{nodes,credentials,sandbox,test}/**/*.{ts,mts}').flatMap((path) => {
	const text = read(path).replaceAll(/\s*\n\s*\* /g, ' ');
	return [...text.matchAll(CITED)].map(([cited, section, ...parts]) => ({
		path,
		cited,
		missing: parts.filter(
			(part) =>
				part !== undefined &&
				!new RegExp(`^(?:\\| *)?${part}(?:\\.| *\\|)`, 'm').test(sections.get(section!)!),
		),
	}));
});

it('comments cite paragraphs of service.md that are there', () => {
	expect(citations.length).toBeGreaterThan(20);
	expect(citations.filter(({ missing }) => missing.length > 0)).toEqual([]);
});
