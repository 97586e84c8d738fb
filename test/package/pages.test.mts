import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { filesOf, PAGES, read, readJson, root } from '../kit/repository.mts';

/** The pages are short, and whatever they link to or show is there. */

const GUIDE = filesOf('docs/guide/*.md');

/** Marks of tables and lists are no words. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

it('README has at most 200 lines and 2,000 words', () => {
	expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(200);
	expect(wordsOf(read('README.md')).length).toBeLessThanOrEqual(2_000);
});

/** A table to look things up in may be long. */
const TO_READ = GUIDE.filter((path) => !path.endsWith('errors.md'));

it.each(TO_READ)('%s has at most 1,000 words', (path) => {
	expect(wordsOf(read(path)).length).toBeLessThanOrEqual(1_000);
});

const { homepage } = readJson<{ homepage: string }>('package.json');
const ON_GITHUB = `${homepage}/blob/main/`;
const PICTURES = `${homepage.replace('//github.com', '//raw.githubusercontent.com')}/main/`;

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

/** Where a link leads in this repository: a path, and what follows "#". Undefined where it leads elsewhere. */
function destination({ page, target }: Link): [path: string, anchor: string] | undefined {
	const [address = '', anchor = ''] = target.split('#');
	const base = [ON_GITHUB, PICTURES].find((each) => address.startsWith(each));
	if (base !== undefined) return [address.slice(base.length), anchor];
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

it('looks at links, anchors and pictures', () => {
	expect(inside.length).toBeGreaterThan(150);
	expect(inside.filter(({ isPicture }) => isPicture).length).toBeGreaterThan(30);
	expect(inside.filter(({ target }) => target.includes('#')).length).toBeGreaterThan(10);
});

// The README is on npm as well, without the rest of the repository.
it('README links to its own headings and to whole addresses, pictures included', () => {
	const own = linksOf('README.md');
	const others = own.filter(({ target }) => !/^(#|https:)/.test(target));
	expect(others).toEqual([]);
	for (const { isPicture, target } of own.filter((link) => destination(link) !== undefined)) {
		if (!target.startsWith('#')) expect(target.startsWith(PICTURES)).toBe(isPicture);
	}
});

it('every picture is shown by a page', () => {
	const pictures = filesOf('docs/images/**/*.{png,svg}');
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
	expect(resources).toMatchObject({
		primaryDocumentation: [{ url: ON_GITHUB + path }],
		credentialDocumentation: [{ url: CONNECTING }],
	});
	expect(GUIDE).toContain(path);
});

it('the help of the credentials leads to the page about connecting', () => {
	for (const credential of [new MerchantDataApi(), new MerchantDataOAuth2Api()])
		expect(credential.documentationUrl).toBe(CONNECTING);
});
