import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataOAuth2Api } from '../../credentials/MerchantDataOAuth2Api.credentials.ts';
import { MerchantData } from '../../nodes/MerchantData/MerchantData.node.ts';

const { description } = new MerchantData();
const root = join(__dirname, '../..');

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
	try {
		return execFileSync(
			process.execPath,
			['node_modules/eslint/bin/eslint.js', '--stdin', '--stdin-filename', path],
			// The rules take the file name for granted where NODE_ENV is "test".
			{
				cwd: root,
				input: source,
				encoding: 'utf8',
				env: { ...process.env, NODE_ENV: 'production' },
			},
		);
	} catch (error) {
		return (error as { stdout: string }).stdout;
	}
}

it('obeys the strict rules as built, where the rules see literals only', () => {
	const source = `import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

export class MerchantData implements INodeType {
	description: INodeTypeDescription = ${literal(description)};
}
`;
	expect(lint(source, 'nodes/MerchantData/MerchantData.node.ts')).toBe('');
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
		if ('values' in property) {
			yield { path: `${path}.${property.name}`, name: property.name };
			yield* fields(property.values, `${path}.${property.name}`);
		} else if ('type' in property) {
			yield { path: `${path}.${property.name}`, name: property.name };
			if (property.type === 'collection' || property.type === 'fixedCollection') {
				yield* fields(property.options ?? [], `${path}.${property.name}`);
			}
		}
	}
}

/** The names that the code reads: `x.name`, `{ name } = x`, `field('name', …)`. */
function namesRead(): Set<string> {
	const names = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
		if (ts.isBindingElement(node)) names.add((node.propertyName ?? node.name).getText());
		if (ts.isCallExpression(node)) {
			for (const argument of node.arguments) {
				if (ts.isStringLiteral(argument)) names.add(argument.text);
			}
		}
		ts.forEachChild(node, visit);
	};
	const folder = join(root, 'nodes');
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		if (!file.endsWith('.ts')) continue;
		const text = readFileSync(join(folder, file), 'utf8');
		visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
	}
	return names;
}

it('shows no field or option that the code does not read', () => {
	const read = namesRead();
	// A notice is there to be read by people.
	const ignored = [...fields(description.properties, 'node')].filter(
		({ name }) => !read.has(name) && !name.endsWith('Notice'),
	);
	expect(ignored.map(({ path }) => path)).toEqual([]);
});

it('keeps the names that saved workflows depend on', () => {
	const shown = [...fields(description.properties, '')].map(({ path }) => path);
	expect([...new Set(shown)].sort()).toMatchInlineSnapshot(`
		[
		  ".autoMapNotice",
		  ".dataMode",
		  ".days",
		  ".deletionNotice",
		  ".emails",
		  ".endDate",
		  ".fields",
		  ".fields.values",
		  ".fields.values.name",
		  ".fields.values.type",
		  ".fields.values.value",
		  ".fieldsToIgnore",
		  ".limit",
		  ".operation",
		  ".options",
		  ".options.allowAsTool",
		  ".options.batchSize",
		  ".options.binaryField",
		  ".options.booleanColumns",
		  ".options.combine",
		  ".options.decimalSeparator",
		  ".options.fileFormat",
		  ".options.includeEmptyCells",
		  ".options.includeShop",
		  ".options.includeToday",
		  ".options.isolateRejectedRows",
		  ".options.keepRowOrder",
		  ".options.limit",
		  ".options.maxBodyKb",
		  ".options.maxIdentifiers",
		  ".options.maxParallelRequests",
		  ".options.maxRetries",
		  ".options.maxWait",
		  ".options.numberColumns",
		  ".options.output",
		  ".options.outputFormat",
		  ".options.preview",
		  ".options.retryServerErrors",
		  ".options.rowsField",
		  ".options.simplify",
		  ".options.splitBy",
		  ".options.timeout",
		  ".options.timezone",
		  ".period",
		  ".phones",
		  ".query",
		  ".resource",
		  ".returnAll",
		  ".rowsJson",
		  ".shop",
		  ".shopDomain",
		  ".simplify",
		  ".startDate",
		]
	`);
	expect(description.usableAsTool).toBe(true);
});

const fieldsNamed = (name: string): INodeProperties[] =>
	description.properties.filter((field) => field.name === name);

it('takes the name of a field that is dragged to "Fields to Ignore", not its value', () => {
	for (const field of fieldsNamed('fieldsToIgnore'))
		expect(field.requiresDataPath).toBe('multiple');
});

it('says on the screen what would otherwise be found out too late', () => {
	const texts = (name: string) => fieldsNamed(name).map(({ displayName }) => displayName);
	expect(texts('autoMapNotice')[0]).toContain('camelCase');
	expect(texts('deletionNotice')[0]).toMatch(/cannot be undone.*AI agent.*refused/);
	expect(fieldsNamed('query')[0]!.hint).toContain('@startDate and @endDate, without quotes');
	const scopes = new MerchantDataOAuth2Api().properties.find(({ name }) => name === 'scopes')!;
	expect(scopes.hint).toMatch(/nothing chosen.*Read Data.*Ads: Write or Email\/SMS: Write/);
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
	const codex = JSON.parse(
		readFileSync(join(root, 'nodes/MerchantData/MerchantData.node.json'), 'utf8'),
	) as { alias: string[]; resources: Record<string, Array<{ url: string }>> };
	expect(codex.alias).toEqual(
		expect.arrayContaining([
			...['push', 'query', 'privacy', 'campaign', 'marketing', 'email', 'sms', 'deletion'],
		]),
	);
	// n8n appends parameters of its own to these.
	const urls = Object.values(codex.resources).flatMap((pages) => pages.map(({ url }) => url));
	const credentials = [new MerchantDataApi(), new MerchantDataOAuth2Api()];
	urls.push(...credentials.map(({ documentationUrl }) => documentationUrl));
	expect(urls.filter((url) => url.includes('#'))).toEqual([]);
});
