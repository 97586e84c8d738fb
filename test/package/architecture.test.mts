import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { filesOf, read, root } from '../kit/repository.mts';

/** The map shows what is there, and imports go the way that it shows. */

const NODE = 'nodes/MerchantData';
const map = read('docs/architecture.md');
const files = filesOf(`${NODE}/**/*.ts`).map((path) => relative(NODE, path));
const folders = [...new Set(files.map(dirname))];

const named = [map, read('docs/traps.md')].flatMap((page) =>
	[...page.matchAll(/(?<![\w./])[\w./]+\.ts\b/g)].map(([path]) => path),
);

it.each([...new Set(named)])('names a file that exists: %s', (path) => {
	expect(folders.some((folder) => existsSync(join(root, NODE, folder, path)))).toBe(true);
});

/** The rows of the map's table, which stand in the order of imports. The nodes are above them all. */
const rows = ['.', ...[...map.matchAll(/^\| `([\w./*]+?)\/?` \|/gm)].map(([, row]) => row!)];

/** The row of a file: its own, that of its folder, or that of all folders beside it. */
const rowOf = (file: string) =>
	[file, dirname(file), join(dirname(dirname(file)), '*')].find((row) => rows.includes(row));

it.each(rows)('has files for the row %s', (row) => {
	expect(files.map(rowOf)).toContain(row);
});

it.each(folders)('has a row for the folder %s, which has at most 13 files', (folder) => {
	expect(rows).toContain(rowOf(join(folder, 'any.ts')));
	expect(files.filter((file) => dirname(file) === folder).length).toBeLessThanOrEqual(13);
});

const imports = files.flatMap((from) =>
	[...read(join(NODE, from)).matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path]) => ({
		from,
		to: `${join(dirname(from), path!)}.ts`,
	})),
);

it('imports downwards on the map', () => {
	expect(imports.length).toBeGreaterThan(300);
	const upwards = imports.filter(({ from, to }) => {
		const [above, below] = [rowOf(from), rowOf(to)];
		// Within a folder any file may ask for another; a row for several folders keeps them apart.
		if (above === below) return dirname(from) !== dirname(to);
		return rows.indexOf(above!) > rows.indexOf(below!);
	});
	expect(upwards).toEqual([]);
});

it('imports in no circle', () => {
	let left = imports;
	let before: typeof imports;
	// Without the files that import nothing else, again and again, only circles are left.
	do {
		before = left;
		const importing = new Set(before.map(({ from }) => from));
		left = before.filter(({ to }) => importing.has(to));
	} while (left.length < before.length);
	expect(left).toEqual([]);
});

it('has at most 220 lines in a file', () => {
	const isLong = (path: string) => read(join(NODE, path)).split('\n').length - 1 > 220;
	expect(files.filter(isLong)).toEqual([]);
});

const TOOLS = ['bench', 'sandbox', 'scripts', 'test/host', 'test/kit', 'test/long'];

it.each(TOOLS)('runs without a build, because Node.js only takes out types: %s', (folder) => {
	for (const path of filesOf(`${folder}/**/*.mts`))
		expect([path, stripTypeScriptTypes(read(path)) !== '']).toEqual([path, true]);
});
