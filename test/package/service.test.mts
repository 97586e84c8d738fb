import { filesOf, read } from '../kit/repository.mts';

/** What a comment cites of the service stands in docs/service.md. */

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
		...{ path, whole, section: section!, named },
		parts: [from, to].filter((part) => part !== undefined),
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
