import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a comment cites of the service stands in docs/service.md. */

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/service.md'), 'utf8');
const sections = new Map(
	page
		.split(/^## /m)
		.slice(1)
		.map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

const CITED = new RegExp(
	`"(${[...sections.keys()].join('|')})"(?:(?:, (?:rule|row))?,? (\\d+)(?: (?:to|and) (\\d+))?|, ([a-zA-Z][\\w ]+?)(?=[)".;:]))?`,
	'g',
);

const citations = ['nodes', 'credentials', 'sandbox', 'test']
	.flatMap((folder) => globSync(`${folder}/**/*.{ts,mts}`, { cwd: root }))
	.flatMap((path) => {
		const text = readFileSync(join(root, path), 'utf8').replaceAll(/\s*\n\s*\* /g, ' ');
		return [...text.matchAll(CITED)].map(([whole, section, from, to, named]) => ({
			path,
			whole,
			section: section!,
			parts: [from, to].filter((part) => part !== undefined),
			named,
		}));
	});

it('comments cite the service', () => {
	expect(citations.length).toBeGreaterThan(30);
});

it.each(citations)('$path: $whole is there', ({ section, parts, named }) => {
	const text = sections.get(section)!;
	for (const part of parts)
		expect(text).toMatch(new RegExp(`^(?:\\| *)?${part}(?:\\.| *\\|)`, 'm'));
	if (named && section === 'Resources')
		expect(text.toLowerCase()).toContain(`**${named.toLowerCase()}.**`);
});
