import { execFileSync } from 'node:child_process';
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { resources } from '../../nodes/MerchantData/resources/index.ts';
import { PUSHED } from '../../nodes/MerchantData/service/endpoints.ts';
import type { FileFormat } from '../../nodes/MerchantData/input/formats/records.ts';
import { readJson, root } from '../kit/repository.mts';

const { description } = new MerchantData();
const { description: trigger } = new MerchantDataTrigger();

const fieldsNamed = (name: string): INodeProperties[] =>
	description.properties.filter((field) => field.name === name);
const choicesOf = (name: string) => fieldsNamed(name)[0]!.options as INodePropertyOptions[];

/** A value as a literal, the way a person would write it. */
const literal = (value: unknown) =>
	JSON.stringify(value, null, '\t')
		.replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
		.replace(/"(?:[^"\\]|\\.)*"/g, (text) => {
			const value = JSON.parse(text) as string;
			return value === 'main' ? 'NodeConnectionTypes.Main' : `'${value.replace(/[\\']/g, '\\$&')}'`;
		});

/** What the package's own strict rules say of source texts, as if they stood in these files. */
function lint(sources: Record<string, string>): unknown {
	const script = `
		import { ESLint } from 'eslint';
		const eslint = new ESLint();
		const found = [];
		for (const [filePath, text] of ${JSON.stringify(Object.entries(sources))})
			found.push(...(await eslint.lintText(text, { filePath })));
		console.log(JSON.stringify(found.flatMap(({ filePath, messages }) =>
			messages.map(({ line, message }) => [filePath, line, message]))));`;
	// The rules take the file name for granted if NODE_ENV is "test".
	const env = { ...process.env, NODE_ENV: 'production' };
	const options = { cwd: root, input: script, encoding: 'utf8', env } as const;
	return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-'], options));
}

/** Periods go from today on, as people look for them: the one list that is not by the alphabet. */
const sortedPeriods = description.properties.map(({ options, ...property }) => ({
	...property,
	options:
		property.name === 'period'
			? options!.toSorted((a, b) => a.name.localeCompare(b.name))
			: options,
}));

const nodeSource = (name: string, built: INodeTypeDescription) => `
import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

export class ${name} implements INodeType {
	description: INodeTypeDescription = ${literal(built)};
}
`;

const BUILT = {
	'nodes/MerchantData/MerchantData.node.ts': nodeSource('MerchantData', {
		...description,
		properties: sortedPeriods,
	}),
	'nodes/MerchantData/MerchantDataTrigger.node.ts': nodeSource('MerchantDataTrigger', trigger),
};

// The rules see literals only.
it('obeys the strict rules of lint as built', () => {
	expect(lint(BUILT)).toEqual([]);
});

it('lists the periods from today on', () => {
	const names = choicesOf('period').map(({ name }) => name);
	expect(names.join(', ')).toBe(
		'Today, Yesterday, This Week, Last Week, Last 7 Days, This Month, Last Month, Last 30 Days, Last N Days, This Year, Custom',
	);
});

it('shows "Short Lines" for each file format with lines of cells', () => {
	const formats = choicesOf('fileFormat').map(({ value }) => value);
	const options = fieldsNamed('options').flatMap((field) => field.options as INodeProperties[]);
	const ofCells = options.filter(({ name }) => ['quotes', 'shortLines'].includes(name));
	for (const { displayOptions } of ofCells)
		expect(displayOptions!.show!['/fileFormat']).toEqual(
			formats.filter((format) => !String(format).includes('json')),
		);
});

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** The paths of every field and option of a node. */
const fields = (described: readonly Described[], prefix = ''): string[] =>
	described.flatMap((each) => {
		const path = `${prefix}${each.name}`;
		if ('values' in each) return [path, ...fields(each.values, `${path}.`)];
		if (!('type' in each)) return [];
		const inside = /collection$/i.test(each.type) ? (each.options ?? []) : [];
		return [path, ...fields(inside, `${path}.`)];
	});

it('offers all file formats that the code knows', () => {
	const values = choicesOf('fileFormat').map(({ value }) => value as string);
	// A new value of the type is missing here until it is added to the menu.
	const known: Record<FileFormat | 'autodetect', 1> = { autodetect: 1, csv: 1, json: 1, ndjson: 1 };
	expect(values.sort()).toEqual(Object.keys(known));
});

const words = (text: string) => text.trim().split(/\s+/).sort();

