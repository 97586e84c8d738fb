import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import ts from 'typescript';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import type { FileFormat } from '../../nodes/MerchantData/rows/files/records.ts';
import { filesOf, readJson, root } from '../kit/repository.mts';

const { description } = new MerchantData();
const { description: trigger } = new MerchantDataTrigger();

/** A value as a literal, the way a person would write it. */
const literal = (value: unknown) =>
	JSON.stringify(value, null, '\t')
		.replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
		.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
			const value = JSON.parse(text) as string;
			return value === 'main' ? 'NodeConnectionTypes.Main' : `'${value.replace(/[\\']/g, '\\$&')}'`;
		});

/** Lints a source text as if it stood in a file of the package, by the package's own strict rules. */
function lint(source: string, path: string): string {
	const args = ['node_modules/eslint/bin/eslint.js', '--stdin', '--stdin-filename', path];
	// The rules take the file name for granted where NODE_ENV is "test".
	const env = { ...process.env, NODE_ENV: 'production' };
	const options = { cwd: root, input: source, encoding: 'utf8', env } as const;
	return spawnSync(process.execPath, args, options).stdout;
}

/** Periods go from today on, as people look for them: the one list that is not by the alphabet. */
const sortedPeriods = description.properties.map(({ options, ...property }) => ({
	...property,
	options:
		property.name === 'period'
			? options!.toSorted((a, b) => a.name.localeCompare(b.name))
			: options,
}));

it.each([
	['MerchantData', { ...description, properties: sortedPeriods }],
	['MerchantDataTrigger', trigger],
])('obeys the strict rules as built, where the rules see literals only: %s', (name, built) => {
	const source = `import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

export class ${name} implements INodeType {
	description: INodeTypeDescription = ${literal(built)};
}
`;
	expect(lint(source, `nodes/MerchantData/${name}.node.ts`)).toBe('');
});

it('has the periods from today on', () => {
	const { options } = description.properties.find(({ name }) => name === 'period')!;
	expect((options as INodePropertyOptions[]).map(({ name }) => name)).toEqual([
		...['Today', 'Yesterday', 'This Week', 'Last Week', 'Last 7 Days', 'This Month'],
		...['Last Month', 'Last 30 Days', 'Last N Days', 'This Year', 'Custom'],
	]);
});

it.each([new MerchantDataApi(), new MerchantDataOAuth2Api()])(
	'obeys the strict rules as built: credential $name',
	({ name, displayName, properties }) => {
		const className = name[0]?.toUpperCase() + name.slice(1);
		const extension = name.includes('OAuth2') ? "\textends = ['oAuth2Api'];\n" : '';
		const source = `import type { ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class ${className} implements ICredentialType {
	name = '${name}';
${extension}
	displayName = '${displayName}';

	icon = { light: 'file:../icons/merchantData.svg', dark: 'file:../icons/merchantData.dark.svg' } as const;

	documentationUrl = 'https://example.com';

	properties: INodeProperties[] = ${literal(properties)};

	test: ICredentialTestRequest = { request: { url: '/' } };
}
`;
		expect(lint(source, `credentials/${className}.credentials.ts`)).toBe('');
	},
);

/** Every field and option of the node, by its path. */
function* fields(
	properties: readonly (INodeProperties | INodePropertyCollection | INodePropertyOptions)[],
	path: string,
): Generator<{ path: string; name: string }> {
	for (const property of properties) {
		const { name } = property;
		const own = `${path}.${name}`;
		if ('values' in property || 'type' in property) yield { path: own, name };
		if ('values' in property) yield* fields(property.values, own);
		else if ('type' in property && /collection$/i.test(property.type))
			yield* fields(property.options ?? [], own);
	}
}

const parsed = ts.parseJsonConfigFileContent(readJson('tsconfig.json'), ts.sys, root);

/** The names that the code reads: `x.name`, `{ name } = x`, `field('name', …)`; of options, those of a type with their bounds. */
function namesRead(): Record<'fields' | 'options', Set<string>> {
	const read = { fields: new Set<string>(), options: new Set<string>() };
	const program = ts.createProgram(parsed.fileNames, parsed.options);
	const checker = program.getTypeChecker();
	const add = (name: string, of: ts.Node) => {
		read.fields.add(name);
		const type = checker.getTypeAtLocation(of);
		if (type.getProperty('timeout') && type.getProperty('maxWait')) read.options.add(name);
	};
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAccessExpression(node)) add(node.name.text, node.expression);
		if (ts.isBindingElement(node)) add((node.propertyName ?? node.name).getText(), node.parent);
		if (ts.isCallExpression(node)) {
			for (const argument of node.arguments) {
				if (ts.isStringLiteral(argument)) read.fields.add(argument.text);
			}
		}
		ts.forEachChild(node, visit);
	};
	for (const file of filesOf('nodes/**/*.ts')) visit(program.getSourceFile(join(root, file))!);
	return read;
}

