import type { Fields } from '../../nodes/MerchantData/n8n/field.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { pushFields } from '../../nodes/MerchantData/resources/push/form.ts';
import { triggerFields } from '../../nodes/MerchantData/trigger/fields.ts';
import { sqlFields } from '../../nodes/MerchantData/resources/sql/form.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import { ERROR_TABLE } from '../../nodes/MerchantData/service/errors/errorTable.ts';
import { filesOf, read, readJson } from '../kit/repository.mts';
import { sharedSandbox } from '../kit/sandbox.mts';

/** README and guide name what the node has, as the node does. */

const readme = read('README.md');
const pushing = read('docs/guide/pushing.md');
const operating = read('docs/guide/operating.md');
const errors = read('docs/guide/errors.md');

const CREDENTIALS = {
	merchantDataApi: 'API key',
	merchantDataOAuth2Api: 'OAuth2',
	both: 'Both',
} as const;

const TRIGGER = new MerchantDataTrigger().description.displayName;

/** As they are called in the node panel and on the canvas. */
const OPERATIONS = resources.flatMap(({ credential, operations }) =>
	operations.map(({ action }) => [action, CREDENTIALS[credential]] as const),
);

it('lists every operation with its credential', () => {
	const section = readme.slice(readme.indexOf('## Operations'), readme.indexOf('## Recipes'));
	const rows = [...section.matchAll(/^\| ([^|]+) \| (OAuth2|API key|Both) \|/gm)].map(
		([, operation, credential]) => [operation, credential],
	);
	expect(rows.sort()).toEqual([...OPERATIONS, [`*${TRIGGER}*`, 'API key']].sort());
});

it('says in the guide which page is about each operation', () => {
	const guide = read('docs/guide/README.md');
	const named = [...guide.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name!);
	expect(named.sort()).toEqual([...OPERATIONS.map(([action]) => action), TRIGGER].sort());
});

const optionsOf = (fields: Fields) =>
	(fields.find(({ name }) => name === 'options')?.options ?? []) as Fields;
const defaultOf = (fields: Fields, option: string) =>
	optionsOf(fields).find(({ name }) => name === option)?.default;

/** The first cells of the table under a heading of columns. */
function firstCells(page: string, heading: string): string[] {
	const table = page.slice(page.indexOf(`| ${heading} |`)).split('\n\n')[0]!;
	const lines = table.split('\n').slice(2);
	return lines.map((line) => line.split('|')[1]!.replaceAll('*', '').trim());
}

const choicesOf = (fields: Fields, field: string) =>
	(fields.find(({ name }) => name === field)!.options as Fields).map(({ name }) => name);

it('calls the modes and the outputs of a push as the node does', () => {
	expect(firstCells(pushing, 'Data Mode')).toEqual(choicesOf(pushFields, 'dataMode'));
	expect(firstCells(pushing, '*Output*')).toEqual(choicesOf(optionsOf(pushFields), 'output'));
});

it('knows the bounds of requests', () => {
	const [many, sql] = [pushFields, sqlFields].map((each) => defaultOf(each, 'maxParallelRequests'));
	for (const bound of [
		`*Timeout* | ${String(defaultOf(pushFields, 'timeout'))} s |`,
		`*Max Wait* | ${String(defaultOf(pushFields, 'maxWait'))} s |`,
		`*Max Parallel Requests* | ${String(many)}, SQL ${String(sql)} |`,
	])
		expect(operating).toContain(bound);
});

it.each(Object.entries(ERROR_TABLE))(
	'explains the error %s, and whether its rows are unknown',
	(status, { name, outcome }) => {
		const called = Number(status) < 100 ? `\`${name}\`` : `\`${status} ${name}\``;
		const row = errors.split('\n').find((line) => line.startsWith('|') && line.includes(called));
		expect(row).toContain(outcome === 'unknown' ? '`unknown`' : called);
	},
);

