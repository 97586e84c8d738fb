import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root, temporaryFolder } from '../kit/repository.mts';

interface Manifest {
	scripts: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

const NAME = 'n8n-nodes-merchant-data';
const folder = temporaryFolder();
const modules = join(folder, 'node_modules');
const installed = join(modules, NAME);
let tarball: string;
let files: string[];
let manifest: Manifest;

/** Packs the package as it would be published and unpacks it beside what n8n itself provides. */
beforeAll(() => {
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const told = execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
	const [packed] = JSON.parse(told) as Array<{ filename: string; files: Array<{ path: string }> }>;
	tarball = join(folder, packed!.filename);
	files = packed!.files.map(({ path }) => path);
	mkdirSync(installed, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
	for (const provided of ['n8n-workflow', 'luxon']) {
		symlinkSync(join(root, 'node_modules', provided), join(modules, provided));
	}
	manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
});

it('contains only dist, README and licence', () => {
	const others = files.filter((path) => !path.startsWith('dist/')).sort();
	expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
	expect(files.filter((path) => /\.(ts|mts|map|tsbuildinfo)$/.test(path))).toEqual([]);
	const icons = ['icons/merchantData.svg', 'icons/merchantData.dark.svg'];
	const codex = ['', 'Trigger'].map((which) => `nodes/MerchantData/MerchantData${which}.node.json`);
	expect(files).toEqual(expect.arrayContaining([...icons, ...codex].map((path) => `dist/${path}`)));
});

it('installs without any other package, and runs nothing at that', () => {
	const nodes = join(folder, 'nodes');
	mkdirSync(nodes);
	execFileSync('npm', ['install', '--offline', '--prefix', nodes, tarball], { stdio: 'pipe' });
	const packages = readdirSync(join(nodes, 'node_modules'));
	expect(packages.filter((name) => !name.startsWith('.'))).toEqual([NAME]);
	const hook = /^(pre|post)?(install|prepare|pack|publish)/;
	expect(Object.keys(manifest.scripts).filter((name) => hook.test(name))).toEqual([]);
});

it('loads both nodes and both credentials with only what n8n provides', () => {
	const load = ({ nodes, credentials }: Manifest['n8n']) => `
		const made = ${JSON.stringify([...nodes, ...credentials])}.map((path) => {
			const exported = require(require('node:path').join(${JSON.stringify(installed)}, path));
			const [[name, Class]] = Object.entries(exported);
			const instance = new Class();
			return [name, instance.description?.name ?? instance.name];
		});
		console.log(JSON.stringify(made));`;
	const env = { PATH: process.env.PATH };
	const printed = execFileSync(process.execPath, ['-e', load(manifest.n8n)], { cwd: folder, env });
	expect(JSON.parse(String(printed))).toEqual([
		['MerchantData', 'merchantData'],
		['MerchantDataTrigger', 'merchantDataTrigger'],
		['MerchantDataApi', 'merchantDataApi'],
		['MerchantDataOAuth2Api', 'merchantDataOAuth2Api'],
	]);
});