it('offers all formats of files that the code knows', () => {
	const menu = description.properties.find(({ name }) => name === 'fileFormat')!.options!;
	const values = (menu as INodePropertyOptions[]).map(({ value }) => value as string);
	// A new value of the type is missing here until it is added to the menu.
	const known: Record<FileFormat | 'autodetect', 1> = { autodetect: 1, csv: 1, json: 1, ndjson: 1 };
	expect(values.sort()).toEqual(Object.keys(known));
});

it('shows no field or option that the code does not read', () => {
	const read = namesRead();
	const isRead = (path: string, name: string) =>
		read[/\.options\.\w+$/.test(path) ? 'options' : 'fields'].has(name);
	// A notice is there to be read by people.
	const all = [description, trigger].flatMap((node) => [...fields(node.properties, node.name)]);
	const ignored = all.filter(({ path, name }) => !isRead(path, name) && !name.endsWith('Notice'));
	expect(ignored.map(({ path }) => path)).toEqual([]);
});

/** They may stand in any order. */
const NAMES = [
	'.agentNotice',
	'.binaryPropertyName',
	'.columns',
	'.columns.column',
	'.columns.column.field',
	'.columns.column.name',
	'.columns.column.sendAs',
	'.credentialsToCheck',
	'.dataMode',
	'.dateFormat',
	'.days',
	'.deletionNotice',
	'.emails',
	'.endDate',
	'.fields',
	'.fieldsToAdd',
	'.fileFormat',
	'.limit',
	'.numberFormat',
	'.operation',
	'.options',
	'.options.allowAsTool',
	'.options.batchSize',
	'.options.binaryField',
	'.options.bodyFields',
	'.options.byteOrderMark',
	'.options.combine',
	'.options.compress',
	'.options.delimiter',
	'.options.emptyValues',
	'.options.encoding',
	'.options.failOnProblem',
	'.options.fromLine',
	'.options.includeShop',
	'.options.includeToday',
	'.options.isolateRejectedRows',
	'.options.limit',
	'.options.maxIdentifiers',
	'.options.maxParallelRequests',
	'.options.maxWait',
	'.options.output',
	'.options.retryServerErrors',
	'.options.rowsAtMost',
	'.options.rowsField',
	'.options.rowsToRemember',
	'.options.shortLines',
	'.options.simplify',
	'.options.skipRows',
	'.options.skipRows.rule',
	'.options.skipRows.rule.column',
	'.options.skipRows.rule.text',
	'.options.skipRows.rule.when',
	'.options.splitBy',
	'.options.timeout',
	'.options.timezone',
	'.otherColumns',
	'.outputFormat',
	'.period',
	'.phones',
	'.preview',
	'.query',
	'.resource',
	'.returnAll',
	'.rowsJson',
	'.shop',
	'.shopColumn',
	'.shopDomain',
	'.simplify',
	'.skipSentRows',
	'.startDate',
	'.usedFor',
];

it('keeps the names that saved workflows depend on', () => {
	const shown = [...fields(description.properties, '')].map(({ path }) => path);
	expect([...new Set(shown)].sort()).toEqual(NAMES.toSorted());
	expect(description.usableAsTool).toBe(true);
});

it('keeps the names that saved workflows with the trigger depend on', () => {
	const shown = [...fields(trigger.properties, '')].map(({ path }) => path);
	expect(shown).toEqual([
		...['.pollNotice', '.shopDomain', '.query', '.event', '.keyColumns', '.lookBackDays'],
		...['.startWith', '.options', '.options.ignoreColumns', '.options.includeChange'],
		...['.options.includeToday', '.options.maxRows', '.options.maxRowsPerRun'],
		...['.options.maxWait', '.options.rowsField', '.options.timeout', '.options.timezone'],
	]);
	const options = trigger.properties.at(-1)!.options as INodeProperties[];
	const all = [...trigger.properties, ...options];
	expect(Object.fromEntries(all.map((field) => [field.name, field.default]))).toMatchObject({
		...{ event: 'newRows', lookBackDays: 7, startWith: 'onlyNew', includeToday: true },
		...{ maxRows: 10_000, maxRowsPerRun: 1_000 },
	});
});

it('is a trigger that polls, and nothing else', () => {
	expect(trigger).toMatchObject({ group: ['trigger'], polling: true, inputs: [] });
	expect(trigger.displayName).toMatch(/ Trigger$/);
	expect(trigger.icon).toEqual(description.icon);
	expect(trigger).not.toHaveProperty('usableAsTool');
	expect([...fields(trigger.properties, '')].map(({ name }) => name)).not.toContain('limit');
});