const allOptions = [
	...resources.flatMap(({ operations }) => operations),
	{ fields: triggerFields },
].flatMap(({ fields }) => optionsOf(fields));
const optionLabels = allOptions.map(({ displayName }) => displayName.replace(/ \(.*/, ''));
const guidePages = filesOf('docs/guide/*.md').map(read).join('\n').replace(/\s+/g, ' ');

it.each([...new Set(optionLabels)])('the guide names the option %s', (label) => {
	expect([label, guidePages.includes(`*${label}*`)]).toEqual([label, true]);
});

/** What a user sees in menus and errors. */
const noticed = [
	OPERATIONS.map(([action]) => action),
	optionLabels,
	choicesOf(sqlFields, 'period'),
	choicesOf(pushFields, 'fileFormat'),
	Object.values(ERROR_TABLE).map(({ name }) => name),
].flat();
const changelog = read('CHANGELOG.md').replace(/\s+/g, ' ');

it.each([...new Set(noticed)])('the changelog says since when there is %s', (name) => {
	expect([name, changelog.includes(`*${name.replace(/ \(.*/, '')}*`)]).toEqual([name, true]);
});

it('form and guide name the formats of a file', () => {
	const [formats, outputs] = [
		choicesOf(pushFields, 'fileFormat').filter((name) => name !== 'Autodetect'),
		choicesOf(sqlFields, 'outputFormat').filter((name) => name !== 'Items'),
	];
	const files = read('docs/guide/files.md');
	expect(firstCells(files, '*File Format*').sort()).toEqual([...formats].sort());
	expect(firstCells(read('docs/guide/sql.md'), '*Output Format*').sort()).toEqual(outputs.sort());
	const all = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(formats);
	for (const text of [JSON.stringify(pushFields), read('docs/guide/README.md'), files])
		expect(text).toContain(`a ${all} file`);
});

it.each(['docs/guide/operating.md', 'docs/decisions.md'])(
	'%s lists what lowers the number of requests',
	(path) => {
		const lowering = Object.keys(ERROR_TABLE).filter(
			(s) => Number(s) > 99 && ERROR_TABLE[Number(s)]!.load,
		);
		expect(read(path)).toContain(`Each ${lowering.join(', ')} or timeout lowers`);
	},
);

const sources = filesOf('{nodes/MerchantData,credentials}/**/*.ts').map(read);
// Quotation marks may be escaped in a source.
const said = sources.join('\n').replaceAll('\\', '');

/** n8n's own, and what its OAuth2 flow is told by the service. */
const NOT_OURS = [
	'Unrecognized node type: n8n-nodes-merchant-data…',
	'Insufficient parameters for OAuth2 callback',
	'Failed to connect',
	'access_denied',
	'invalid_client',
];

/** What the first cells of errors quote, if it is no name of a status. */
const quoted = [...`${errors}${read('docs/guide/retrying.md')}`.matchAll(/^\| ([^|]+) \|/gm)]
	.flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
	.filter((text) => !/^\d/.test(text) && !NOT_OURS.includes(text));
/** What differs between two errors. */
const DIFFERS = /…|(?:\b\d+ )?\brows?\b(?: are)?/;

it.each(quoted)('the error "%s" is one that the node gives', (text) => {
	for (const part of text.split(DIFFERS)) expect(said).toContain(part.trim());
});

const examples = filesOf('examples/*.json').map((path) => {
	const { name, tags } = readJson<{ name: string; tags: Array<{ name: string }> }>(path);
	return { file: path.replace('examples/', ''), name, tags: tags.map((tag) => tag.name) };
});

it.each(examples)(
	'README and the page of examples show $name',
	({ file, name, tags: [tag, needs] }) => {
		expect(readme).toContain(`[${name}](examples/${file})`);
		const page = read('examples/README.md');
		const section = page.split(`### ${name}\n`)[1]?.split('\n#')[0];
		expect(section).toContain(`/examples/${file.replace('.json', '.png')})`);
		const rows = page.split(`## ${tag}\n`)[1]?.split('\n## ')[0];
		expect(rows).toContain(`| [${name}](${file})${needs === undefined ? '' : ` (${needs})`} | `);
	},
);

/** A query of a page, with the key columns that the same section names. */
const queriesIn = (path: string) =>
	read(path)
		.split(/^#+ /m)
		.flatMap((section) => {
			const keys = [...(/\*\*?Key Columns\*\*?[^`]*`(\w+)`/g.exec(section) ?? [])].slice(1);
			const queries = section.matchAll(/^ *```sql\n([^`]*)```/gm);
			return [...queries].map(([, query]) => ({ path, query: query!, keys }));
		});

const queries = [
	'README.md',
	...['sql', 'trigger', 'retrying'].map((name) => `docs/guide/${name}.md`),
]
	.flatMap(queriesIn)
	.map((found) => ({ title: found.query.trim().split('\n')[0]!, ...found }));

describe('the queries of the docs', () => {
	const { sandbox, call } = sharedSandbox({ seedEndDate: '2026-03-31' });

	it.each(queries)('$path: $title … gives rows, which differ in their key', async (found) => {
		const pushed = { shop: sandbox.shops[0], data: [{ date: '2026-03-02', campaignId: 'H-100' }] };
		const authorization = `Bearer ${sandbox.issueTokens().access_token}`;
		await ask('data-in/ads', { authorization }, pushed);
		const period = { startDate: '2026-03-01', endDate: '2026-03-31' };
		const asked = { query: found.query, period, shopId: sandbox.shops[0] };
		const rows = await ask('platform/api/sql', { 'x-api-key': sandbox.apiKeys.full! }, asked);
		expect(rows.length).toBeGreaterThan(0);
		for (const name of found.keys) expect(rows[0]).toHaveProperty(name);
		const keys = rows.map((row) => JSON.stringify(found.keys.map((name) => row[name])));
		if (found.keys.length > 0) expect(new Set(keys).size).toBe(rows.length);
	});

	async function ask(path: string, headers: object, sent: object) {
		const { status, body } = await call('POST', `/api/v2/${path}`, headers, sent);
		expect([status, path]).toEqual([200, path]);
		return body as Array<Record<string, unknown>>;
	}
});