/** In any order. */
const NAMES = words(`
	resource operation agentNotice deletionNotice usedFor credentialsToCheck simplify returnAll limit
	shop shopDomain dataMode binaryPropertyName fileFormat shopColumn rowsJson fields fieldsToAdd
	columns columns.column columns.column.name columns.column.field columns.column.sendAs
	otherColumns numberFormat dateFormat datePattern ifSentAgain onlyChanged preview emails phones
	query period startDate endDate days outputFormat options
	options.allowAsTool options.batchSize options.binaryField options.bodyFields
	options.byteOrderMark options.combine options.compress options.decimalSeparator options.delimiter options.emptyValues
	options.encoding options.failOnProblem options.fromLine options.ifRowsLookWrong options.includeShop
	options.includeToday options.isolateRejectedRows options.limit options.maxIdentifiers
	options.maxParallelRequests options.maxWait options.output options.quotes
	options.rowsAtMost options.rowsField options.shortLines options.simplify
	options.skipRows options.skipRows.rule options.skipRows.rule.column
	options.skipRows.rule.text options.skipRows.rule.when
	options.splitBy options.timeout options.timezone
`);
const NAMES_OF_TRIGGER = words(`
	pollNotice shopDomain query event keyColumns lookBackDays startWith options
	options.ignoreColumns options.includeChange options.includeToday options.maxRows
	options.maxRowsPerRun options.maxWait options.rowsField options.timeout options.timezone
`);

it.each([
	['the node', description, NAMES],
	['the trigger', trigger, NAMES_OF_TRIGGER],
])('%s keeps the names that saved workflows depend on', (_, { properties }, names) => {
	expect([...new Set(fields(properties))].sort()).toEqual(names);
});

it('keeps the defaults of the trigger', () => {
	const all = [...trigger.properties, ...(trigger.properties.at(-1)!.options as INodeProperties[])];
	expect(Object.fromEntries(all.map((field) => [field.name, field.default]))).toMatchObject({
		event: 'newRows',
		lookBackDays: 7,
		startWith: 'onlyNew',
		includeToday: true,
		maxRows: 10_000,
		maxRowsPerRun: 1_000,
	});
});

it('package.json says what is pushed, as the descriptions of both nodes do', () => {
	const inPackage = readJson<{ description: string }>('package.json').description;
	const texts = [inPackage, description.description, trigger.description].join('\n');
	expect(texts.split(PUSHED)).toHaveLength(4);
});

it('is a trigger that polls, and nothing else', () => {
	expect(trigger).toMatchObject({ group: ['trigger'], polling: true, inputs: [] });
	expect(description.usableAsTool).toBe(true);
	expect(trigger).not.toHaveProperty('usableAsTool');
});

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

	it.each<[checked: string, names: string[]]>([
		['both', BOTH],
		...BOTH.map((name): [string, string[]] => [name, [name]]),
	])('of a connection are those that are checked: %s', (credentialsToCheck, names) => {
		const asked = askedFor({ resource: 'connection', credentialsToCheck });
		expect(asked.map(({ name }) => name)).toEqual(names);
	});

	it('appear once each, because n8n only looks at the first of a name', () => {
		expect(description.credentials!.map(({ name }) => name)).toEqual(BOTH);
	});
});

it('keeps the two fields that name a shop apart, because the editor keeps their values', () => {
	const typesOf = (name: string) => new Set(fieldsNamed(name).map(({ type }) => type));
	expect([...typesOf('shop')]).toEqual(['resourceLocator']);
	expect([...typesOf('shopDomain')]).toEqual(['string']);
	const resources = (name: string) =>
		new Set(fieldsNamed(name).flatMap(({ displayOptions }) => displayOptions!.show!.resource));
	for (const resource of resources('shop')) expect(resources('shopDomain')).not.toContain(resource);
});

it("is found in the node panel through the trigger's description and the node's aliases", () => {
	const ofTrigger = readJson<object>('nodes/MerchantData/MerchantDataTrigger.node.json');
	// Where a node and a trigger have one name, n8n shows the trigger's description and searches the
	// node's words.
	expect(trigger.description).toMatch(/new or changed rows.*push.*SQL.*deletion/);
	expect(ofTrigger).not.toHaveProperty('alias');
	expect(ofTrigger).toMatchObject({ node: `n8n-nodes-merchant-data.${trigger.name}` });
});