const fieldsNamed = (name: string): INodeProperties[] =>
	description.properties.filter((field) => field.name === name);

describe('the credentials', () => {
	const node = { typeVersion: 1 } as INode;
	/** The credentials that the editor asks for, as n8n itself works it out. */
	const askedFor = (parameters: INodeParameters) =>
		description.credentials!.filter(
			({ required, ...each }) =>
				required && NodeHelpers.displayParameter(parameters, each, node, description),
		);
	const BOTH = ['merchantDataOAuth2Api', 'merchantDataApi'];

	it.each(resources.filter(({ credential }) => credential !== 'both'))(
		'follow from the resource: $value',
		({ value, credential: name }) =>
			expect(askedFor({ resource: value })).toMatchObject([{ name }]),
	);

	it.each(['both', ...BOTH])('of a connection are those to check: %s', (credentialsToCheck) => {
		const names = BOTH.filter((name) => ['both', name].includes(credentialsToCheck));
		const asked = askedFor({ resource: 'connection', credentialsToCheck });
		expect(asked.map(({ name }) => name)).toEqual(names);
	});

	it('stand once each, because n8n looks at the first of a name only', () => {
		expect(description.credentials!.map(({ name }) => name)).toEqual(BOTH);
	});
});

it('takes the name of a field that is dragged to a column, not its value', () => {
	const [columns] = fieldsNamed('columns');
	const [{ values }] = columns!.options as [INodePropertyCollection];
	expect(values.map(({ name, requiresDataPath }) => [name, requiresDataPath])).toEqual([
		['name', 'single'],
		['field', undefined],
		['sendAs', undefined],
	]);
	for (const { requiresDataPath } of fieldsNamed('shopColumn'))
		expect(requiresDataPath).toBe('single');
});

it('says on the screen what would otherwise be found out too late', () => {
	const texts = (name: string) => fieldsNamed(name).map(({ displayName }) => displayName);
	expect(texts('deletionNotice')[0]).toMatch(/cannot be undone.*AI agent.*refused/);
	expect(fieldsNamed('query')[0]!.hint).toContain('@startDate and @endDate, without quotes');
	const scopes = new MerchantDataOAuth2Api().properties.find(({ name }) => name === 'scopes')!;
	const needs = /needs Ads: Write.*needs Email\/SMS: Write.*nothing chosen.*Read Data/;
	expect(scopes.hint).toMatch(needs);
	for (const option of scopes.options as INodePropertyOptions[]) {
		expect([option.name, option.description]).toEqual([option.name, expect.stringMatching(/\w/)]);
	}
});

it('keeps apart the two fields that name a shop, of which the editor keeps the values', () => {
	const typesOf = (name: string) => new Set(fieldsNamed(name).map(({ type }) => type));
	expect([...typesOf('shop')]).toEqual(['resourceLocator']);
	expect([...typesOf('shopDomain')]).toEqual(['string']);
	const resources = (name: string) =>
		new Set(fieldsNamed(name).flatMap(({ displayOptions }) => displayOptions!.show!.resource));
	for (const resource of resources('shop')) expect(resources('shopDomain')).not.toContain(resource);
});

it('is found in the node panel by what it does, and links to pages without a fragment', () => {
	const codexOf = (name: string) =>
		readJson<{
			node: string;
			alias?: string[];
			resources: Record<string, Array<{ url: string }>>;
		}>(`nodes/MerchantData/${name}.node.json`);
	const [codex, ofTrigger] = [codexOf('MerchantData'), codexOf('MerchantDataTrigger')];
	expect(ofTrigger.node).toBe(`n8n-nodes-merchant-data.${trigger.name}`);
	// Where a node and a trigger have one name, n8n shows the trigger's description and searches the
	// node's words.
	expect(trigger.description).toMatch(/new or changed rows.*push.*SQL.*deletion/);
	expect(ofTrigger.alias).toBeUndefined();
	expect(codex.alias).toEqual(
		expect.arrayContaining([
			...['push', 'query', 'privacy', 'campaign', 'marketing', 'email', 'sms', 'deletion'],
			...['new order', 'changed row', 'orders', 'revenue', 'report', 'csv', 'import', 'newsletter'],
			...['ecommerce', 'google ads', 'meta ads', 'facebook ads', 'erase'],
		]),
	);
	expect(new Set(codex.alias).size).toBe(codex.alias!.length);
	// n8n appends parameters of its own to these.
	const urls = [codex, ofTrigger]
		.flatMap(({ resources }) => Object.values(resources).flat())
		.map(({ url }) => url);
	const credentials = [new MerchantDataApi(), new MerchantDataOAuth2Api()];
	urls.push(...credentials.map(({ documentationUrl }) => documentationUrl));
	expect(urls.filter((url) => url.includes('#'))).toEqual([]);
});
