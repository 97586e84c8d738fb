import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The map shows what is there. */

const root = join(__dirname, '../..');
const NODE = join(root, 'nodes/MerchantData');
const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const folders = readdirSync(NODE, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);
const places = [
	'',
	'resources',
	...folders,
	...readdirSync(join(NODE, 'resources')).map((name) => join('resources', name)),
];

const named = [...map.matchAll(/[\w./]+\.ts\b/g)].map(([path]) => path);

it.each([...new Set(named)])('%s is there', (path) => {
	const found = places.some((place) => existsSync(join(NODE, place, path)));
	expect(found).toBe(true);
});

it('names files and every folder', () => {
	expect(named.length).toBeGreaterThan(20);
	for (const folder of folders) expect(map).toContain(`| \`${folder}/\` |`);
});

it('no module needs itself, by way of others', async () => {
	const { default: madge } = await import('madge');
	const found = await madge(NODE, { fileExtensions: ['ts'] });
	expect(Object.keys(found.obj()).length).toBeGreaterThan(100);
	expect(found.circular()).toEqual([]);
});

it.each(
	readdirSync(NODE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')),
)('%s has at most 250 lines', (path) => {
	expect(readFileSync(join(NODE, path), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(250);
});
