import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { filesOf, read, root } from '../kit/repository.mts';

/** The map shows what is there, imports go the way that it shows, and unit tests mirror it. */

const NODE = 'nodes/MerchantData';
const map = read('docs/architecture.md');
const files = filesOf(`${NODE}/**/*.ts`).map((path) => relative(NODE, path));
const folders = [...new Set(files.map(dirname))];

const named = [map, read('docs/traps.md')].flatMap((page) =>
	[...page.matchAll(/(?<![\w./])[\w./]+\.ts\b/g)].map(([path]) => path),
);

it.each([...new Set(named)])('%s is there', (path) => {
	expect(folders.some((folder) => existsSync(join(root, NODE, folder, path)))).toBe(true);
});

/** The rows of the map's table, which stand in the order of imports. The nodes are above them all. */
const rows = ['.', ...[...map.matchAll(/^\| `([\w./*]+?)\/?` \|/gm)].map(([, row]) => row!)];

/** The row of a file: its own, that of its folder, or that of all folders beside it. */
const rowOf = (file: string) =>
	[file, dirname(file), join(dirname(dirname(file)), '*')].find((row) => rows.includes(row));

it.each(folders)('%s is on the map', (folder) => {
	expect(rows).toContain(rowOf(join(folder, 'any.ts')));
});

it.each(rows)('%s is in the house', (row) => {
	expect(files.map(rowOf)).toContain(row);
});

it.each(folders)('%s holds about a dozen files at most', (folder) => {
	expect(files.filter((file) => dirname(file) === folder).length).toBeLessThanOrEqual(13);
});

it('imports go downwards on the map, and in no circle', async () => {
	const { default: madge } = await import('madge');
	const found = await madge(join(root, NODE), { fileExtensions: ['ts'] });
	const imports = Object.entries(found.obj()).flatMap(([from, all]) =>
		all.map((to) => ({ from, to })),
	);
	expect(imports.length).toBeGreaterThan(300);
	const upwards = imports.filter(({ from, to }) => {
		const [above, below] = [rowOf(from), rowOf(to)];
		// Within a folder any file may ask for another; a row for several folders keeps them apart.
		if (above === below) return dirname(from) !== dirname(to);
		return rows.indexOf(above!) > rows.indexOf(below!);
	});
	expect(upwards).toEqual([]);
	expect(found.circular()).toEqual([]);
});

it.each(files)('%s has at most 250 lines', (path) => {
	expect(read(join(NODE, path)).split('\n').length - 1).toBeLessThanOrEqual(250);
});

/** What has no function has no logic: types, tables of fields, the table of resources. */
function hasFunction(node: ts.Node): boolean {
	if (ts.isFunctionLike(node) && 'body' in node && node.body) return true;
	return ts.forEachChild(node, hasFunction) ?? false;
}

const withLogic = files.filter((path) => {
	return hasFunction(ts.createSourceFile(path, read(join(NODE, path)), ts.ScriptTarget.Latest));
});

/** What the unit tests say about the code that they ask for. */
const unitTests = filesOf('test/unit/**/*.mts').map((path) => [path, read(path)] as const);

// The two nodes are held by the tests of the description, and by those on the engines.
it.each(withLogic.filter((path) => dirname(path) !== '.'))('%s has a unit test', (path) => {
	const own = `test/unit/${path.replace(/\.ts$/, '.test.mts')}`;
	const tests = unitTests.filter(([test, text]) => test === own || text.includes(`/${path}'`));
	expect(tests).not.toEqual([]);
});

const TOOLS = ['bench', 'sandbox', 'scripts', 'test/host', 'test/kit', 'test/long'];

it.each(TOOLS)(
	'what is in %s runs without a build: Node.js takes types out, and no more',
	(folder) => {
		for (const path of filesOf(`${folder}/**/*.mts`))
			expect([path, stripTypeScriptTypes(read(path)) !== '']).toEqual([path, true]);
	},
);
